// SPDX-License-Identifier: Apache-2.0

public import ControlModel
public import GatewayClient
internal import ServiceLifecycle
public import UnixSignals

/// Records the observations of a running daemon to a file that `file-simulator` can replay.
///
/// Data are passed to the system within a second, so `kill -9` loses no more than that; a power failure may also lose
/// data that the system has not written yet. The file contains complete records only, unless this process is killed
/// during a write; readers treat an incomplete record as the end.
public struct Recorder: Sendable {
    /// The data to record, and the file.
    public struct Configuration: Sendable {
        public var path: String
        /// True to overwrite an existing file; otherwise it is an error.
        public var overwrite: Bool
        public var request: ObservationRequest
        /// The duration of the recording, from the daemon's answer on; nil for no limit.
        public var durationLimit: Duration?
        /// The number of observations to record, at least 1; nil for no limit.
        public var observationLimit: Int?

        /// Creates a configuration; by default, all observations are recorded until stopped.
        public init(
            path: String, overwrite: Bool = false, request: ObservationRequest = ObservationRequest(),
            durationLimit: Duration? = nil, observationLimit: Int? = nil
        ) {
            self.path = path
            self.overwrite = overwrite
            self.request = request
            self.durationLimit = durationLimit
            self.observationLimit = observationLimit
        }
    }

    private let configuration: Configuration
    private let client: ControlClient

    public init(_ configuration: Configuration, client: ControlClient = ControlClient()) {
        self.configuration = configuration
        self.client = client
    }

    /// Records until a limit is reached, the daemon stops, or the task is cancelled or gracefully shut down. In each of
    /// these cases, all data are on disk at the end; only after cancellation, a pipe's reader that takes no data is not
    /// waited for.
    ///
    /// - Parameter report: Called twice a second with the progress.
    /// - Throws: `RecordingError`, or `ControlClientError` if no data arrived.
    public func run(
        report: @escaping @Sendable (RecordingProgress) -> Void = { _ in }
    ) async throws -> RecordingSummary {
        try RecordingFile.check(path: configuration.path, overwrite: configuration.overwrite)
        let sink = RecordingSink(configuration)
        return try await withTaskCancellationHandler {
            try await fill(sink, report: report)
        } onCancel: {
            sink.cancel()
        }
    }

    private func fill(
        _ sink: RecordingSink, report: @escaping @Sendable (RecordingProgress) -> Void
    ) async throws -> RecordingSummary {
        let ending: RecordingSummary.Ending
        do {
            ending = try await record(to: sink, report: report)
        } catch is CancellationError {
            ending = .stopped
        } catch let error as ControlClientError {
            guard let written = try await sink.finish() else { throw error }
            throw RecordingError.interrupted(error, path: configuration.path, written: written)
        } catch {
            _ = try? await sink.finish()
            throw error
        }
        guard let recorded = try await sink.finish() else {
            throw RecordingError.nothing(path: configuration.path)
        }
        return RecordingSummary(path: configuration.path, recorded: recorded, ending: ending)
    }

    /// Records as `run` does, but at most until SIGINT or SIGTERM.
    ///
    /// - Throws: `RecordingError`, or `ControlClientError` if no data arrived.
    public func runUntilSignalled(
        by signals: [UnixSignal] = [.sigint, .sigterm],
        report: @escaping @Sendable (RecordingProgress) -> Void = { _ in }
    ) async throws -> RecordingSummary {
        let arriving = await UnixSignalsSequence(trapping: signals)
        return try await withThrowingTaskGroup(of: RecordingSummary?.self) { group in
            group.addTask { try await run(report: report) }
            group.addTask {
                for await _ in arriving { break }
                return nil
            }
            while let outcome = try await group.next() {
                group.cancelAll()
                if let summary = outcome { return summary }
            }
            throw CancellationError()
        }
    }

    private func record(
        to sink: RecordingSink, report: @escaping @Sendable (RecordingProgress) -> Void
    ) async throws -> RecordingSummary.Ending {
        let (begin, began) = AsyncStream<Void>.makeStream()
        return try await withThrowingTaskGroup(of: RecordingSummary.Ending.self) { group in
            group.addTask {
                let end = try await client.streamObservations(configuration.request) { chunk in
                    began.finish()
                    return try await sink.take(chunk)
                }
                return end == .left ? .limit : .daemonStopped
            }
            group.addTask {
                while true {
                    try await Task.sleep(for: .milliseconds(500))
                    if let progress = try await sink.flush() { report(progress) }
                }
            }
            group.addTask {
                try await gracefulShutdown()
                return .stopped
            }
            if let limit = configuration.durationLimit {
                group.addTask {
                    for await _ in begin {}
                    try await Task.sleep(for: limit)
                    return .limit
                }
            }
            defer { group.cancelAll() }
            return try await group.next() ?? .stopped
        }
    }
}
