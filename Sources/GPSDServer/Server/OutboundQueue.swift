// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// The data queued for a client that is slower than its receiver: whole lines, up to a limit in bytes. If the limit is
/// exceeded, the queue drops the oldest lines and counts their bytes.
struct OutboundQueue {
    private var buffers = CircularBuffer<ByteBuffer>()
    private(set) var bytes = 0
    /// Number of bytes dropped.
    private(set) var lostBytes = 0
    private var toldBytes = 0
    let limit: Int

    /// Creates a queue with a maximum number of bytes; the newest buffer is kept even if it alone is longer.
    init(limit: Int) { self.limit = limit }

    var isEmpty: Bool { buffers.isEmpty }

    mutating func append(_ buffer: ByteBuffer) {
        buffers.append(buffer)
        bytes += buffer.readableBytes
        while bytes > limit, buffers.count > 1, let oldest = popFirst() { lostBytes += oldest.readableBytes }
    }

    /// Returns the number of bytes dropped since the last call.
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
