// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// An overview of the daemon. Unknown values are omitted from the JSON.
public struct GatewayReport: Codable, Hashable, Sendable {
    public var gateway: HostReport
    public var active: ActiveReceiverReport
    /// The indicators; those of abilities describe the active receiver.
    public var indicators: [Indicator]
    /// The receivers, in the order in which they were added.
    public var receivers: [ReceiverReport]
    /// The corrections being fetched; nil if none are configured.
    public var corrections: CorrectionsReport?
    /// The OSNMA verdict on each receiver; nil if validation is off.
    public var osnma: [OSNMASummary]?
    /// The uplink to agrirouter; nil if there is no endpoint and none is configured.
    public var agrirouter: AgrirouterReport?
    /// The connection to an MQTT broker; nil if none is configured.
    public var mqtt: MQTTReport?
    /// The positions for a Traccar server; nil if none is configured.
    public var traccar: FormReport?
    /// The webhook; nil if none is configured.
    public var webhook: WebhookReport?
    /// True if photos may be taken and stored.
    public var capturesEnabled = false
    /// True if the other gateways at the MQTT broker are read.
    public var fleetEnabled = false
    /// True if a back office is configured.
    public var backOfficeEnabled = false
    /// Alerts that have not ended.
    public var alerts: [AlertReport]
    /// The bus and its consumers.
    public var bus: BusReport
    /// The servers.
    public var servers: [ServerReport]
    /// The store for persistent state.
    public var store: StoreReport
    /// The version of the settings that users may change; it differs after every change.
    public var settings: String?

    public init(
        gateway: HostReport, active: ActiveReceiverReport, indicators: [Indicator], receivers: [ReceiverReport],
        alerts: [AlertReport], bus: BusReport, servers: [ServerReport], store: StoreReport
    ) {
        (self.gateway, self.active, self.indicators, self.receivers) = (gateway, active, indicators, receivers)
        (self.alerts, self.bus, self.servers, self.store) = (alerts, bus, servers, store)
    }

    enum CodingKeys: String, CodingKey {
        case gateway, active, indicators, receivers, corrections, osnma, agrirouter, mqtt, traccar, webhook, alerts, bus
        case servers, store, settings
        case capturesEnabled = "captures_enabled"
        case fleetEnabled = "fleet_enabled"
        case backOfficeEnabled = "back_office_enabled"
    }
}

/// The program and the machine.
public struct HostReport: Codable, Hashable, Sendable {
    /// The program's name, `gnss-gateway`.
    public var name: String
    /// The version of the program.
    public var version: String
    /// The operating system, its kernel and the machine.
    public var system: String
    public var process: Int32
    public var started: Timestamp
    /// The time since the start, in seconds.
    public var uptime: Double
    /// The current time by the daemon's clock.
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

/// A server.
public struct ServerReport: Codable, Hashable, Sendable {
    /// The protocol: `gpsd`, `nmea`, `http`.
    public var `protocol`: String
    /// The address with the port.
    public var address: String
    /// The number of clients on all its addresses; nil if they are not counted.
    public var clients: Int?
    /// The number of clients that lost data because they were too slow.
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

/// The store for persistent state.
public struct StoreReport: Codable, Hashable, Sendable {
    /// The folder; nil if state is kept only in memory.
    public var folder: String?
    /// True if the abilities of receivers and the operator's selection are stored.
    public var isWorking: Bool
    /// The problem, for people.
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
