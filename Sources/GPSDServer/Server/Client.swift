// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import NIOCore

/// A connected client. Belongs to the switchboard's event loop.
final class Client {
    let channel: any Channel
    var scanner = RequestScanner()
    var policy = WatchPolicy() { didSet { noteUse() } }
    /// What it sent and is not looked at yet, because it has not taken the answers to what came before.
    var requests = ByteBuffer()
    /// Its requests are being answered, or will be without anything from outside.
    var isServed = false
    private(set) var queue: OutboundQueue
    private let slot: ClientSlot

    init(_ channel: any Channel, _ slot: ClientSlot, queueLimit: Int) {
        (self.channel, self.slot) = (channel, slot)
        queue = OutboundQueue(limit: queueLimit)
        noteUse()
    }

    /// How long a client that watches nothing may take for its next request, where another one needs its slot.
    private static let idlePatience = TimeAmount.seconds(5)

    /// A client that watches is busy as long as it reads; one that asks now and then makes room for others in between.
    func noteUse() {
        if !channel.isWritable {
            slot.setIdle(from: .now() + DeadPeers.patience)
        } else if policy.enable {
            slot.setBusy()
        } else {
            slot.setIdle(from: .now() + Self.idlePatience)
        }
    }

    /// Whether more requests may be read: it has taken the answers to those that came before.
    var isReady: Bool { channel.isWritable && requests.readableBytes == 0 }

    /// Sends, or queues while the socket takes no more. `flush` must follow.
    func send(_ buffer: ByteBuffer) {
        if queue.isEmpty && channel.isWritable {
            channel.write(buffer, promise: nil)
        } else {
            queue.append(buffer)
        }
    }

    /// Pushes out what was sent.
    func flush() { channel.flush() }

    /// The socket takes more again: what waits is sent, and before it the notice of a loss.
    func drain(tellingLoss notice: (_ bytes: Int) -> ByteBuffer) {
        guard !queue.isEmpty else { return }
        let loss = queue.takeLoss()
        if loss > 0 { channel.write(notice(loss), promise: nil) }
        while channel.isWritable, let next = queue.popFirst() { channel.write(next, promise: nil) }
        channel.flush()
    }
}
