// SPDX-License-Identifier: Apache-2.0

/// The receiver with which the conformance suite runs a driver.
public struct ReceiverRig: Sendable {
    /// The kind of device that the configuration names.
    public enum Kind: Sendable, Hashable {
        /// The device of a configuration that is used unchanged. `garbage` is a section for a device that sends
        /// garbage; nil to skip the check with garbage.
        case configured(garbage: String?)
        /// A pseudo-terminal with a simulated receiver at its other end.
        case terminal
        /// A TCP server on the loopback with a simulated receiver; the device is an address such as
        /// `127.0.0.1:40123`.
        case server
        /// A file with the output of a receiver.
        case file
        /// No device is available, for the given reason.
        case missing(String)
    }

    /// The kind of device that the configuration names.
    public var kind: Kind
    /// Returns the section `config` in JSON for a device.
    public var configuration: @Sendable (_ device: String) -> String
    /// The output of the receiver.
    public var output: FalseReceiverOutput

    public init(
        _ kind: Kind, output: FalseReceiverOutput, configuration: @escaping @Sendable (_ device: String) -> String
    ) {
        (self.kind, self.output, self.configuration) = (kind, output, configuration)
    }

    /// Creates a rig for a configuration with which the driver reaches a receiver.
    ///
    /// - Parameters:
    ///   - configuration: The section in JSON.
    ///   - garbage: A section for a device that sends garbage; nil to skip the check with garbage.
    public static func configured(_ configuration: String, garbage: String? = nil) -> ReceiverRig {
        ReceiverRig(.configured(garbage: garbage), output: FalseReceiverOutput { _ in [] }) { _ in configuration }
    }
}

/// The settings to try with a driver. `gnss-gateway drivers check` derives them from the plugin's schema.
public struct SettingsTrial: Sendable {
    /// A section in JSON and its description.
    public typealias Section = (words: String, json: String)

    /// The defect of the schema; nil if it is valid.
    public var schemaProblem: String?
    /// The settings without documentation.
    public var undocumented: [String]
    /// The reason why the schema does not allow the sample; nil if it does.
    public var sampleProblem: String?
    /// The sample in JSON with defaults filled in; nil if the schema does not allow it.
    public var sample: String?
    /// Sections that the schema allows.
    public var allowed: [Section]
    /// Sections that the schema forbids.
    public var forbidden: [Section]

    public init(
        schemaProblem: String? = nil, undocumented: [String] = [], sampleProblem: String? = nil,
        sample: String? = nil, allowed: [Section] = [], forbidden: [Section] = []
    ) {
        self.schemaProblem = schemaProblem
        self.undocumented = undocumented
        self.sampleProblem = sampleProblem
        self.sample = sample
        self.allowed = allowed
        self.forbidden = forbidden
    }
}
