// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A receiver that is plugged in.
public protocol ReceiverDriver {
    /// Talks to the receiver and publishes to `context`. Runs on a thread of its own and may block, as long as it looks
    /// at `context.stop` at least once a second.
    ///
    /// Returns when stopped, or when a source that has an end came to it.
    ///
    /// - Throws: `DriverError.lost` when the receiver is gone, `DriverError.failed` when trying again cannot help.
    func run(_ context: DriverContext) throws(DriverError)
}

/// Why a driver ended that was not asked to. The text is for people: what, where, what to do.
public enum DriverError: Error, Hashable, CustomStringConvertible {
    /// The receiver is gone; trying again may help.
    case lost(String)
    /// Trying again cannot help before something is changed.
    case failed(String)
    /// The receiver turned us away, as with a wrong PIN: trying again may help, but not soon.
    case refused(String)

    public var description: String {
        switch self {
        case .lost(let reason), .failed(let reason), .refused(let reason): reason
        }
    }
}

/// What a plugin is: the value from which DriverKit makes the plugin's table in the contract.
public struct DriverPlugin: Sendable {
    /// The word used for it in the configuration file: lower-case letters, digits and hyphens, 1...40 of them.
    public var kind: String
    /// The plugin's own version, such as `1.2.0`.
    public var version: String
    /// What it is, in one line.
    public var summary: String
    /// A sample of the receiver's section `config`, as YAML with comments.
    public var sampleConfiguration: String
    /// JSON Schema of that section (the subset that `gnss_driver.h` names).
    public var configurationSchema: String
    /// The kinds of observations that its drivers publish.
    public var delivers: Set<ObservationKind>
    /// Whether its sources can wait for slow consumers: replays and simulations.
    public var isFlowControlled: Bool
    /// Looks whether a receiver of this kind speaks on a device; nil where the plugin cannot.
    public var probe: DeviceProbe?
    /// Looks for devices of this kind; nil where the plugin cannot.
    public var discover: DeviceDiscovery?
    /// Whether its drivers send to the receiver what they find in `DriverContext.outbox`: corrections.
    public var takesCorrections: Bool
    /// Makes a driver; does not touch the device. Throws with a text for people.
    public var makeDriver: @Sendable (DriverConfiguration) throws(DriverError) -> any ReceiverDriver

    /// A plugin; the parameters are as the properties.
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
