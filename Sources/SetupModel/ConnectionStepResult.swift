// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A step of a connection; each requires that all previous steps passed.
public enum ConnectionStep: String, Coded {
    /// An adapter is present and switched on.
    case adapter
    /// The receiver responds.
    case reachable
    /// The receiver lists a serial port.
    case service
    /// The channel of the serial port is open.
    case channel
    /// Bytes arrive.
    case bytes
    /// Frames with a valid checksum arrive.
    case frames
    /// Frames with a position arrive.
    case position
    /// Raw Galileo pages, which OSNMA needs, arrive.
    case pages
}

/// The result of one step.
public struct ConnectionStepResult: Codable, Hashable, Sendable {
    /// The result of a step.
    public enum Result: String, Coded {
        case passed
        case failed
        case notReached = "not_reached"
    }

    public var step: ReportCode<ConnectionStep>
    public var result: ReportCode<Result>
    /// The reason for a failure, for programs: `adapter_off`, `unreachable`, `channel_refused`, `silent` …
    public var code: String?
    /// The reason and its remedy, for people.
    public var text: String?
    /// The text as a code with parameters; for a driver's error, it is shorter than the text.
    public var message: CodedText?

    /// Creates the result of a step.
    public init(
        step: ConnectionStep, result: Result, code: String? = nil, text: String? = nil, message: CodedText? = nil
    ) {
        (self.step, self.result, self.code, self.text) = (ReportCode(step), ReportCode(result), code, text)
        self.message = message
    }
}
