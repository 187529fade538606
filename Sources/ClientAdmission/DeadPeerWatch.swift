// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore

/// Closes the connection of a client that acknowledges nothing for a minute although the system repeats what it sent.
/// The system itself would give up after about 15 minutes (`net.ipv4.tcp_retries2`), and sends no keepalive packets
/// while data wait to be acknowledged.
///
/// A client that exists and reads nothing keeps its connection, because its system answers.
final class DeadPeerWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let interval: TimeAmount
    /// The longest time without an acknowledgement, in milliseconds.
    private let limit: UInt32
    private var next: Scheduled<Void>?

    /// - Parameters:
    ///   - interval: The time between two checks.
    ///   - limit: The longest time without an acknowledgement, in milliseconds.
    init(interval: TimeAmount = .seconds(15), limit: UInt32 = 60_000) {
        (self.interval, self.limit) = (interval, limit)
    }

    func channelActive(context: ChannelHandlerContext) {
        checkLater(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func end() {
        next?.cancel()
        next = nil
    }

    private func checkLater(_ context: ChannelHandlerContext) {
        next = context.eventLoop.assumeIsolated().scheduleTask(in: interval) { [self] in
            guard isDead(context.channel) else { return checkLater(context) }
            context.close(mode: .all, promise: nil)
        }
    }

    private func isDead(_ channel: any Channel) -> Bool {
        let pipeline = channel.pipeline.syncOperations
        let answer = try? pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { descriptor in
            var info = tcp_info()
            var size = socklen_t(MemoryLayout<tcp_info>.size)
            // The pointers are valid during the call, which fills the memory.
            guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0 else { return false }
            // If the client's window is closed, the system sends probes, up to two minutes apart, and the client answers
            // them. One unanswered probe may still be on its way.
            return max(info.tcpi_retransmits, info.tcpi_probes) >= 2 && info.tcpi_last_ack_recv > limit
        }
        return answer ?? false
    }
}
