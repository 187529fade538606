// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Records

/// Cuts a stream of a recording into its head and whole records. What it holds back is never more than a record and
/// the chunk that it was given.
package struct RecordSplitter {
    /// Whole records, the head in front of the first.
    package struct Piece: Equatable {
        package var bytes: [UInt8] = []
        package var observations = 0
        /// The limit on observations is reached.
        package var isLast = false

        package init(bytes: [UInt8] = [], observations: Int = 0) {
            (self.bytes, self.observations) = (bytes, observations)
        }
    }

    private var held: [UInt8] = []
    private var hasHead = false
    private var remaining: Int?

    /// - Parameter limit: how many observations there may be, 1 or more; nil: as many as come.
    package init(limit: Int? = nil) { remaining = limit }

    /// The records that are whole with this chunk.
    ///
    /// - Throws: `RecordStreamError` where the bytes are something else.
    package mutating func take(_ chunk: [UInt8]) throws(RecordStreamError) -> Piece {
        held += chunk
        var end = try headEnd()
        var piece = Piece()
        if end == 0, !hasHead { return piece }
        while !piece.isLast, let size = try recordSize(at: end), size <= held.count - end {
            if !held.isSourceRecord(at: end) {
                piece.observations += 1
                piece.isLast = count()
            }
            end += size
        }
        piece.bytes = Array(held[..<end])
        held.removeFirst(end)
        return piece
    }

    /// Where the head ends in what is held; 0 where it came before, or is not whole yet.
    private mutating func headEnd() throws(RecordStreamError) -> Int {
        guard !hasHead, held.count >= RecordingHeader.size else { return 0 }
        guard RecordingHeader(held) != nil else {
            throw RecordStreamError("it does not begin with a recording's header")
        }
        hasHead = true
        return RecordingHeader.size
    }

    private func recordSize(at offset: Int) throws(RecordStreamError) -> Int? {
        do {
            return try RecordReader.size(of: held, atOffset: offset)
        } catch {
            throw RecordStreamError("\(error)")
        }
    }

    /// Counts an observation; true if it was the last.
    private mutating func count() -> Bool {
        guard let left = remaining else { return false }
        remaining = left - 1
        return left <= 1
    }
}

extension [UInt8] {
    /// Whether the record there says whose the following ones are: kind 0, in the two bytes behind the size.
    package func isSourceRecord(at offset: Int) -> Bool { self[offset + 4] == 0 && self[offset + 5] == 0 }
}
