// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// What waits for a client that is slower than its receiver: whole lines, bounded in bytes. Beyond the bound the oldest
/// give way to the newest and are counted.
struct OutboundQueue {
    private var buffers = CircularBuffer<ByteBuffer>()
    private(set) var bytes = 0
    /// Bytes that gave way.
    private(set) var lostBytes = 0
    private var toldBytes = 0
    let limit: Int

    /// A queue of at most so many bytes; the newest buffer is kept even if it alone is longer.
    init(limit: Int) { self.limit = limit }

    var isEmpty: Bool { buffers.isEmpty }

    mutating func append(_ buffer: ByteBuffer) {
        buffers.append(buffer)
        bytes += buffer.readableBytes
        while bytes > limit, buffers.count > 1, let oldest = popFirst() { lostBytes += oldest.readableBytes }
    }

    /// The bytes that gave way since this was asked last; 0: none.
    mutating func takeLoss() -> Int {
        defer { toldBytes = lostBytes }
        return lostBytes - toldBytes
    }

    mutating func popFirst() -> ByteBuffer? {
        guard let first = buffers.popFirst() else { return nil }
        bytes -= first.readableBytes
        return first
    }
}
