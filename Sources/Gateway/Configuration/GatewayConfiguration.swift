// SPDX-License-Identifier: Apache-2.0

/// What the operator set, checked and with its defaults.
public struct GatewayConfiguration: Sendable {
    /// The receivers, in the order of the file, their ids distinct.
    public var receivers: [ReceiverConfiguration]
    /// Where the gateway listens.
    public var listen: ListenConfiguration
    /// More directories to look for drivers in, absolute paths.
    public var pluginPath: [String]

    /// The configuration of an empty file: no receivers, gpsd on both loopbacks.
    public init(
        receivers: [ReceiverConfiguration] = [], listen: ListenConfiguration = ListenConfiguration(),
        pluginPath: [String] = []
    ) {
        self.receivers = receivers
        self.listen = listen
        self.pluginPath = pluginPath
    }
}

/// Where the gateway listens.
public struct ListenConfiguration: Hashable, Sendable {
    /// Addresses of the gpsd protocol.
    public var gpsd: [ListenAddress]

    /// Addresses, by default port 2947 of both loopbacks.
    public init(
        gpsd: [ListenAddress] = [ListenAddress(host: "127.0.0.1", port: 2947), ListenAddress(host: "::1", port: 2947)]
    ) {
        self.gpsd = gpsd
    }
}

/// Where a driver runs.
public enum Isolation: String, Hashable, Sendable, CaseIterable {
    /// In the gateway.
    case inProcess = "in-process"
}

/// A receiver and its driver.
public struct ReceiverConfiguration: Sendable {
    /// The name: 1...64 letters, digits, dots, hyphens, underscores.
    public var id: String
    /// The driver's name.
    public var driver: String
    /// Where the driver runs; nil leaves it to the gateway.
    public var isolation: Isolation?
    /// Which receiver is preferred, 0...100; the highest is.
    public var priority: Int
    /// The driver's own keys.
    public var section: DriverSection

    /// A receiver.
    ///
    /// - Parameters:
    ///   - id: 1...64 letters, digits, dots, hyphens, underscores.
    ///   - driver: the driver's name.
    ///   - isolation: where the driver runs; nil leaves it to the gateway.
    ///   - priority: 0...100.
    ///   - section: the driver's own keys.
    public init(
        id: String, driver: String, isolation: Isolation? = nil, priority: Int = 10,
        section: DriverSection = DriverSection()
    ) {
        self.id = id
        self.driver = driver
        self.isolation = isolation
        self.priority = priority
        self.section = section
    }
}
