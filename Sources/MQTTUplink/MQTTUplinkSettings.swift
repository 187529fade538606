// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import GNSSTypes
internal import MQTT
public import Outbox
internal import SystemSupport

/// The broker, and what is published to it.
public struct MQTTUplinkSettings: Hashable, Sendable {
    /// The scheme, host and port of the broker, for people.
    public var server: String
    /// A host name or an IP address without brackets.
    public var host: String
    /// The TCP port, 1...65535.
    public var port: UInt16
    /// True if the connection is encrypted.
    public var isSecure = false
    /// The gateway's name in payloads and topics.
    public var gateway: String
    /// The beginning of all topics.
    public let prefix: String
    /// The topics.
    public var topics: GatewayTopics
    /// The id by which the broker knows the gateway.
    public var client: String
    /// The id of the connection that reads.
    var readerClient: String { client + "-reader" }
    /// The id of the connection for Sparkplug.
    var sparkplugClient: String { client + "-sparkplug" }
    /// The user name; nil if the broker needs none.
    public var user: String?
    /// The path of the file with the password.
    public var passwordFile: String?
    /// The paths of PEM files: authorities, the gateway's certificate, and its key.
    public var authorities, certificate, key: String?
    /// The identity that belongs to the shared key; nil if certificates encrypt, or nothing.
    public var sharedIdentity: String?
    /// The path of the file with the shared key.
    public var sharedKeyFile: String?
    /// The time without a packet after which the connection is checked, 5...3600 s.
    public var keepalive = Duration.seconds(30)
    /// The time for which the broker keeps the session of a gateway that is gone, 0...2,592,000 s.
    public var sessionExpiry = Duration.seconds(86_400)
    /// The shortest time between two live positions, 0.1...3600 s.
    public var interval = Duration.seconds(1)
    /// The time after which the broker drops a live message, 2...604,800 s.
    public var expiry = Duration.seconds(300)
    /// The same for a verdict, which no part of the gateway uses for longer than this.
    var verdictExpiry: Duration { min(expiry, .seconds(10)) }
    /// The time after which a reader without other news must not believe that a position is authenticated: that of two
    /// intervals, and at least 10 s, as everywhere else.
    var verdictAge: Duration { min(expiry, max(.seconds(10), interval * 2 + .seconds(1))) }
    /// The time between two positions of the history, 0...86,400 s; zero for none by time.
    public var historyInterval = Duration.seconds(10)
    /// The distance in metres after which the history gets a position, 0...100,000; 0 for none by distance.
    public var historyDistance = 0.0
    /// The limits of each queue of waiting positions.
    public var queueLimits = QueueLimits()
    /// True if positions are also published as OwnTracks describes them.
    public var publishesOwnTracks = false
    /// The beginning of Home Assistant's topics; nil to announce nothing there.
    public var homePrefix: String?
    /// True if the gateways at the broker are read.
    public var readsFleet = false
    /// The commands that are accepted.
    public var commands: Set<RemoteCommand> = []
    /// The group of edge nodes of Sparkplug B to which the gateway belongs; nil to publish nothing there.
    public var sparkplugGroup: String?
    /// The name and version of the program.
    public var program = "gnss-gateway"

    /// - Parameters:
    ///   - server: The scheme, host and port, for people.
    ///   - host: A host name or an IP address without brackets.
    ///   - port: The TCP port.
    ///   - prefix: The beginning of all topics.
    ///   - gateway: The gateway's name, one level of a topic.
    public init(server: String, host: String, port: UInt16, prefix: String, gateway: String) {
        (self.server, self.host, self.port, self.prefix, self.gateway) = (server, host, port, prefix, gateway)
        topics = GatewayTopics(prefix: prefix, gateway: gateway)
        client = "gnss-gateway-\(gateway)"
    }

    /// The settings of a connection. The files with secrets are read now, so that a changed password takes effect at the
    /// next attempt.
    ///
    /// - Throws: `BrokerError` that names the file.
    func connection(will: Publication?) throws(BrokerError) -> BrokerSettings {
        var settings = BrokerSettings(host: host, port: port, client: client, will: will)
        (settings.keepalive, settings.sessionExpiry, settings.user) = (keepalive, sessionExpiry, user)
        settings.password = try passwordFile.map { path throws(BrokerError) in
            BrokerSecret(try Self.firstLine(of: path))
        }
        if let sharedIdentity, let sharedKeyFile {
            settings.encryption = .sharedKey(
                identity: sharedIdentity, key: BrokerSecret(try Self.firstLine(of: sharedKeyFile)))
        } else if isSecure {
            settings.encryption = .certificates(authorities: authorities, certificate: certificate, key: key)
        }
        return settings
    }

    /// Checks a file that the settings name.
    ///
    /// - Parameter isSecret: True if its first line is a secret, false for the format PEM.
    /// - Returns: The reason why the file cannot be used; nil if it can.
    public static func problem(of path: String, isSecret: Bool) -> String? {
        guard isSecret else { return WholeFile.pemProblem(path) }
        do throws(BrokerError) {
            _ = try firstLine(of: path)
            return nil
        } catch {
            return error.detail
        }
    }

    private static func firstLine(of path: String) throws(BrokerError) -> String {
        let bytes: [UInt8]
        do throws(FileReadError) {
            bytes = try WholeFile.read(path, atMost: 4096, regularOnly: true)
        } catch {
            throw BrokerError(.settings, "cannot read \(path): \(error)")
        }
        let line = bytes.prefix { $0 != 10 && $0 != 13 && $0 != 0 }
        guard !line.isEmpty, let text = String(validating: line, as: UTF8.self) else {
            throw BrokerError(.settings, "the first line of \(path) is empty or not UTF-8")
        }
        return text
    }
}
