// SPDX-License-Identifier: Apache-2.0

public import ClientAdmission
public import SystemSupport

/// A destination of sentences: a TCP port to which programs connect, or a UDP address to which sentences are sent.
public enum NMEAEndpoint: Hashable, Sendable, CustomStringConvertible {
    /// A port to which programs connect in order to receive all sentences.
    case tcp(host: String, port: UInt16)
    /// A target of datagrams: one machine, a broadcast or a multicast address.
    case udp(host: String, port: UInt16)

    /// `tcp://127.0.0.1:10110`; IPv6 addresses are in brackets.
    public var description: String {
        switch self {
        case .tcp(let host, let port): "tcp://\(Self.bracketed(host)):\(port)"
        case .udp(let host, let port): "udp://\(Self.bracketed(host)):\(port)"
        }
    }

    private static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}

/// Settings of the server.
public struct NMEAConfiguration: Hashable, Sendable {
    /// The destinations of sentences; if there are none, the server sends nothing.
    public var endpoints: [NMEAEndpoint]
    /// True if only the active receiver's sentences are sent, so that the position never jumps between two receivers.
    public var followsActiveReceiver = true
    /// The largest number of simultaneous TCP clients on all ports together, 1 or more; further ones receive the reason
    /// in a TXT sentence and are disconnected.
    public var maximumClients = 256

    public init(endpoints: [NMEAEndpoint] = []) { self.endpoints = endpoints }
}

/// The counters of the server.
public struct NMEAStatus: Hashable, Sendable {
    /// TCP clients currently connected.
    public var clients = 0
    /// Connections refused since the start because there were too many.
    public var refused: UInt64 = 0
    /// Bytes that slow TCP clients lost since the start.
    public var lostBytes: UInt64 = 0
    /// Datagrams sent since the start.
    public var datagrams: UInt64 = 0
    /// Datagrams that the system refused since the start.
    public var refusedDatagrams: UInt64 = 0

    public init() {}
}

/// The server cannot work.
public struct NMEAServerError: ProgramError, Hashable {
    public let endpoint: NMEAEndpoint
    public let reason: ListenReason

    init(_ endpoint: NMEAEndpoint, _ reason: ListenReason) { (self.endpoint, self.reason) = (endpoint, reason) }

    /// The reason and its remedy, as shown to the operator.
    public var description: String {
        switch reason {
        case .inUse: "NMEA server: \(endpoint) is in use by another program; choose another port in listen.nmea"
        case .notPermitted: "NMEA server: not allowed to use \(endpoint); choose a port from 1024 on in listen.nmea"
        case .noSuchAddress:
            "NMEA server: cannot use \(endpoint): this machine has no such address; correct listen.nmea"
        case .other(let reason): "NMEA server: cannot use \(endpoint): \(reason); correct listen.nmea"
        }
    }

    public var exitStatus: ExitStatus { reason.exitStatus }
}
