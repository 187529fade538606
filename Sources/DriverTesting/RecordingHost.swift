// SPDX-License-Identifier: Apache-2.0

public import DriverKit
public import GNSSTypes
public import PluginHosting
internal import Synchronization

/// A host that keeps all that a driver publishes, logs and reports, for tests of drivers and for the conformance suite.
/// It refuses the same records as the gateway.
public final class RecordingHost: DriverHost, Sendable {
    /// Everything that the driver published, logged and reported.
    public struct Contents: Sendable {
        /// The observations in the order of publication; sequence numbers start at 1.
        public var observations: [Observation] = []
        /// The number of observations in each accepted batch.
        public var batches: [Int] = []
        /// The states in the order in which they were reported.
        public var states: [DriverStateReport] = []
        public var log: [String] = []
        /// The reasons for refusing batches.
        public var refusals: [PublishError] = []
    }

    /// Guards the contents, because a driver may log on any thread.
    private let contents = Mutex(Contents())
    private let delivers: Set<ObservationKind>
    private let limit: Int

    /// Creates an empty host.
    ///
    /// - Parameters:
    ///   - delivers: The kinds that the plugin declares; others are refused.
    ///   - limit: The number of observations to keep; later ones are accepted and dropped.
    public init(delivers: some Sequence<ObservationKind>, limit: Int = 1_000_000) {
        self.delivers = Set(delivers)
        self.limit = limit
    }

    /// Everything kept so far.
    public var recorded: Contents { contents.withLock { $0 } }

    /// The number of observations kept so far.
    public var observationCount: Int { contents.withLock { $0.observations.count } }

    /// Keeps a batch, or refuses it.
    public func publish(_ batch: UnsafeRawBufferPointer, recordCount: Int) -> PublishAnswer {
        do throws(PublishError) {
            let entries = try PublishedBatch.read(batch, recordCount: recordCount, delivers: delivers)
            keep(entries)
            return .accepted
        } catch {
            contents.withLock { $0.refusals.append(error) }
            return error.answer
        }
    }

    private func keep(_ entries: [PublishedBatch.Entry]) {
        contents.withLock { contents in
            guard contents.observations.count < limit else { return }
            contents.batches.append(entries.count)
            for entry in entries {
                contents.observations.append(
                    Observation(
                        source: SourceID(rawValue: "test"), sequence: UInt64(contents.observations.count + 1),
                        hostTime: entry.hostTime, payload: entry.payload))
            }
        }
    }

    /// Keeps a log message; after 10 000 messages, further ones are dropped.
    public func log(_ level: LogLevel, _ message: String) {
        contents.withLock { contents in
            if contents.log.count < 10_000 { contents.log.append("\(level): \(message)") }
        }
    }

    /// Keeps a state; after 10 000 states, further ones are dropped.
    public func report(_ state: DriverStateReport) {
        contents.withLock { contents in
            if contents.states.count < 10_000 { contents.states.append(state) }
        }
    }

    /// The time by the system's clocks, even for a replay.
    public func now() -> HostTime { Clock.hostTime }
}
