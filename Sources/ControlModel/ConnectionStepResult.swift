// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A step; each is reached only where those before it were passed.
public enum ConnectionStep: String, Coded {
    /// There is an adapter, and it is on.
    case adapter
    /// The receiver answers.
    case reachable
    /// It says that it has a serial port.
    case service
    /// The channel of the serial port is open.
    case channel
    /// Bytes flow.
    case bytes
    /// Among them are frames with a right checksum.
    case frames
    /// The frames have a position.
    case position
    /// Raw pages of Galileo come, which OSNMA is made of.
    case pages
}

/// A step and how it went.
public struct ConnectionStepResult: Codable, Hashable, Sendable {
    /// How a step went.
    public enum Result: String, Coded {
        case passed
        case failed
        case notReached = "not_reached"
    }

    public var step: ReportCode<ConnectionStep>
    public var result: ReportCode<Result>
    /// Why it failed, a word for programs: `adapter_off`, `unreachable`, `channel_refused`, `silent` …
    public var code: String?
    /// The same in words, with what to do.
    public var text: String?

    /// A step and how it went.
    public init(step: ConnectionStep, result: Result, code: String? = nil, text: String? = nil) {
        (self.step, self.result, self.code, self.text) = (ReportCode(step), ReportCode(result), code, text)
    }
}
