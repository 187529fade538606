// SPDX-License-Identifier: Apache-2.0

public import ControlModel

/// The operator's settings after checking, with defaults.
public struct GatewayConfiguration: Sendable {
    /// The receivers in the order of the file, with distinct IDs.
    public var receivers: [ReceiverConfiguration]
    /// The addresses on which the gateway listens.
    public var listen: ListenConfiguration
    /// The rules for access over the network.
    public var access = AccessSettings()
    /// The certificate of the HTTPS server.
    public var tls = TLSSettings.auto
    /// The selection among several receivers.
    public var selection: SelectionConfiguration
    /// Settings for the automatic discovery of receivers.
    public var discovery = DiscoveryConfiguration()
    /// The conditions under which the daemon exits.
    public var supervision = SupervisionSettings()
    /// The source of corrections; nil for none.
    public var corrections: CorrectionsSettings?
    /// The settings of Galileo's authentication.
    public var osnma = OSNMASettings()
    /// The settings of sampling sessions.
    public var centroid = CentroidPreferences()
    /// The conditions for photos.
    public var captures = CapturePreferences()
    /// The back office that gives tasks.
    public var backOffice = BackOfficePreferences()
    /// The settings for agrirouter.
    public var agrirouter = AgrirouterSettings()
    /// The broker to which positions are published; nil for none.
    public var mqtt: MQTTSettings?
    /// The Traccar server to which positions are sent; nil for none.
    public var traccar: TraccarSettings?
    /// The address to which alerts are posted; nil for none.
    public var webhook: WebhookSettings?
    /// The settings for continuous recording.
    public var tracks = TracksSettings()
    /// The settings for maps from files.
    public var map = MapSettings()
    /// The settings of the expected satellites.
    public var sky = SkySettings()
    /// Additional directories to search for drivers, as absolute paths.
    public var pluginPath: [String]
    /// The folder for state, an absolute path; nil to use the environment's.
    public var stateDirectory: String?
    /// The limits of stored recordings.
    public var store = StoreSettings()
    /// The settings of the log.
    public var log = LogConfiguration()

    /// The places of the keys `ca_file` in the configuration file, by section.
    var authorityPlaces: [String: String] = [:]

    /// The files with certificate authorities that `agrirouter`, `back_office`, `corrections`, `traccar` and `webhook`
    /// name, each with its key. File and line precede the key if it comes from a file.
    public var authorityFiles: [(key: String, path: String)] {
        let sections = [
            ("agrirouter", agrirouter.authorities), ("back_office", backOffice.authorities),
            ("corrections", corrections?.authorities), ("traccar", traccar?.authorities),
            ("webhook", webhook?.authorities),
        ]
        return sections.compactMap { section, path in
            path.map { ((authorityPlaces[section].map { $0 + ": " } ?? "") + "\(section).ca_file", $0) }
        }
    }

    /// Creates a configuration; the defaults are those of an empty file: no receivers, and gpsd on both loopback
    /// addresses.
    public init(
        receivers: [ReceiverConfiguration] = [], listen: ListenConfiguration = ListenConfiguration(),
        selection: SelectionConfiguration = SelectionConfiguration(), pluginPath: [String] = []
    ) {
        self.receivers = receivers
        self.listen = listen
        self.selection = selection
        self.pluginPath = pluginPath
    }
}

/// The addresses on which the gateway listens.
public struct ListenConfiguration: Hashable, Sendable {
    /// The addresses of the gpsd server.
    public var gpsd: [ListenAddress]
    /// The addresses of the NMEA server.
    public var nmea: [NMEAAddress]
    /// The addresses of the HTTP server. If the default address cannot be used, the daemon runs without it.
    public var http = [Self.defaultHTTP]

    /// The addresses of the HTTPS server.
    public var https: [ListenAddress] = []

    /// Names of this machine that requests over TCP may use, in addition to those that the gateway finds itself.
    public var names: [String] = []

