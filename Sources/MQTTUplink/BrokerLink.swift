// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import MQTT
internal import Outbox
internal import SystemSupport

/// The connection to the broker, and the pauses between attempts.
///
/// A broker that returns is found within 4 s. After a failure that a person must correct, or if the broker ends
/// connections without acknowledging anything, the pauses grow to a minute.
struct BrokerLink {
    /// The time after which a connection proves that the last failure is over.
    static let proof = Duration.seconds(60)

    /// The time after which a connection counts as stable.
    static let trial = Duration.seconds(10)
    /// The number of brief connections in a row after which the broker counts as unstable.
    static let mostBrief = 3

    private var connection: BrokerConnection?
    /// A connection that was told to stop. Its will must not overwrite the status of the next one.
    private var leaving: BrokerConnection?
    private(set) var limits = BrokerLimits()
    private var connectedAt: Int64?
    /// The number of consecutive connections that the broker ended within `trial`.
    private var brief = 0
    private var hasSucceeded = false
    private(set) var connections = 0
    private(set) var failures = 0
    private var passing = Backoff(first: .seconds(1), longest: .seconds(4))
    private var lasting = Backoff(first: .seconds(5), longest: .seconds(60))
    private var retry: Int64? = 0
    private var isHistorysTurn = false
    /// False if the broker refuses a will that it would have to keep.
    private(set) var retainsWill = true

    /// True if the broker has accepted the connection.
    var isConnected: Bool { connectedAt != nil }

    /// True if messages can be sent.
    var isReady: Bool { isConnected && limits.allowsAcknowledgement }

    /// The number of messages that may be unacknowledged.
    var window: Int { min(limits.receiveMaximum, BrokerConnection.window) }

    /// The time of the next attempt; nil during a connection.
    var nextAttempt: Int64? { connection == nil ? retry : nil }

    /// Returns true if it is the turn of the history; the next time it is that of a live message.
    mutating func takeTurn() -> Bool {
        defer { isHistorysTurn.toggle() }
        return isHistorysTurn
    }

    mutating func mayConnect(at now: Int64) -> Bool {
        guard connection == nil, let retry, now >= retry else { return false }
        guard let leaving, !leaving.isOver else { return true }
        // It ends within half a second, unless it waits for a name server.
        self.leaving = nil
        self.retry = now &+ Duration.milliseconds(500).wholeNanoseconds
        return false
    }

    /// Begins to connect.
    ///
    /// - Parameter onMessage: Called on another thread with each message that the broker sends; nil to receive none.
    /// - Throws: `BrokerError` if the system has no descriptor or thread left.
    mutating func open(
        _ settings: BrokerSettings, wake: @escaping @Sendable () -> Void,
        onMessage: (@Sendable (ReceivedMessage) -> Void)? = nil
    ) throws(BrokerError) {
        do throws(SystemError) {
            let connection = try BrokerConnection(settings, onMessage: onMessage, onEvent: wake)
            try connection.start()
            self.connection = connection
        } catch {
            throw BrokerError(.unreachable, error.description)
        }
        (connectedAt, hasSucceeded, limits) = (nil, false, BrokerLimits())
    }

    func takeEvents() -> [BrokerConnection.Event] { connection?.takeEvents() ?? [] }

    func publish(_ messages: [Publication]) { connection?.publish(messages) }

    func subscribe(to subscriptions: Set<Subscription>) { connection?.subscribe(to: subscriptions) }

    /// Asks for a proof that the broker has processed what was published before.
    func prove(_ token: UInt64, by subscription: Subscription) { connection?.prove(token, by: subscription) }

    mutating func connected(_ limits: BrokerLimits, at now: Int64) {
        (self.limits, connectedAt) = (limits, now)
        // The broker may keep messages from now on.
        if limits.retains { retainsWill = true }
        connections += 1
    }

    /// Records that the broker acknowledged a message.
    mutating func succeeded(at now: Int64) {
        hasSucceeded = true
        passing.succeeded()
        if let connectedAt, now &- connectedAt >= Self.proof.wholeNanoseconds { lasting.succeeded() }
    }

    /// Records that the broker refused the connection because of the retained will, so that the next attempt follows at once
    /// with another one.
    ///
    /// - Returns: False if the will was not retained, so that another attempt does not help.
    mutating func forgoRetainedWill() -> Bool {
        guard retainsWill else { return false }
        ended()
        (retainsWill, retry) = (false, 0)
        return true
    }

    /// Returns the error with which a connection ended, or that the broker ends each one soon. Many brokers do not say
    /// that another client took the session over.
    mutating func judged(_ error: BrokerError, at now: Int64) -> BrokerError {
        guard let connectedAt else { return error }
        brief = now &- connectedAt < Self.trial.wholeNanoseconds ? brief + 1 : 0
        guard brief >= Self.mostBrief, error.cause == .closed else { return error }
        return BrokerError(.unstable, "\(brief) brief connections")
    }

    /// Records that an attempt failed or a connection ended.
    ///
    /// - Returns: The pause before the next attempt.
    mutating func failed(_ error: BrokerError, at now: Int64) -> Duration {
        failures += 1
        let isFruitless = isConnected && !hasSucceeded
        let pause = error.isLasting || isFruitless ? lasting.failed() : passing.failed()
        ended()
        retry = now &+ pause.wholeNanoseconds
        return pause
    }

    /// Records that the connection ended as it should.
    mutating func ended() { (connection, connectedAt) = (nil, nil) }

    /// Tells the broker that the gateway goes.
    ///
    /// - Returns: The connection that leaves; nil if it has ended.
    @discardableResult
    mutating func stop() -> BrokerConnection? {
        connection?.stop()
        if let connection { leaving = connection }
        ended()
        return leaving
    }

    /// Forgets the failures, because the settings changed.
    mutating func retryNow() {
        (retry, retainsWill, brief) = (0, true, 0)
        passing.succeeded()
        lasting.succeeded()
    }
}
