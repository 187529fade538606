// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOHTTP1

/// Sends one answer to its end, or to the end that a fault gives it.
struct AnswerWriter {
    /// Bytes of an endless body that are sent at once, and the pause after them in seconds.
    private static let floodSize = 1 << 16
    private static let floodPause = 0.001

    let context: ChannelHandlerContext
    let keepsAlive: Bool
    let whenDone: () -> Void

    func send(_ answer: OfficeAnswer) {
        after(answer.delay) { begin(answer) }
    }

    private func after(_ seconds: Double, _ work: @escaping () -> Void) {
        guard seconds > 0 else { return work() }
        let amount = TimeAmount.nanoseconds(Int64(seconds * 1e9))
        _ = context.eventLoop.assumeIsolated().scheduleTask(in: amount) { work() }
    }

    private func begin(_ answer: OfficeAnswer) {
        switch answer.ending {
        case .never: return
        case .cut(0): return context.close(promise: nil)
        case .cut(let count):
            writeHead(answer, length: answer.body.count)
            writeBody(answer.body.prefix(count))
            // Closing must wait until the bytes have been sent.
            after(0.05) { context.close(promise: nil) }
        case .endless:
            writeHead(answer, length: nil)
            writeBody(answer.body[...])
            flood(context.channel.allocator.buffer(bytes: [UInt8](repeating: 0x20, count: Self.floodSize)))
        case .whole:
            writeHead(answer, length: answer.body.count)
            writeBody(answer.body[...])
            writeEnd()
        }
    }

    /// Writes the head; without a length, the body is sent in chunks.
    private func writeHead(_ answer: OfficeAnswer, length: Int?) {
        var headers = HTTPHeaders(answer.headers)
        if let length { headers.replaceOrAdd(name: "Content-Length", value: String(length)) }
        if !keepsAlive { headers.replaceOrAdd(name: "Connection", value: "close") }
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: answer.status), headers: headers)
        context.write(NIOAny(HTTPServerResponsePart.head(head)), promise: nil)
    }

    private func writeBody(_ bytes: ArraySlice<UInt8>) {
        if !bytes.isEmpty {
            let buffer = context.channel.allocator.buffer(bytes: bytes)
            context.write(NIOAny(HTTPServerResponsePart.body(.byteBuffer(buffer))), promise: nil)
        }
        context.flush()
    }

    /// Sends the same bytes until the client closes the connection, only as fast as it reads.
    private func flood(_ chunk: ByteBuffer) {
        let done = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(NIOAny(HTTPServerResponsePart.body(.byteBuffer(chunk))), promise: done)
        done.futureResult.assumeIsolated().whenSuccess { _ in after(Self.floodPause) { flood(chunk) } }
    }

    private func writeEnd() {
        whenDone()
        let done = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: done)
        guard !keepsAlive else { return }
        done.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }
}
