// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The daemon at a glance. What is unknown is left out of the JSON.
public struct GatewayReport: Codable, Hashable, Sendable {
    public var gateway: HostReport
    public var active: ActiveReceiverReport
    /// The indicators; those of abilities are the active receiver's.
    public var indicators: [Indicator]
    /// The receivers, in the order they came.
    public var receivers: [ReceiverReport]
    /// The corrections that are fetched; nil: none are configured.
    public var corrections: CorrectionsReport?
    /// Which receivers' navigation data Galileo authenticates; nil: nothing is validated.
    public var osnma: [OSNMASummary]?
    /// The uplink to agrirouter; nil: there is no endpoint, and none is configured.
    public var agrirouter: AgrirouterReport?
    /// Alerts that are not over.
    public var alerts: [AlertReport]
    /// The bus and its consumers.
    public var bus: BusReport
    /// The servers for programs.
    public var servers: [ServerReport]
    /// Where state is kept.
    public var store: StoreReport
    /// The version of the settings that people may change: another one once a setting was changed.
    public var settings: String?

    public init(
        gateway: HostReport, active: ActiveReceiverReport, indicators: [Indicator], receivers: [ReceiverReport],
        alerts: [AlertReport], bus: BusReport, servers: [ServerReport], store: StoreReport
    ) {
        (self.gateway, self.active, self.indicators, self.receivers) = (gateway, active, indicators, receivers)
        (self.alerts, self.bus, self.servers, self.store) = (alerts, bus, servers, store)
    }
}

/// The program and the machine.
public struct HostReport: Codable, Hashable, Sendable {
    /// The program's name, `gnss-gateway`.
    public var name: String
    /// The version of the program.
    public var version: String
    /// The operating system, its kernel and machine.
    public var system: String
    public var process: Int32
    public var started: Timestamp
    /// How long it runs, in seconds.
    public var uptime: Double
    /// Now, by the daemon's clock.
    public var time: Timestamp

    public init(
        name: String, version: String, system: String, process: Int32, started: Timestamp, uptime: Double,
        time: Timestamp
    ) {
        (self.name, self.version, self.system, self.process) = (name, version, system, process)
        (self.started, self.uptime, self.time) = (started, uptime, time)
    }

    enum CodingKeys: String, CodingKey {
        case name, version, process, started, time
        case system = "os"
        case uptime = "uptime_s"
    }
}

/// A server for programs.
public struct ServerReport: Codable, Hashable, Sendable {
    /// What it speaks: `gpsd`, `nmea`, `http`.
    public var `protocol`: String
    /// The address that it listens on, with the port.
    public var address: String
    /// How many clients all its addresses have; nil: it does not count them.
    public var clients: Int?
    /// Clients that lost data because they were too slow.
    public var slowClients: Int?

    public init(protocol: String, address: String, clients: Int? = nil, slowClients: Int? = nil) {
        (self.protocol, self.address, self.clients) = (`protocol`, address, clients)
        self.slowClients = slowClients
    }

    enum CodingKeys: String, CodingKey {
        case `protocol`, address, clients
        case slowClients = "slow_clients"
    }
}

/// Where state is kept.
public struct StoreReport: Codable, Hashable, Sendable {
    /// The folder; nil: in memory only.
    public var folder: String?
    /// Whether what is learnt and selected is stored.
    public var isWorking: Bool
    /// What is wrong, for people.
    public var problem: String?

    public init(folder: String?, problem: String? = nil) {
        (self.folder, self.problem) = (folder, problem)
        isWorking = problem == nil
    }

    enum CodingKeys: String, CodingKey {
        case folder, problem
        case isWorking = "working"
    }
}

/// The gateway and the active receiver.
public struct DeviceInformation: Codable, Hashable, Sendable {
    /// The program and the machine.
    public var gateway: HostReport
    /// The active receiver; the first receiver if none is active.
    public var receiver: ReceiverReport?

    public init(gateway: HostReport, receiver: ReceiverReport?) {
        (self.gateway, self.receiver) = (gateway, receiver)
    }
}
