// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL

/// Sends one answer as its `delivery` requires: delayed, in single bytes, truncated or not at all.
struct AnswerWriter {
    let context: ChannelHandlerContext
    let keepsAlive: Bool
    let whenDone: () -> Void

    func bring(_ answer: HTTPAnswer) {
        if let abort = answer.delivery.abort { return end(abort) }
        after(answer.delivery.delay) { writeHead(answer) }
    }

    private func after(_ seconds: Double, _ work: @escaping () -> Void) {
        guard seconds > 0 else { return work() }
        let amount = TimeAmount.nanoseconds(Int64(seconds * 1e9))
        _ = context.eventLoop.assumeIsolated().scheduleTask(in: amount) { work() }
    }

    private func writeHead(_ answer: HTTPAnswer) {
        var headers = HTTPHeaders(answer.headers)
        headers.replaceOrAdd(name: "Content-Length", value: String(answer.body.count))
        if !keepsAlive { headers.replaceOrAdd(name: "Connection", value: "close") }
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: answer.status), headers: headers)
        write(.head(head))
        let delivery = answer.delivery
        if let count = delivery.cut, count < answer.body.count {
            writeBody(answer.body[..<count])
            // Closing must wait until the bytes have been sent.
            return after(0.05) { end(.close) }
        }
        if let pause = delivery.trickle {
            context.flush()
            return trickle(answer.body[...], pause)
        }
        if delivery.bodyDelay > 0 { context.flush() }
        after(delivery.bodyDelay) {
            writeBody(answer.body[...])
            writeEnd()
        }
    }

    private func trickle(_ rest: ArraySlice<UInt8>, _ pause: Double) {
        guard let byte = rest.first else { return writeEnd() }
        writeBody([byte])
        after(pause) { trickle(rest.dropFirst(), pause) }
    }

    private func write(_ part: HTTPServerResponsePart) {
        context.write(NIOAny(part), promise: nil)
    }

    private func writeBody(_ bytes: ArraySlice<UInt8>) {
        guard !bytes.isEmpty else { return }
        write(.body(.byteBuffer(context.channel.allocator.buffer(bytes: bytes))))
        context.flush()
    }

    private func writeEnd() {
        whenDone()
        let done = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: done)
        guard !keepsAlive else { return }
        done.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }

    /// Closes the connection below TLS, so that no close_notify alert is sent.
    private func end(_ abort: Delivery.Abort) {
        let channel = context.channel
        if abort == .reset, let socket = channel as? any SocketOptionProvider {
            _ = socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        }
        if let below = try? channel.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self) {
            below.close(promise: nil)
        } else {
            context.close(promise: nil)
        }
    }
}
