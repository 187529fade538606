// SPDX-License-Identifier: Apache-2.0

/// A function of the contract that the suite calls. The raw value is its name there.
public enum ConformancePhase: String, Sendable, Hashable, CaseIterable {
    /// Makes a driver.
    case create
    /// Runs it, on a thread of its own.
    case run
    /// Makes `run` return.
    case stop
    /// Frees the driver.
    case destroy
    /// Looks for a receiver on a device.
    case probe
    /// Lists devices.
    case discover
    /// Hands over what is for the receiver.
    case write

    /// The check that fails where the call itself breaks down, whatever it was made for; nil: the check it was made for.
    public var check: ConformanceCheck? {
        switch self {
        case .stop: .stop
        case .destroy: .destroy
        default: nil
        }
    }
}

/// What a run of the suite is at, so that an observer knows what a crash or a hang belongs to.
public enum ConformanceProgress: Sendable {
    /// A group of checks begins.
    case begins(ConformanceGroup)
    /// The next calls are made for this check.
    case tries(ConformanceCheck)
    /// A function of the driver is called, which may take so long; nil: it has returned.
    case calls(ConformancePhase?, limit: Duration)
    /// Found already, though the driver is still to be stopped and destroyed.
    case judged([DriverConformance.Finding])
    /// The group has ended; whether a driver was left behind that still runs: then nothing more should be tried in this
    /// process.
    case ended([DriverConformance.Finding], hasLeftovers: Bool)
}
