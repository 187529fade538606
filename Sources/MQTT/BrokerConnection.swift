// SPDX-License-Identifier: Apache-2.0

internal import CMosquitto
internal import Glibc
internal import Synchronization
public import SystemSupport

/// One connection to a broker, from the attempt to its end, on a thread of its own.
///
/// All functions of libmosquitto block on that thread only. After the end, make another connection: libmosquitto then has
/// no messages left, so that the caller alone decides what is sent again.
public final class BrokerConnection: Sendable {
    /// What happened on the connection. `ended` is the last event.
    public enum Event: Hashable, Sendable {
        case connected(BrokerLimits)
        /// The broker has the message, or has answered `prove`.
        case acknowledged(UInt64)
        /// The message could not be sent, or the broker refuses it.
        case refused(UInt64, BrokerError)
        /// The broker accepted the subscription to a filter.
        case subscribed(String)
        /// The broker refuses the subscription to a filter.
        case notSubscribed(String, BrokerError)
        /// The connection ended; nil if `stop` ended it.
        case ended(BrokerError?)
    }

    /// The number of messages that wait for the broker, at most. The caller keeps to it.
    public static let window = 100

    private struct State {
        var events: [Event] = []
        var outgoing: [Publication] = []
        var proofs: [Proof] = []
        var subscriptions: Set<Subscription> = []
        var isStopping = false
        var isOver = false
    }

    private let settings: BrokerSettings
    /// Guards the events and the messages that the threads exchange; held for copies only.
    private let state = Mutex(State())
    private let pipe: SystemPipe
    private let onEvent: @Sendable () -> Void
    private let onMessage: (@Sendable (ReceivedMessage) -> Void)?

    /// - Parameters:
    ///   - onMessage: Called on the connection's thread with each message of a subscription; must not block. Nil if the
    ///     connection only publishes: a broker that sends messages then is left.
    ///   - onEvent: Called on the connection's thread when `takeEvents` returns something; must not block.
    /// - Throws: The system's error if no descriptor is left.
    public init(
        _ settings: BrokerSettings, onMessage: (@Sendable (ReceivedMessage) -> Void)? = nil,
        onEvent: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        (self.settings, self.onMessage, self.onEvent) = (settings, onMessage, onEvent)
        pipe = try SystemPipe()
    }

    /// True if libmosquitto is installed.
    public static var isAvailable: Bool { gnss_mosquitto_is_available() }

    /// Begins to connect.
    ///
    /// - Throws: The system's error if no thread can be created.
    public func start() throws(SystemError) {
        _ = try WorkerThread(named: "mqtt") { self.run() }
    }

    /// Returns what has happened since the last call.
    public func takeEvents() -> [Event] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    /// Sends messages as soon as the broker has accepted the connection.
    public func publish(_ messages: [Publication]) {
        guard !messages.isEmpty else { return }
        state.withLock { $0.outgoing += messages }
        pipe.mark()
    }

    /// Replaces the subscriptions, as soon as the broker has accepted the connection.
    public func subscribe(to subscriptions: Set<Subscription>) {
        state.withLock { $0.subscriptions = subscriptions }
        pipe.mark()
    }

    /// Asks for a proof that the broker has processed all messages that were published before, also those with QoS 0: the
    /// event `acknowledged` with the token follows.
    ///
    /// The connection requests a subscription once more, which replaces it (MQTT 5.0, section 3.8.4). Brokers process the
    /// packets of a connection in order, so their answer proves that they have processed the packets before, whether they
    /// accept the subscription or not. A connection that gets no answer within a minute ends.
    ///
    /// - Parameters:
    ///   - token: The number of the proof, which no message has.
    ///   - subscription: One of the connection's subscriptions.
    public func prove(_ token: UInt64, by subscription: Subscription) {
        state.withLock { $0.proofs.append(Proof(token: token, subscription: subscription)) }
        pipe.mark()
    }

    /// Ends the connection after the messages that wait. The broker publishes the will, because the client is gone.
    public func stop() {
        state.withLock { $0.isStopping = true }
        pipe.mark()
    }

    /// True if the thread no longer uses the connection.
    public var isOver: Bool { state.withLock { $0.isOver } }

    /// Waits for the end of a connection that was told to stop, for half a second at most: it may wait for a name server,
    /// which cannot be interrupted; the process exits even while it does.
    public func waitForEnd() async {
        for _ in 0..<25 where !isOver {
            // The thread reports its end only by a value.
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    private func run() {
        // OpenSSL writes to a socket whose other side is gone, which would end the program.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let end: BrokerError?
        do throws(BrokerError) {
            guard Self.isAvailable else { throw BrokerError(.notInstalled) }
            let address = try BrokerReach.probe(settings.host, settings.port) { isStopping }
            if isStopping { throw BrokerError(.closed) }
            let client = try BrokerClient(settings, onMessage: onMessage) { [self] event in add(event) }
            let code = gnss_watch_create()
            guard code == 0 else { throw BrokerError(.unreachable, SystemError.text(of: code)) }
            defer { gnss_watch_destroy() }
            // TLS needs the name.
            try client.connect(
                to: settings.encryption == .none ? address.remote : settings.host, from: address.local)
            try client.serve(pipe) { [self] in
                state.withLock { state in
                    defer { (state.outgoing, state.proofs) = ([], []) }
                    return (state.outgoing, state.proofs, state.subscriptions, state.isStopping)
                }
            }
            end = nil
        } catch {
            end = isStopping ? nil : error
        }
        state.withLock { $0.isOver = true }
        add(.ended(end))
    }

    private var isStopping: Bool { state.withLock { $0.isStopping } }

    private func add(_ event: Event) {
        state.withLock { $0.events.append(event) }
        onEvent()
    }
}
