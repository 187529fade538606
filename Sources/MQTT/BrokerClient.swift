// SPDX-License-Identifier: Apache-2.0

internal import CMosquitto
internal import Glibc
internal import SystemSupport

/// Owns a client of libmosquitto. It is created, used and released on one thread, on which libmosquitto also calls it.
final class BrokerClient {
    /// The time that the broker has for an answer: to the request to connect, and to a message.
    static let patience: Int64 = 20_000_000_000
    /// The time that the broker has to answer a proof. Up to 100 messages with QoS 0 are on the way before it, and a slow
    /// network acknowledges none of them.
    private static let proofPatience: Int64 = 60_000_000_000
    /// The time that one address gets, in nanoseconds.
    private static let connectPatience = Int64(BrokerReach.patience / .nanoseconds(1))

    private let settings: BrokerSettings
    private let onMessage: ((ReceivedMessage) -> Void)?
    private let onEvent: (BrokerConnection.Event) -> Void
    /// The client of libmosquitto, destroyed with this object.
    private var client: OpaquePointer?
    /// The unacknowledged messages, and those with QoS 0 that are not written: libmosquitto's number, the caller's token,
    /// the time of sending, and whether the broker acknowledges it.
    private var pending: [Int32: (token: UInt64, sent: Int64, isAcknowledged: Bool)] = [:]
    /// The number of a message with QoS 0 that was written before libmosquitto had returned its number.
    private var written: Int32?
    /// A second descriptor of the connection's socket, -1 before the connection. Libmosquitto may close the first one while
    /// it reads, and another thread may then get the same number.
    private var twin: Int32 = -1
    private var isConnected = false
    /// The time of the last acknowledgement.
    private var progress: Int64 = 0
    private var pace = ReceivingPace(at: SystemClock.monotonic)
    private var receivedLimit: UInt64 { pace.limit(at: SystemClock.monotonic) }
    private var subscriptions: Set<Subscription> = []
    /// The subscriptions that the broker has not answered: libmosquitto's number and the filter.
    private var requested: [Int32: String] = [:]
    /// The proofs that the broker has not given: libmosquitto's number, the caller's token, and the time of the request.
    private var proofs: [Int32: (token: UInt64, filter: String, sent: Int64)] = [:]
    /// The broker's refusal to connect, or its reason for a disconnection.
    private var refusal: BrokerError?
    /// The last error that libmosquitto logged.
    private var log: String?

    /// - Throws: `BrokerError` if libmosquitto cannot use the settings.
    init(
        _ settings: BrokerSettings, onMessage: ((ReceivedMessage) -> Void)?,
        onEvent: @escaping (BrokerConnection.Event) -> Void
    ) throws(BrokerError) {
        (self.settings, self.onMessage, self.onEvent) = (settings, onMessage, onEvent)
        // Repeated calls only count.
        mosquitto_lib_init()
        // The pointer to this object is valid in each call, because the object destroys the client first.
        let context = Unmanaged.passUnretained(self).toOpaque()
        client = mosquitto_new(settings.client, settings.sessionExpiry == nil, context)
        guard let client else { throw BrokerError(.settings, SystemError().description) }
        try check(mosquitto_int_option(client, Int32(gnss_mosquitto_protocol_version), Int32(gnss_mosquitto_mqtt_5)))
        _ = mosquitto_int_option(client, Int32(gnss_mosquitto_send_maximum), Int32(BrokerConnection.window))
        // Of the messages that a broker sends unasked, libmosquitto keeps one instead of twenty.
        _ = mosquitto_int_option(client, Int32(gnss_mosquitto_receive_maximum), 1)
        // An acknowledgement must not wait for more data to send.
        _ = mosquitto_int_option(client, Int32(gnss_mosquitto_tcp_nodelay), 1)
        setCallbacks(client)
        if let user = settings.user {
            try check(mosquitto_username_pw_set(client, user, settings.password?.exposed))
        }
        try encrypt(client)
        guard let will = settings.will else { return }
        try check(
            mosquitto_will_set_v5(
                client, will.topic, Int32(will.payload.count), will.payload, will.isAcknowledged ? 1 : 0,
                will.isRetained, nil))
    }

    deinit {
        mosquitto_destroy(client)
        if twin >= 0 { close(twin) }
    }

    private func encrypt(_ client: OpaquePointer) throws(BrokerError) {
        switch settings.encryption {
        case .none: break
        case .certificates(let authorities, let certificate, let key):
            // The system's authorities: libmosquitto uses a client certificate only with a file or a folder.
            try check(
                mosquitto_tls_set(
                    client, authorities, authorities == nil ? "/etc/ssl/certs" : nil, certificate, key,
                    gnss_mosquitto_no_password))
        case .sharedKey(let identity, let key):
            try check(mosquitto_tls_psk_set(client, key.exposed, identity, nil))
        }
    }

