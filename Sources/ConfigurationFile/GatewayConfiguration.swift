// SPDX-License-Identifier: Apache-2.0

public import ControlModel

/// What the operator set, checked and with its defaults.
public struct GatewayConfiguration: Sendable {
    /// The receivers, in the order of the file, their ids distinct.
    public var receivers: [ReceiverConfiguration]
    /// Where the gateway listens.
    public var listen: ListenConfiguration
    /// Who may do what over the network.
    public var access = AccessSettings()
    /// Which receiver programs are shown where there are several.
    public var selection: SelectionConfiguration
    /// Whether receivers are looked for, and where.
    public var discovery = DiscoveryConfiguration()
    /// When the daemon gives up.
    public var supervision = SupervisionSettings()
    /// Where corrections come from; nil: nowhere.
    public var corrections: CorrectionsSettings?
    /// How Galileo's authentication is used.
    public var osnma = OSNMASettings()
    /// The settings of sampling sessions.
    public var centroid = CentroidPreferences()
    /// How positions are exchanged with agrirouter.
    public var agrirouter = AgrirouterSettings()
    /// What is recorded all the time.
    public var tracks = TracksSettings()
    /// More directories to look for drivers in, absolute paths.
    public var pluginPath: [String]
    /// Where state is kept, an absolute path; nil leaves it to the environment.
    public var stateDirectory: String?
    /// How much of what was recorded is kept.
    public var store = StoreSettings()
    /// What the daemon says.
    public var log = LogConfiguration()

    /// The configuration of an empty file: no receivers, gpsd on both loopbacks.
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

/// Where the gateway listens.
public struct ListenConfiguration: Hashable, Sendable {
    /// Addresses of the gpsd protocol.
    public var gpsd: [ListenAddress]
    /// Where NMEA sentences go.
    public var nmea: [NMEAAddress]
    /// Addresses of the control interface over TCP. The daemon can do without that of default.
    public var http = [Self.defaultHTTP]

    /// Names of this machine that requests over TCP may have, beyond those that it knows itself.
    public var names: [String] = []

    /// The address of the control interface where none is stated.
    public static let defaultHTTP = ListenAddress(host: "127.0.0.1", port: 8947)

    /// Addresses, by default port 2947 of both loopbacks.
    public init(
        gpsd: [ListenAddress] = [ListenAddress(host: "127.0.0.1", port: 2947), ListenAddress(host: "::1", port: 2947)],
        nmea: [NMEAAddress] = []
    ) {
        self.gpsd = gpsd
        self.nmea = nmea
    }
}

/// Which receiver programs are shown where there are several.
public struct SelectionConfiguration: Hashable, Sendable {
    /// What programs get that name no receiver.
    public enum Programs: String, Hashable, Sendable, CaseIterable {
        /// Only the active receiver, so that a position never jumps between two.
        case active
        /// All of them, as gpsd does.
        case all
    }

    /// What programs get that name no receiver.
    public var programs: Programs
    /// How long a better receiver must be better before it takes over.
    public var hold: Duration
    /// How long a receiver without a position may stay the active one while another has one.
    public var fixTimeout: Duration

    /// A selection: the active one, taken over after 10 s, left after 3 s.
    public init(
        programs: Programs = .active, hold: Duration = .seconds(10), fixTimeout: Duration = .seconds(3)
    ) {
        self.programs = programs
        self.hold = hold
        self.fixTimeout = fixTimeout
    }
}

/// What the daemon says on standard error.
public struct LogConfiguration: Hashable, Sendable {
    /// How much a message matters, as swift-log has it.
    public enum Level: String, Hashable, Sendable, CaseIterable {
        /// Everything.
        case trace
        /// What helps to find a fault.
        case debug
        /// What happens.
        case info
        /// What is out of the ordinary.
        case notice
        /// What may become a fault.
        case warning
        /// What does not work.
        case error
        /// What ends the daemon.
        case critical
    }

    /// What is less than that is not told.
    public var level: Level

    /// All that happens, by default.
    public init(level: Level = .info) { self.level = level }
}

/// Where a driver runs.
public enum Isolation: String, Hashable, Sendable, CaseIterable {
    /// In the gateway.
    case inProcess = "in-process"
    /// In a process of its own.
    case process
}

/// A receiver and its driver.
public struct ReceiverConfiguration: Sendable {
    /// The name: 1...64 letters, digits, dots, hyphens, underscores.
    public var id: String
    public var driver: String
    /// Where the driver runs; nil leaves it to the gateway.
    public var isolation: Isolation?
    /// What a driver in a process of its own may use; nil: the usual.
    public var limits: ChildLimits?
    /// The priority among the receivers, 0...100; the highest comes first.
    public var priority: Int
    /// A longer pause in its data is reported: the receiver is then quiet, not lost; zero: never.
    public var silence: Duration
    /// The driver's own keys.
    public var section: DriverSection

    /// A receiver.
    ///
    /// - Parameters:
    ///   - id: 1...64 letters, digits, dots, hyphens, underscores.
    ///   - driver: the driver's name.
    ///   - isolation: where the driver runs; nil leaves it to the gateway.
    ///   - limits: what a driver in a process of its own may use; nil: the usual.
    ///   - priority: 0...100.
    ///   - silence: a longer pause in its data is reported; zero: never.
    ///   - section: the driver's own keys.
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
