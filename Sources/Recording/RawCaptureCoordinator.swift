// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import GatewayClient
internal import Logging
internal import MessageTexts
internal import ObservationBus
internal import Records

/// Writes the files of a capture. Owns the current file.
actor RawCaptureCoordinator {
    private let configuration: RawCaptureService.Configuration
    private let folder: RawCaptureFolder
    private let alert: @Sendable (Alert) -> Void
    private let logger: Logger
    /// True if the daemon's clock is that of a recording.
    private let hasReplayClock: Bool
    /// The pause after a failure.
    private let pause: Duration
    private var file: RecordingFile?
    /// The name of the current file or, without one, of the last.
    private var name: String?
    private var size = 0
    private var encoder = BatchEncoder { try? $0.json() }
    private var retry: ContinuousClock.Instant?
    private var isFailing = false

    init(
        _ configuration: RawCaptureService.Configuration, alert: @escaping @Sendable (Alert) -> Void, logger: Logger,
        hasReplayClock: Bool = false, pause: Duration = .seconds(10)
    ) {
        (self.configuration, self.alert, self.logger, self.pause) = (configuration, alert, logger, pause)
        self.hasReplayClock = hasReplayClock
        folder = RawCaptureFolder(path: configuration.folder)
    }

    /// Records a batch of observations.
    func take(_ batch: [Observation], hasLost: Bool) {
        if hasLost {
            logger.warning("capture: the disk was too slow and observations were lost; starting the next file")
            finish()
        }
        guard let first = batch.first, isReady else { return }
        do {
            if file == nil {
                try begin(at: first.hostTime, isReplay: hasReplayClock || batch.contains(where: \.origin.isReplay))
            }
            let bytes = try encoder.encode(batch)
            try write(RecordSplitter.Piece(bytes: bytes, observations: batch.count))
        } catch { fail(error) }
        // Only what has left the buffer shows that the disk takes data again.
        if isFailing { flush() }
        if size >= configuration.rotateBytes { finish() }
    }

    /// Passes buffered bytes to the system.
    func flush() {
        guard var open = file.take() else { return }
        do {
            try open.flush()
            file = consume open
            report(nil)
        } catch { fail(error) }
    }

    /// Completes the current file.
    func finish() {
        guard var open = file.take() else { return }
        do {
            try open.finish()
            report(nil)
            logger.info("capture: \(open.path) is complete, \(open.writtenBytes) bytes")
        } catch { fail(error) }
    }

    private var isReady: Bool { retry.map { $0 <= .now } ?? true }

    /// Starts a file, and removes old files to make room for it.
    private func begin(at time: HostTime, isReplay: Bool) throws {
        try folder.make()
        let next = try folder.unusedName(for: time)
        // After a start without a battery-backed clock, the clock may be behind the newest files for some time.
        var dayLater = time
        dayLater.wallNanoseconds &+= 86_400_000_000_000
        // A replay's times do not show that the clock was ahead when the other files were written.
        let removed = try folder.trim(
            to: configuration.keepBytes, latest: isReplay ? nil : RawCaptureFolder.stem(for: dayLater),
            room: configuration.rotateBytes, keeping: name)
        if !removed.isEmpty { logger.info("capture: removed \(removed.joined(separator: ", "))") }
        file = try RecordingFile(path: "\(folder.path)/\(next)", overwrite: false)
        name = next
        (size, encoder) = (0, BatchEncoder { try? $0.json() })
        try write(RecordSplitter.Piece(bytes: RecordingHeader(start: time).bytes))
    }

    private func write(_ piece: RecordSplitter.Piece) throws {
        guard var open = file.take() else { return }
        // If this throws, the file ends after a complete record and is not continued.
        try open.append(piece)
        file = consume open
        size += piece.bytes.count
    }

    private func fail(_ error: any Error) {
        file = nil
        retry = .now + pause
        report("\(error)")
    }

    private func report(_ problem: String?) {
        guard (problem != nil) != isFailing else { return }
        isFailing = problem != nil
        var parameters: [String: CodedText.Parameter] = ["folder": .words(configuration.folder)]
        if let problem { parameters["detail"] = .words(problem) }
        alert(
            Alert(
                code: .captureNotWritten, severity: .warning, problem == nil ? .captureWritten : .captureNotWritten,
                parameters, isOver: problem == nil))
    }
}
