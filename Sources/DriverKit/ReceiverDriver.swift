// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The driver of one receiver.
public protocol ReceiverDriver {
    /// Communicates with the receiver and publishes to `context`. Runs on its own thread and may block, as long as it
    /// checks `context.stop` at least once a second.
    ///
    /// Returns when the driver is to stop, or when a finite source has ended.
    ///
    /// - Throws: `DriverError.lost` if the receiver is gone, `DriverError.failed` if a retry cannot help.
    func run(_ context: DriverContext) throws(DriverError)
}

/// The reason why a driver ended without being stopped. The text is for people: the problem, the device and the
/// remedy.
public enum DriverError: Error, Hashable, CustomStringConvertible {
    /// The receiver is gone; a retry may help.
    case lost(String)
    /// A retry cannot help until a user corrects the cause.
    case failed(String)
    /// The receiver refused the connection, for example because of a wrong PIN: a retry may help, but not soon.
    case refused(String)

    public var description: String {
        switch self {
        case .lost(let reason), .failed(let reason), .refused(let reason): reason
        }
    }
}

/// The description of a plugin, from which DriverKit builds the plugin's table for the host.
public struct DriverPlugin: Sendable {
    /// The plugin's name in the configuration file: 1...40 lower-case letters, digits and hyphens.
    public var kind: String
    /// The plugin's own version, such as `1.2.0`.
    public var version: String
    /// A one-line description.
    public var summary: String
    /// A sample of the receiver's section `config`, as YAML with comments.
    public var sampleConfiguration: String
    /// The JSON Schema of that section, in the subset described in `gnss_driver.h`.
    public var configurationSchema: String
    /// The kinds of observations that the drivers publish.
    public var delivers: Set<ObservationKind>
    /// True if the drivers' sources, such as replays and simulations, can wait for slow consumers.
    public var isFlowControlled: Bool
    /// Probes a device for a receiver of this kind; nil if the plugin cannot probe.
    public var probe: DeviceProbe?
    /// Searches for devices of this kind; nil if the plugin cannot search.
    public var discover: DeviceDiscovery?
    /// True if the drivers send the messages in `DriverContext.outbox` (corrections) to the receiver.
    public var takesCorrections: Bool
    /// Creates a driver without accessing the device. Throws an error for people.
    public var makeDriver: @Sendable (DriverConfiguration) throws(DriverError) -> any ReceiverDriver

    public init(
        kind: String, version: String, summary: String, sampleConfiguration: String, configurationSchema: String,
        delivers: Set<ObservationKind>, isFlowControlled: Bool = false,
        probe: DeviceProbe? = nil, discover: DeviceDiscovery? = nil, takesCorrections: Bool = false,
        makeDriver: @escaping @Sendable (DriverConfiguration) throws(DriverError) -> any ReceiverDriver
    ) {
        self.kind = kind
        self.version = version
        self.summary = summary
        self.sampleConfiguration = sampleConfiguration
        self.configurationSchema = configurationSchema
        self.delivers = delivers
        self.isFlowControlled = isFlowControlled
        self.probe = probe
        self.discover = discover
        self.takesCorrections = takesCorrections
        self.makeDriver = makeDriver
    }
}
