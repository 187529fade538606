// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile

/// What the process of a driver can flood the gateway with. Each sort has a limit and words of its own, so that a driver
/// is accused of what it does.
package enum FloodSort: String, CaseIterable, Sendable {
    /// Records in batches.
    case observations
    /// Batches that bring nothing: empty ones, refused ones, and those of kinds that the gateway does not know.
    case uselessBatches = "useless_batches"
    /// Lines for the log, and states.
    case lines
    /// Bytes on standard error.
    case standardError = "standard_error"
    /// Reports of corrections that were given up.
    case givenUp = "given_up"

    /// How much of it a second is taken; observations have the limit of the configuration instead.
    var perSecond: Int {
        switch self {
        case .observations: ChildLimits.usualObservationsPerSecond
        case .uselessBatches, .lines, .givenUp: 2000
        case .standardError: 64 << 10
        }
    }

    /// What the driver does, as the rest of a sentence that begins with "it".
    ///
    /// - Parameter limit: how much a second is taken.
    func deed(_ limit: Int) -> String {
        switch self {
        case .observations: "publishes more than \(limit) observations a second (limits.observations_per_s)"
        case .uselessBatches: "publishes more than \(limit) empty batches a second"
        case .lines: "logs more than \(limit) lines and states a second"
        case .standardError: "writes more than \(limit >> 10) KiB a second to standard error"
        case .givenUp: "reports dropped corrections more than \(limit) times a second"
        }
    }

    /// What is counted where it is over the limit.
    package var unit: String {
        switch self {
        case .observations: "observations"
        case .uselessBatches: "batches"
        case .lines: "lines and states"
        case .standardError: "bytes"
        case .givenUp: "reports"
        }
    }
}
