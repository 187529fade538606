// SPDX-License-Identifier: Apache-2.0

package import GNSSTypes

/// How a receiver is doing.
package struct ReceiverCondition: Sendable {
    /// What was to run.
    package var plan: ReceiverPlan
    /// The state, quiet (`.degraded`) included, and why.
    package var state: DriverStateReport
    package var since: HostTime
    /// When the last observation came; nil: none yet.
    package var lastData: HostTime?
    /// The fix of the last epoch.
    package var lastFix: Fix?
    /// Where the vehicle pointed last.
    package var lastAttitude: Attitude?
    /// What the receiver said it is.
    package var receiver: ReceiverIdentity?
    /// How often the driver was started again.
    package var restarts = 0
    /// Observations that reached the bus.
    package var observations: UInt64 = 0
    /// The same by kind.
    package var kinds: [ObservationKind: UInt64] = [:]
    /// Epochs that reached the bus.
    package var epochs: UInt64 = 0
    /// Batches of the driver that were refused.
    package var refusals = 0
    /// Why the last one was; nil: none was.
    var lastRefusal: String?
    /// What the process of its driver sent over the limits, in the units of each.
    package var excess: [FloodSort: UInt64] = [:]
    /// Corrections that it was handed; nil: none yet.
    package var corrections: CorrectionTally?

    package init(
        plan: ReceiverPlan, state: DriverStateReport = DriverStateReport(.stopped, .notStarted),
        since: HostTime
    ) {
        (self.plan, self.state, self.since) = (plan, state, since)
    }
}
