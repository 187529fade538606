// SPDX-License-Identifier: Apache-2.0

public import DriverKit
public import GNSSTypes
public import PluginHosting
internal import Synchronization

/// A host that keeps all it is told: for tests of drivers and for the conformance suite. It refuses what the gateway
/// refuses.
public final class RecordingHost: DriverHost, Sendable {
    /// Everything that the driver published, logged and reported.
    public struct Contents: Sendable {
        /// The observations, in the order they were published; sequence numbers count from 1.
        public var observations: [Observation] = []
        /// How many observations each accepted batch had.
        public var batches: [Int] = []
        /// The states, in the order they were reported.
        public var states: [DriverStateReport] = []
        public var log: [String] = []
        /// Why batches were refused.
        public var refusals: [PublishError] = []
    }

    /// Protects what was kept: a driver may log on any thread.
    private let contents = Mutex(Contents())
    private let delivers: Set<ObservationKind>
    private let limit: Int

    /// A host that has been told nothing.
    ///
    /// - Parameters:
    ///   - delivers: the kinds that the plugin declares; others are refused.
    ///   - limit: how many observations are kept; later ones are accepted and forgotten.
    public init(delivers: some Sequence<ObservationKind>, limit: Int = 1_000_000) {
        self.delivers = Set(delivers)
        self.limit = limit
    }

    /// What was kept so far.
    public var recorded: Contents { contents.withLock { $0 } }

    /// How many observations were kept so far.
    public var observationCount: Int { contents.withLock { $0.observations.count } }

    /// Keeps a batch, or says why not.
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

    /// Keeps a log line.
    public func log(_ level: LogLevel, _ message: String) {
        contents.withLock { contents in
            if contents.log.count < 10_000 { contents.log.append("\(level): \(message)") }
        }
    }

    /// Keeps a state; after 10 000 further ones are forgotten.
    public func report(_ state: DriverStateReport) {
        contents.withLock { contents in
            if contents.states.count < 10_000 { contents.states.append(state) }
        }
    }

    /// The time by the system's clocks, not by a replay.
    public func now() -> HostTime { Clock.hostTime }
}
