// SPDX-License-Identifier: Apache-2.0

/// The receiver that the conformance suite runs a driver with.
public struct ReceiverRig: Sendable {
    /// What stands where the device is named.
    public enum Kind: Sendable, Hashable {
        /// The configuration as it is leads to a receiver. With a section for a device that sends garbage, or nil.
        case configured(garbage: String?)
        /// A pseudo-terminal with a false receiver at its other end.
        case terminal
        /// A TCP server on the loopback with a false receiver in it; the device is an address such as `127.0.0.1:40123`.
        case server
        /// A file with what a receiver would send.
        case file
        /// There is none, and why.
        case missing(String)
    }

    /// What stands where the device is named.
    public var kind: Kind
    /// The section `config` in JSON, for a device.
    public var configuration: @Sendable (_ device: String) -> String
    /// What the receiver sends.
    public var output: FalseReceiverOutput

    /// A rig; the parameters are as the properties.
    public init(
        _ kind: Kind, output: FalseReceiverOutput, configuration: @escaping @Sendable (_ device: String) -> String
    ) {
        (self.kind, self.output, self.configuration) = (kind, output, configuration)
    }

    /// A configuration that leads to a receiver.
    ///
    /// - Parameters:
    ///   - configuration: the section in JSON.
    ///   - garbage: a section that leads to a device that sends garbage, or nil.
    public static func configured(_ configuration: String, garbage: String? = nil) -> ReceiverRig {
        ReceiverRig(.configured(garbage: garbage), output: FalseReceiverOutput { _ in [] }) { _ in configuration }
    }
}

/// What is tried of a driver's settings. The gateway makes it of the plugin's schema; see `drivers check`.
public struct SettingsTrial: Sendable {
    /// A section in JSON, and what is said of it.
    public typealias Section = (words: String, json: String)

    /// Why the schema is none, or nil.
    public var schemaProblem: String?
    /// The settings that are not described.
    public var undocumented: [String]
    /// Why the schema does not allow the sample, or nil.
    public var sampleProblem: String?
    /// The sample in JSON with defaults filled in; nil where the schema does not allow it.
    public var sample: String?
    /// Sections that the schema allows.
    public var allowed: [Section]
    /// Sections that it forbids.
    public var forbidden: [Section]

    /// What is to be tried; the parameters are as the properties.
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
