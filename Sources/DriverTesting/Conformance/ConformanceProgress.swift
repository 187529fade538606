// SPDX-License-Identifier: Apache-2.0

/// A function of the contract that the suite calls. The raw value is its name in the contract.
public enum ConformancePhase: String, Sendable, Hashable, CaseIterable {
    /// Creates a driver.
    case create
    /// Runs the driver on its own thread.
    case run
    /// Makes `run` return.
    case stop
    /// Frees the driver.
    case destroy
    /// Probes a device for a receiver.
    case probe
    /// Lists devices.
    case discover
    /// Passes on data for the receiver.
    case write

    /// The check that fails if the call itself crashes or hangs, regardless of its purpose; nil if that is the check
    /// for which the call was made.
    public var check: ConformanceCheck? {
        switch self {
        case .stop: .stop
        case .destroy: .destroy
        default: nil
        }
    }
}

/// The progress of the suite, so that an observer can attribute a crash or a hang.
public enum ConformanceProgress: Sendable {
    /// A group of checks begins.
    case begins(ConformanceGroup)
    /// The next calls belong to this check.
    case tries(ConformanceCheck)
    /// The suite calls a function of the driver, with a time limit; nil after the function has returned.
    case calls(ConformancePhase?, limit: Duration)
    /// Findings known before the driver is stopped and destroyed.
    case judged([DriverConformance.Finding])
    /// The group has ended. If it left a running driver behind, nothing further should be tried in this process.
    case ended([DriverConformance.Finding], hasLeftovers: Bool)
}
