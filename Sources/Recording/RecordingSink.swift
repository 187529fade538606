// SPDX-License-Identifier: Apache-2.0

internal import GatewayClient
internal import LocalSocket
internal import SystemSupport

/// Where the chunks of a recording go: it makes the file when the first comes, and so leaves none where there is no
/// daemon. Owns the file.
actor RecordingSink {
    private let path: String
    private let overwrite: Bool
    private var splitter: RecordSplitter
    private var file: RecordingFile?
    private var start: ContinuousClock.Instant?
    private var taken = RecordingProgress()
    /// The file is finished or has failed: it must not be made again.
    private var isOver = false

    init(_ configuration: Recorder.Configuration) {
        path = configuration.path
        overwrite = configuration.overwrite
        splitter = RecordSplitter(limit: configuration.observationLimit.map { max(1, $0) })
    }

    /// Takes a chunk; false where the limit is reached.
    func take(_ chunk: [UInt8]) throws(RecordingError) -> Bool {
        if isOver { return false }
        let piece: RecordSplitter.Piece
        do {
            piece = try splitter.take(chunk)
        } catch {
            throw .notARecording(error.reason)
        }
        if piece.bytes.isEmpty { return true }
        if file == nil {
            file = try RecordingFile(path: path, overwrite: overwrite)
            start = .now
        }
        taken.observations += piece.observations
        taken.bytes += piece.bytes.count
        try attempt { file throws(SystemError) in try file.append(piece) }
        return !piece.isLast
    }

    /// Hands what is buffered to the system; nil where nothing came yet.
    func flush() throws(RecordingError) -> RecordingProgress? {
        guard file != nil else { return nil }
        try attempt { file throws(SystemError) in try file.flush() }
        return progress
    }

    /// Writes the rest to the disk. To be called once, at the end. Returns what stands in the file, nil where there is
    /// none.
    func finish() throws(RecordingError) -> RecordingProgress? {
        isOver = true
        guard file != nil else { return nil }
        try attempt { file throws(SystemError) in try file.finish() }
        return progress
    }

    private var progress: RecordingProgress {
        var progress = taken
        progress.elapsed = start.map { .now - $0 } ?? .zero
        return progress
    }

    private func attempt(
        _ action: (inout RecordingFile) throws(SystemError) -> Void
    ) throws(RecordingError) {
        guard var open = file.take() else { return }
        do {
            try action(&open)
            file = consume open
        } catch {
            isOver = true
            var written = progress
            (written.bytes, written.observations) = (open.writtenBytes, open.writtenObservations)
            throw .cannotWrite(path: path, code: error.code, written: written)
        }
    }
}