    private func setCallbacks(_ client: OpaquePointer) {
        mosquitto_connect_v5_callback_set(client) { _, object, reason, _, properties in
            BrokerClient.at(object)?.answered(reason, properties)
        }
        mosquitto_disconnect_v5_callback_set(client) { _, object, reason, properties in
            BrokerClient.at(object)?.disconnected(reason, properties)
        }
        mosquitto_publish_v5_callback_set(client) { _, object, number, reason, properties in
            BrokerClient.at(object)?.acknowledged(number, reason, properties)
        }
        mosquitto_subscribe_v5_callback_set(client) { _, object, number, count, granted, properties in
            BrokerClient.at(object)?.subscribed(number, count > 0 ? granted?.pointee : nil, properties)
        }
        mosquitto_message_v5_callback_set(client) { _, object, message, _ in
            guard let message else { return }
            BrokerClient.at(object)?.received(message.pointee)
        }
        mosquitto_log_callback_set(client) { _, object, level, text in
            guard level & Int32(gnss_mosquitto_log_error) != 0, let text else { return }
            // Libmosquitto's text lives during the call.
            BrokerClient.at(object)?.log = String(cString: text)
        }
    }

    /// The object that was passed to `mosquitto_new`; it lives as long as its client.
    private static func at(_ object: UnsafeMutableRawPointer?) -> BrokerClient? {
        object.map { Unmanaged<BrokerClient>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: The connection

    /// Connects and sends the request of the session. The answer comes later.
    ///
    /// - Parameters:
    ///   - host: The host's name or address. TLS verifies the name.
    ///   - local: The local address.
    /// - Throws: `BrokerError`.
    func connect(to host: String, from local: String) throws(BrokerError) {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        let expiry = UInt32(clamping: Int64((settings.sessionExpiry ?? .zero) / .seconds(1)))
        mosquitto_property_add_int32(&properties, Int32(gnss_mqtt_session_expiry), expiry)
        // All messages that the gateway reads are small.
        mosquitto_property_add_int32(&properties, Int32(gnss_mqtt_maximum_packet_size), 65_536)
        let keepalive = min(max(Int32(settings.keepalive / .seconds(1)), 5), 65_535)
        // A host that does not answer would block the call for two minutes. Interrupted, libmosquitto tries the next address.
        gnss_watch_begin(Self.connectPatience, -1, 0)
        let result = mosquitto_connect_bind_v5(client, host, Int32(settings.port), keepalive, local, properties)
        let system = errno
        gnss_watch_end()
        if result != 0, system == EINTR { throw BrokerError(.timedOut) }
        errno = system
        try check(result)
        twin = fcntl(mosquitto_socket(client), F_DUPFD_CLOEXEC, 0)
    }

    /// Sends and receives until the connection ends or the caller stops it.
    ///
    /// - Parameters:
    ///   - pipe: Marked when `next` has something new.
    ///   - next: Returns the messages to send, the proofs to ask for after them, the wanted subscriptions, and whether to
    ///     stop.
    /// - Throws: `BrokerError` if the connection ended.
    func serve(
        _ pipe: SystemPipe, next: () -> ([Publication], [Proof], Set<Subscription>, isStopping: Bool)
    ) throws(BrokerError) {
        let begin = SystemClock.monotonic
        var (waiting, unasked): ([Publication], [Proof]) = ([], [])
        while true {
            let (messages, proofs, wanted, isStopping) = next()
            if isStopping {
                if isConnected { for message in waiting + messages { send(message) } }
                return leave()
            }
            waiting += messages
            unasked += proofs
            if isConnected {
                try subscribe(wanted)
                for message in waiting { send(message) }
                for proof in unasked { try ask(proof) }
                (waiting, unasked) = ([], [])
            } else if SystemClock.monotonic - begin > Self.patience / 2 {
                throw BrokerError(.timedOut)
            }
            try exchange(pipe)
            // A slow network needs long for a full window, but acknowledgements come all the time.
            let oldest = pending.values.lazy.map(\.sent).min().map { max($0, progress) }
            if let oldest, SystemClock.monotonic - oldest > Self.patience { throw BrokerError(.timedOut) }
            let asked = self.proofs.values.lazy.map(\.sent).min()
            if let asked, SystemClock.monotonic - asked > Self.proofPatience { throw BrokerError(.timedOut) }
        }
    }

    /// Waits for the broker or the caller, at most half a second, or a second to rest, so that keepalive and limits are
    /// checked.
    private func exchange(_ pipe: SystemPipe) throws(BrokerError) {
        let socket = mosquitto_socket(client)
        guard socket >= 0 else { throw refusal ?? BrokerError(.closed) }
        let pause = pace.rest(at: SystemClock.monotonic)
        // The broker waits meanwhile, because the socket's buffer is full.
        let wanted = (pause > 0 ? 0 : POLLIN) | (mosquitto_want_write(client) ? POLLOUT : 0)
        var entries = [
            pollfd(fd: socket, events: Int16(wanted), revents: 0),
            pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&entries, 2, pause > 0 ? Int32(pause / 1_000_000) + 1 : 500) >= 0 || errno == EINTR else {
            throw BrokerError(.closed, SystemError().description)
        }
        if entries[1].revents != 0 { pipe.takeMark() }
        if entries[0].revents & Int16(POLLOUT) != 0 { try check(mosquitto_loop_write(client, 1)) }
        if entries[0].revents & Int16(POLLIN | POLLERR | POLLHUP) != 0 { try read() }
        if pause > 0 {
            // What arrives while the connection rests does not count as too much.
            noteSuccess(at: SystemClock.monotonic)
        } else if gnss_received_bytes(socket) > receivedLimit {
            // Libmosquitto accepts packets of any size.
            throw excess
        }
        try check(mosquitto_loop_misc(client))
        if let refusal { throw refusal }
    }

    /// Reads what has come. Libmosquitto reads a packet of any size while more of it comes, so the connection is shut down
    /// meanwhile if that is too much.
    private func read() throws(BrokerError) {
        // An ordinary packet takes less than a millisecond.
        let limit = pace.limitOfRead(gnss_received_bytes(twin), at: SystemClock.monotonic)
        gnss_watch_begin(1_000_000, twin, limit)
        let result = mosquitto_loop_read(client, 1)
        let system = errno
        gnss_watch_end()
        if result != 0, gnss_received_bytes(twin) > limit { throw excess }
        errno = system
        try check(result)
    }

    private var excess: BrokerError {
        BrokerError(
            .protocolError,
            onMessage == nil ? "sends messages without a subscription" : "sends a message that is too large")
    }

    /// Tells the broker that the client goes and that it must publish the will. Waits 300 ms at most until the message is
    /// on its way.
    private func leave() {
        guard isConnected, mosquitto_disconnect_v5(client, 4, nil) == 0 else { return }
        let begin = SystemClock.monotonic
        while mosquitto_want_write(client), SystemClock.monotonic - begin < 300_000_000 {
            var entry = pollfd(fd: mosquitto_socket(client), events: Int16(POLLOUT), revents: 0)
            guard poll(&entry, 1, 50) >= 0, mosquitto_loop_write(client, 1) == 0 else { return }
        }
    }

    /// Requests and cancels subscriptions until they are those that are wanted.
    private func subscribe(_ wanted: Set<Subscription>) throws(BrokerError) {
        guard wanted != subscriptions else { return }
        for old in subscriptions.subtracting(wanted) where !wanted.contains(where: { $0.filter == old.filter }) {
            try check(mosquitto_unsubscribe_v5(client, nil, old.filter, nil))
        }
        for new in wanted.subtracting(subscriptions) {
            var number: Int32 = 0
            try check(
                mosquitto_subscribe_v5(client, &number, new.filter, new.isAcknowledged ? 1 : 0, 0, nil))
            requested[number] = new.filter
        }
        subscriptions = wanted
    }

    /// Asks for a proof. Libmosquitto writes the request after the messages that it has got before.
    private func ask(_ proof: Proof) throws(BrokerError) {
        var number: Int32 = 0
        try check(
            mosquitto_subscribe_v5(
                client, &number, proof.subscription.filter, proof.subscription.isAcknowledged ? 1 : 0,
                Int32(gnss_mosquitto_send_retain_never), nil))
        proofs[number] = (proof.token, proof.subscription.filter, SystemClock.monotonic)
    }

    private func send(_ message: Publication) {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if message.isText {
            mosquitto_property_add_byte(&properties, Int32(gnss_mqtt_payload_format), 1)
            mosquitto_property_add_string(&properties, Int32(gnss_mqtt_content_type), "application/json")
        }
        if let expiry = message.expiry {
            let seconds = UInt32(clamping: max(1, Int64(expiry / .seconds(1))))
            mosquitto_property_add_int32(&properties, Int32(gnss_mqtt_message_expiry), seconds)
        }
        var number: Int32 = 0
        (errno, written) = (0, nil)
        let result = mosquitto_publish_v5(
            client, &number, message.topic, Int32(message.payload.count), message.payload,
            message.isAcknowledged ? 1 : 0, message.isRetained, properties)
        // Libmosquitto keeps a message while there is no connection; the loop then reports its end.
        guard result == 0 else {
            return onEvent(.refused(message.token, BrokerError(result: result, system: errno, log: nil)))
        }
        // The broker does not answer QoS 0: libmosquitto calls back when it has written the message, and may have done so.
        guard message.isAcknowledged || written != number else { return onEvent(.acknowledged(message.token)) }
        pending[number] = (message.token, SystemClock.monotonic, message.isAcknowledged)
    }

    // MARK: Calls of libmosquitto

    private func answered(_ reason: Int32, _ properties: OpaquePointer?) {
        guard reason == 0 else {
            refusal = BrokerError(reason: Int(reason), words: Self.words(properties))
            return
        }
        // A broker that answers again must not fill the list of events.
        guard !isConnected else { return }
        (isConnected, log) = (true, nil)
        var limits = BrokerLimits()
        var (short, byte) = (UInt16(0), UInt8(0))
        if mosquitto_property_read_int16(properties, Int32(gnss_mqtt_receive_maximum), &short, false) != nil {
            limits.receiveMaximum = max(1, Int(short))
        }
        if mosquitto_property_read_byte(properties, Int32(gnss_mqtt_maximum_qos), &byte, false) != nil {
            limits.allowsAcknowledgement = byte > 0
        }
        if mosquitto_property_read_byte(properties, Int32(gnss_mqtt_retain_available), &byte, false) != nil {
            limits.retains = byte != 0
        }
        onEvent(.connected(limits))
    }

    /// A reason below 0x80 is one of libmosquitto's own results, which the loop returns too, except this one.
    private func disconnected(_ reason: Int32, _ properties: OpaquePointer?) {
        if Int(reason) == gnss_mosquitto_keepalive { refusal = refusal ?? BrokerError(.timedOut) }
        guard refusal == nil, reason >= 0x80 else { return }
        refusal = BrokerError(reason: Int(reason), words: Self.words(properties))
    }

    private func acknowledged(_ number: Int32, _ reason: Int32, _ properties: OpaquePointer?) {
        guard let (token, _, isAcknowledged) = pending.removeValue(forKey: number) else { return written = number }
        progress = SystemClock.monotonic
        // A message that was only written proves nothing about what the broker sends.
        if isAcknowledged { noteSuccess(at: progress) }
        guard reason >= 0x80 else { return onEvent(.acknowledged(token)) }
        onEvent(.refused(token, BrokerError(reason: Int(reason), words: Self.words(properties))))
    }

    private func subscribed(_ number: Int32, _ granted: Int32?, _ properties: OpaquePointer?) {
        if let (token, filter, _) = proofs.removeValue(forKey: number) {
            noteSuccess(at: SystemClock.monotonic)
            onEvent(.acknowledged(token))
            if granted.map({ $0 < 0x80 }) ?? false { onEvent(.subscribed(filter)) }
            return
        }
        guard let filter = requested.removeValue(forKey: number) else { return }
        guard let granted, granted >= 0x80 else { return onEvent(.subscribed(filter)) }
        onEvent(.notSubscribed(filter, BrokerError(reason: Int(granted), words: Self.words(properties))))
    }

    private func noteSuccess(at now: Int64) { pace.succeeded(gnss_received_bytes(mosquitto_socket(client)), at: now) }

    private func received(_ message: mosquitto_message) {
        guard let onMessage else { return }
        let begin = SystemClock.monotonic
        noteSuccess(at: begin)
        defer { pace.took(from: begin, to: SystemClock.monotonic) }
        guard let topic = message.topic, message.payloadlen <= ReceivingPace.chatter else { return }
        // Libmosquitto's topic and payload live during the call.
        let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(max(0, message.payloadlen)))
        onMessage(
            ReceivedMessage(topic: String(cString: topic), payload: Array(payload), isRetained: message.retain))
    }

    /// The broker's own words.
    private static func words(_ properties: OpaquePointer?) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard mosquitto_property_read_string(properties, Int32(gnss_mqtt_reason_string), &text, false) != nil,
            let text
        else { return nil }
        // The text belongs to the caller of libmosquitto.
        defer { free(text) }
        return String(cString: text)
    }

    private func check(_ result: Int32) throws(BrokerError) {
        let system = errno
        guard result != 0 else { return }
        // Only the log names the causes of TLS errors. Once the broker is connected, it also records each lost connection.
        let log = settings.encryption == .none || isConnected ? nil : log
        throw refusal ?? BrokerError(result: result, system: system, log: log)
    }
}
