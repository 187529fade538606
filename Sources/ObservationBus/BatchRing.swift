// SPDX-License-Identifier: Apache-2.0

/// The batches that at least one consumer has not taken yet, oldest first, each at a position that never changes.
struct BatchRing {
    private var batches = CircularQueue<Batch>()

    /// The position of the oldest batch.
    private(set) var start: UInt64 = 0

    /// The tally of all batches.
    private(set) var tally = Tally()

    /// The position of the next batch.
    var end: UInt64 { start + UInt64(batches.count) }

    var isEmpty: Bool { batches.isEmpty }

    /// The batch at a position; nil if none exists.
    subscript(position: UInt64) -> Batch? {
        position >= start && position < end ? batches[Int(position - start)] : nil
    }

    mutating func append(_ batch: Batch) {
        batches.append(batch)
        tally += batch.tally
    }

    mutating func popFirst() -> Batch? {
        guard let batch = batches.popFirst() else { return nil }
        start += 1
        tally -= batch.tally
        return batch
    }
}
