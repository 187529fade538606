// SPDX-License-Identifier: Apache-2.0

internal import CMosquitto
internal import SystemSupport

/// The reason why a broker cannot be used, or does not accept a message.
public struct BrokerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The causes that need different remedies.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// Libmosquitto is not installed.
        case notInstalled = "not_installed"
        /// The name of the host cannot be resolved.
        case hostUnknown = "host_unknown"
        /// No program listens on the port.
        case refused
        /// The network gives no way to the host.
        case unreachable
        /// The broker does not answer in time.
        case timedOut = "timed_out"
        /// No encrypted connection is possible.
        case tls
        /// The broker refuses user, password or certificate, or forbids an action.
        case notAuthorised = "not_authorised"
        /// The broker refuses the client's id.
        case clientID = "client_id"
        /// Another client with the same id took the session over.
        case takenOver = "taken_over"
        /// The broker ends each connection soon, perhaps because another client has the same id.
        case unstable
        /// The broker does not speak MQTT 5, or misuses it.
        case protocolError = "protocol"
        /// The broker is busy, shuts down, or has reached a limit.
        case busy
        /// The connection ended.
        case closed
        /// A message is larger than the broker's limit.
        case tooLarge = "too_large"
        /// A file with a password or key cannot be read, or the settings cannot be used.
        case settings
    }

    public var cause: Cause
    /// The words of the system, the library or the broker; may be empty.
    public var detail: String
    /// True if the broker refuses a connection whose will it would have to keep.
    public private(set) var isAboutRetaining = false

    public init(_ cause: Cause, _ detail: String = "") {
        (self.cause, self.detail) = (cause, detail.shownLine)
    }

    /// The cause and its detail, for the log.
    public var description: String { detail.isEmpty ? cause.rawValue : "\(cause.rawValue): \(detail)" }

    /// True if waiting does not help, but a person must correct something.
    public var isLasting: Bool {
        switch cause {
        case .notInstalled, .tls, .notAuthorised, .clientID, .takenOver, .unstable, .protocolError, .settings: true
        case .hostUnknown, .refused, .unreachable, .timedOut, .busy, .closed, .tooLarge: false
        }
    }

    /// The error of a reason code (MQTT 5.0, section 2.4) of a broker; codes of MQTT 3.1.1 are below 6.
    ///
    /// - Parameter words: The broker's own words, which may contain anything.
    public init(reason: Int, words: String? = nil) {
        let name = String(cString: mosquitto_reason_string(Int32(truncatingIfNeeded: reason)))
        let detail = (words.map { "\(name): \($0)" } ?? name) + " (\(reason))"
        let cause: Cause =
            switch reason {
            case 4, 5, 0x86, 0x87, 0x8A, 0x8C: .notAuthorised
            case 2, 0x85: .clientID
            case 0x8E: .takenOver
            case 1, 0x81, 0x82, 0x84, 0x9A, 0x9B: .protocolError
            case 0x95: .tooLarge
            default: .busy
            }
        self.init(cause, detail)
        isAboutRetaining = reason == 0x9A
    }

    /// The error of a function of libmosquitto.
    ///
    /// - Parameters:
    ///   - result: The function's result, not 0.
    ///   - system: `errno` after the call.
    ///   - log: The last error that libmosquitto logged; it names the causes of TLS errors.
    init(result: Int32, system: Int32, log: String?) {
        let words = String(cString: mosquitto_strerror(result))
        switch Int(result) {
        case gnss_mosquitto_tls, gnss_mosquitto_tls_handshake: self.init(.tls, log ?? words)
        case gnss_mosquitto_connection_lost where log != nil: self.init(.tls, log ?? words)
        case gnss_mosquitto_connection_lost: self.init(.closed)
        case gnss_mosquitto_keepalive: self.init(.timedOut)
        case gnss_mosquitto_lookup_error, gnss_mosquitto_lookup: self.init(.hostUnknown)
        case gnss_mosquitto_system_error where system == 0: self.init(.closed)
        case gnss_mosquitto_system_error: self.init(.closed, SystemError.text(of: system))
        case gnss_mosquitto_oversize_packet, gnss_mosquitto_payload_size: self.init(.tooLarge, words)
        case gnss_mosquitto_invalid: self.init(.settings, log ?? words)
        default: self.init(.protocolError, words)
        }
    }
}