    /// The default address of the control interface.
    public static let defaultHTTP = ListenAddress(host: "127.0.0.1", port: 8947)

    /// Creates addresses; by default port 2947 on both loopback addresses.
    public init(
        gpsd: [ListenAddress] = [ListenAddress(host: "127.0.0.1", port: 2947), ListenAddress(host: "::1", port: 2947)],
        nmea: [NMEAAddress] = []
    ) {
        self.gpsd = gpsd
        self.nmea = nmea
    }
}

/// Settings for the selection among several receivers.
public struct SelectionConfiguration: Hashable, Sendable {
    /// The receivers that clients get if they request no particular one.
    public enum Programs: String, Hashable, Sendable, CaseIterable {
        /// Only the active receiver, so that positions never jump between two.
        case active
        /// All receivers, like gpsd.
        case all
    }

    /// The receivers that clients get if they request no particular one.
    public var programs: Programs
    /// The time for which a better receiver must stay better before it becomes active.
    public var hold: Duration
    /// The longest time that the active receiver may lack a position while another one has it.
    public var fixTimeout: Duration

    /// Creates settings; by default, clients get the active receiver, which changes after 10 s, or after 3 s without a
    /// position.
    public init(
        programs: Programs = .active, hold: Duration = .seconds(10), fixTimeout: Duration = .seconds(3)
    ) {
        self.programs = programs
        self.hold = hold
        self.fixTimeout = fixTimeout
    }
}

/// Settings of the log on standard error.
public struct LogConfiguration: Hashable, Sendable {
    /// The severity of a message, as in swift-log.
    public enum Level: String, Hashable, Sendable, CaseIterable {
        /// Every detail, for developers.
        case trace
        /// Details for finding errors.
        case debug
        /// Events of normal operation.
        case info
        /// Unusual events that are not problems.
        case notice
        /// Conditions that may become errors.
        case warning
        /// Failures of an operation.
        case error
        /// Failures that end the daemon.
        case critical
    }

    /// The lowest severity that is logged.
    public var level: Level

    /// Creates settings; by default, normal events are logged.
    public init(level: Level = .info) { self.level = level }
}

/// The process in which a driver runs.
public enum Isolation: String, Hashable, Sendable, CaseIterable {
    /// The driver runs in the gateway's process.
    case inProcess = "in-process"
    /// The driver runs in a separate process.
    case process
}

/// A receiver and its driver.
public struct ReceiverConfiguration: Sendable {
    /// The ID: 1...64 letters, digits, dots, hyphens and underscores.
    public var id: String
    public var driver: String
    /// The process in which the driver runs; nil for the driver's default.
    public var isolation: Isolation?
    /// Resource limits for a driver in a separate process; nil for the defaults.
    public var limits: ChildLimits?
    /// The priority among the receivers, 0...100; the highest comes first.
    public var priority: Int
    /// The time without data after which the receiver is reported as quiet, not as lost; zero for never.
    public var silence: Duration
    /// The driver's own keys.
    public var section: DriverSection

    /// Creates a receiver.
    ///
    /// - Parameters:
    ///   - id: 1...64 letters, digits, dots, hyphens and underscores.
    ///   - driver: The driver's name.
    ///   - isolation: The process in which the driver runs; nil for the driver's default.
    ///   - limits: Resource limits for a driver in a separate process; nil for the defaults.
    ///   - priority: The priority, 0...100.
    ///   - silence: The time without data after which the receiver is reported as quiet; zero for never.
    ///   - section: The driver's own keys.
    public init(
        id: String, driver: String, isolation: Isolation? = nil, limits: ChildLimits? = nil, priority: Int = 10,
        silence: Duration = .seconds(10), section: DriverSection = DriverSection()
    ) {
        self.id = id
        self.driver = driver
        self.isolation = isolation
        self.limits = limits
        self.priority = priority
        self.silence = silence
        self.section = section
    }
}
