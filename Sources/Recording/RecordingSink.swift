// SPDX-License-Identifier: Apache-2.0

internal import GatewayClient
internal import LocalSocket
internal import Synchronization
internal import SystemSupport

/// Whether a recording was cancelled. The tasks in it are cancelled at each end, also at one that waits for a slow reader.
private final class RecordingCancellation: Sendable {
    let isSet = Atomic(false)
}

/// The destination of a recording's chunks. It creates the file when the first chunk arrives, so that no file is
/// created without a daemon. Owns the file.
actor RecordingSink {
    private let path: String
    private let overwrite: Bool
    private var splitter: RecordSplitter
    private var file: RecordingFile?
    private var start: ContinuousClock.Instant?
    private var taken = RecordingProgress()
    /// True if the file is finished or has failed; it must then not be created again.
    private var isOver = false
    private var failure: RecordingError?
    private let cancellation = RecordingCancellation()

    init(_ configuration: Recorder.Configuration) {
        path = configuration.path
        overwrite = configuration.overwrite
        splitter = RecordSplitter(limit: configuration.observationLimit.map { max(1, $0) })
    }

    /// Processes a chunk; returns false if the limit is reached.
    ///
    /// - Throws: `RecordingError` if the chunk is invalid or cannot be written.
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
            file = try RecordingFile(path: path, overwrite: overwrite) { [cancellation] in
                cancellation.isSet.load(ordering: .relaxed)
            }
            start = .now
        }
        taken.observations += piece.observations
        taken.bytes += piece.bytes.count
        try attempt { file throws(SystemError) in try file.append(piece) }
        return !piece.isLast
    }

    /// Ends the wait for the reader of a pipe that takes no data.
    nonisolated func cancel() { cancellation.isSet.store(true, ordering: .relaxed) }

    /// Passes buffered bytes to the system; nil if no data have arrived yet.
    ///
    /// - Throws: `RecordingError` if writing fails.
    func flush() throws(RecordingError) -> RecordingProgress? {
        guard file != nil else { return nil }
        try attempt { file throws(SystemError) in try file.flush() }
        return progress
    }

    /// Flushes the remaining data to disk and returns the file's content; nil if there is no file. Call it once, at the
    /// end.
    ///
    /// - Throws: `RecordingError` if writing fails.
    func finish() throws(RecordingError) -> RecordingProgress? {
        isOver = true
        if let failure { throw failure }
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
            let failure = RecordingError.cannotWrite(path: path, code: error.code, written: written)
            self.failure = failure
            throw failure
        }
    }
}
