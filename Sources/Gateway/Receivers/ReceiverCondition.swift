// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// How a receiver is doing.
struct ReceiverCondition: Sendable {
    /// What was to run.
    var plan: ReceiverPlan
    /// The state, quiet (`.degraded`) included, and why.
    var state = DriverStateReport(.stopped, reason: "not started yet")
    /// Since when.
    var since: HostTime
    /// When the last observation came; nil: none yet.
    var lastData: HostTime?
    /// The fix of the last epoch.
    var lastFix: Fix?
    /// What the receiver said it is.
    var receiver: ReceiverIdentity?
    /// How often the driver was started again.
    var restarts = 0
    /// Observations that reached the bus.
    var observations: UInt64 = 0
    /// The same by kind.
    var kinds: [ObservationKind: UInt64] = [:]
    /// Epochs that reached the bus.
    var epochs: UInt64 = 0
    /// Batches of the driver that were refused.
    var refusals = 0
    /// Why the last one was; nil: none was.
    var lastRefusal: String?
    /// What the process of its driver sent over the limits, in the units of each.
    var excess: [FloodSort: UInt64] = [:]
    /// Corrections that it was handed; nil: none yet.
    var corrections: CorrectionTally?
}
