// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile

/// The kinds of data with which a driver's process can flood the gateway. Each kind has a separate limit and message,
/// so that a driver is blamed for the right thing.
package enum FloodSort: String, CaseIterable, Sendable {
    /// Records in batches.
    case observations
    /// Batches without useful content: empty ones, refused ones, and those of kinds unknown to the gateway.
    case uselessBatches = "useless_batches"
    /// Log lines and states.
    case lines
    /// Bytes on standard error.
    case standardError = "standard_error"
    /// Reports of dropped corrections.
    case givenUp = "given_up"

    /// The limit per second; for observations, the configuration's limit takes precedence.
    var perSecond: Int {
        switch self {
        case .observations: ChildLimits.usualObservationsPerSecond
        case .uselessBatches, .lines, .givenUp: 2000
        case .standardError: 64 << 10
        }
    }

    /// Returns a description of the driver's behaviour that continues a sentence beginning with "it".
    ///
    /// - Parameter limit: The limit per second.
    func deed(_ limit: Int) -> String {
        switch self {
        case .observations: "publishes more than \(limit) observations a second (limits.observations_per_s)"
        case .uselessBatches: "publishes more than \(limit) useless batches a second"
        case .lines: "logs more than \(limit) lines and states a second"
        case .standardError: "writes more than \(limit >> 10) KiB a second to standard error"
        case .givenUp: "reports dropped corrections more than \(limit) times a second"
        }
    }

    /// The unit of the counted excess.
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
