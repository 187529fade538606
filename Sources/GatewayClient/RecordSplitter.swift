// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Records

/// Splits a recording stream into its header and complete records. It buffers at most one record and the current chunk.
package struct RecordSplitter {
    /// Complete records, preceded by the header if they are the first.
    package struct Piece: Equatable {
        package var bytes: [UInt8] = []
        package var observations = 0
        /// True if the limit of observations is reached.
        package var isLast = false

        package init(bytes: [UInt8] = [], observations: Int = 0) {
            (self.bytes, self.observations) = (bytes, observations)
        }
    }

    private var held: [UInt8] = []
    private var hasHead = false
    private var remaining: Int?

    /// - Parameter limit: The largest number of observations, at least 1; nil for no limit.
    package init(limit: Int? = nil) { remaining = limit }

    /// Returns the records that are complete with this chunk.
    ///
    /// - Throws: `RecordStreamError` if the bytes are not a recording.
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

    /// The end of the header in the buffered bytes; 0 if the header arrived earlier or is incomplete.
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

    /// Counts an observation; returns true if it was the last.
    private mutating func count() -> Bool {
        guard let left = remaining else { return false }
        remaining = left - 1
        return left <= 1
    }
}

extension [UInt8] {
    /// True if the record at an offset names the source of the following records: its kind, in the two bytes after the
    /// size, is 0.
    package func isSourceRecord(at offset: Int) -> Bool { self[offset + 4] == 0 && self[offset + 5] == 0 }
}
