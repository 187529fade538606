// SPDX-License-Identifier: Apache-2.0

public import ControlModel
public import GNSSTypes
public import Logging
public import ObservationBus
public import ServiceLifecycle
internal import Synchronization

/// The corrections stage: publishes a caster's corrections on the bus. The source may change while it runs.
public final class CorrectionsService: Service {
    /// The source of the observations on the bus. No receiver can have this name.
    public static let source = SourceID(rawValue: "corrections:ntrip")

    /// The corrections to fetch.
    public struct Order: Sendable {
        public var configuration: CorrectionsConfiguration
        /// Returns the current user and password.
        public var login: @Sendable () throws(CasterError) -> CasterLogin?
        /// Returns the fix to send to the caster.
        public var fix: @Sendable () -> Fix?

        public init(
            _ configuration: CorrectionsConfiguration, fix: @escaping @Sendable () -> Fix?,
            login: @escaping @Sendable () throws(CasterError) -> CasterLogin?
        ) {
            (self.configuration, self.fix, self.login) = (configuration, fix, login)
        }
    }

    private let hub: ObservationHub
    private let now: @Sendable () -> HostTime
    private let onChange: @Sendable (CorrectionsReport) -> Void
    private let logger: Logger
    /// Protects the order, the client and the sequence number. Held while corrections are published, so that numbers
    /// and order agree: the locks of the bus and of the client are taken after this one.
    private let state = Mutex(State())

    private struct State {
        var order: Order?
        var client: CorrectionsClient?
        var isRunning = false
        var sequence: UInt64 = 0
    }

    /// Creates a stage that fetches nothing yet.
    ///
    /// - Parameters:
    ///   - hub: The bus on which corrections are published.
    ///   - now: Reads both clocks.
    ///   - logger: The logger for the daemon's messages.
    ///   - onChange: Called with each change of the status.
    public init(
        hub: ObservationHub, now: @escaping @Sendable () -> HostTime,
        logger: Logger,
        onChange: @escaping @Sendable (CorrectionsReport) -> Void = { _ in }
    ) {
        (self.hub, self.now, self.onChange) = (hub, now, onChange)
        self.logger = logger
    }

    /// The current status; nil if nothing is to be fetched.
    public var status: CorrectionsReport? { state.withLock { $0.client?.status } }

    /// Changes the corrections to fetch; nil to fetch none. An unchanged stream keeps running, but a failed one is
    /// retried immediately.
    ///
    /// - Parameter isSame: True if the order equals the current one.
    public func apply(_ order: Order?, isSame: Bool = false) {
        state.withLock { state in
            state.order = order
            if isSame, let status = state.client?.status, status.state != .failed { return }
            state.client?.stop()
            state.client = nil
            begin(&state)
        }
    }

    /// Runs until the daemon shuts down.
    public func run() async {
        state.withLock { state in
            state.isRunning = true
            begin(&state)
        }
        try? await gracefulShutdown()
        let client = state.withLock { state in
            defer { (state.isRunning, state.client) = (false, nil) }
            return state.client
        }
        client?.stop()
        // A name lookup cannot be interrupted, so wait only briefly; the process exits even while it continues.
        await client?.waitForEnd(within: .milliseconds(500))
    }

    private func begin(_ state: inout State) {
        guard state.isRunning, let order = state.order else { return }
        let context = CorrectionsContext(
            now: now, fix: order.fix, login: order.login,
            publish: { [weak self] corrections, time in self?.publish(corrections, time) },
            onChange: { [weak self] status in self?.tell(status) })
        let client = CorrectionsClient(order.configuration, context)
        state.client = client
        client.start()
    }

    private func publish(_ corrections: [CorrectionData], _ time: HostTime) {
        state.withLock { state in
            let batch = corrections.enumerated().map { index, data in
                Observation(
                    source: Self.source, sequence: state.sequence + UInt64(index) + 1, hostTime: time,
                    payload: .corrections(data))
            }
            state.sequence += UInt64(batch.count)
            hub.publish(batch)
        }
    }

    private func tell(_ status: CorrectionsReport) {
        let level: Logger.Level =
            switch status.state {
            case .known(.failed): .warning
            case .known(.streaming), .known(.waitingForPosition): .notice
            case .known(.connecting), .known(.connected), .known(.stopped), .other: .debug
            }
        logger.log(level: level, "corrections: \(status.reason)")
        onChange(status)
    }
}
