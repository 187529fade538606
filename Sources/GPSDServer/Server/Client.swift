// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import NIOCore

/// A connected client.
///
/// Data sent on the event loop goes through the channel. While `isDirect` is true, another thread may send directly to
/// the socket; no data may be in the channel then, because the direct data would overtake it.
final class Client: @unchecked Sendable {  // Protected by the switchboard's lock.
    let channel: any Channel
    private let lock: RecursiveLock
    var scanner = RequestScanner()
    var policy = WatchPolicy() { didSet { noteUse() } }
    /// Data received but not yet processed, because the client has not read the answers to earlier requests.
    var requests = ByteBuffer()
    /// True if the client's requests are being answered, or will be answered without waiting for an event.
    var isServed = false
    private(set) var queue: OutboundQueue
    private let slot: ClientSlot
    private var socket: DirectSocket?
    /// Data collected by another thread, to be sent together.
    private var collected = ByteBuffer()
    /// The part of the collected data that the socket did not accept; it goes through the channel before other data.
    private var remainder: ByteBuffer?
    /// The number of buffers in the channel, counted only while it matters.
    private var inChannel = 0

    init(_ channel: any Channel, _ slot: ClientSlot, queueLimit: Int, lock: RecursiveLock) {
        (self.channel, self.slot, self.lock) = (channel, slot, lock)
        queue = OutboundQueue(limit: queueLimit)
        noteUse()
    }

    /// The longest pause between the requests of a client that watches nothing; after that, the server may give its
    /// slot to another client.
    private static let idlePatience = TimeAmount.seconds(5)

    /// Marks the client as busy or idle. A client that watches is busy as long as it reads; one that only polls may
    /// be closed between requests to make room for others.
    func noteUse() {
        if !channel.isWritable {
            slot.setIdle(from: .now() + DeadPeers.patience)
        } else if policy.enable {
            slot.setBusy()
        } else {
            slot.setIdle(from: .now() + Self.idlePatience)
        }
    }

    /// True if more requests may be read, because the client has read the answers to earlier ones.
    var isReady: Bool { channel.isWritable && requests.readableBytes == 0 }

    /// True if a thread other than the event loop's may send now.
    var isDirect: Bool { socket != nil && remainder == nil && inChannel == 0 && queue.isEmpty }

    /// Prepares for sending from other threads. Call it on the event loop.
    func openDirectly() { if socket == nil { socket = DirectSocket(channel) } }

    /// True if the client was prepared for sending from other threads.
    var hasDirectSocket: Bool { socket != nil }

    /// Closes the direct socket of a client that is gone, because a connection ends only with its last descriptor.
    func closeDirectly() { socket = nil }

    /// Sends data, or queues it while the socket accepts no more. `flush` must follow. On the event loop, or while
    /// `isDirect`.
    func send(_ buffer: ByteBuffer) {
        guard channel.eventLoop.inEventLoop else {
            if collected.readableBytes == 0 { collected = buffer } else { collected.writeImmutableBuffer(buffer) }
            return
        }
        writeRemainder()
        if queue.isEmpty && channel.isWritable { write(buffer) } else { queue.append(buffer) }
    }

    /// Writes the collected data.
    ///
    /// - Returns: False if the event loop must call `writeRemainder` and `flush`.
    @discardableResult
    func flush() -> Bool {
        guard !channel.eventLoop.inEventLoop else {
            channel.flush()
            return true
        }
        defer { collected = ByteBuffer() }
        if var rest = remainder {
            rest.writeImmutableBuffer(collected)
            remainder = rest
            return false
        }
        let count = socket?.send(collected) ?? 0
        guard count < collected.readableBytes else { return true }
        collected.moveReaderIndex(forwardBy: count)
        remainder = collected
        return false
    }

    /// Sends the data that the socket did not accept at once. Call it on the event loop; `flush` must follow.
    func writeRemainder() { if let rest = remainder.take() { write(rest) } }

    private func write(_ buffer: ByteBuffer) {
        guard socket != nil else { return channel.write(buffer, promise: nil) }
        inChannel += 1
        let promise = channel.eventLoop.makePromise(of: Void.self)
        // Called on the event loop: either a method of the switchboard holds the lock, or a channel handler that was
        // not called by such a method takes it.
        promise.futureResult.assumeIsolated().whenComplete { [self] _ in lock.withLock { inChannel -= 1 } }
        channel.write(buffer, promise: promise)
    }

    /// Sends the queued data as far as the socket is writable, preceded by a notice of lost bytes.
    func drain(tellingLoss notice: (_ bytes: Int) -> ByteBuffer) {
        guard !queue.isEmpty || remainder != nil else { return }
        writeRemainder()
        let loss = queue.takeLoss()
        if loss > 0 { write(notice(loss)) }
        while channel.isWritable, let next = queue.popFirst() { write(next) }
        channel.flush()
    }
}
