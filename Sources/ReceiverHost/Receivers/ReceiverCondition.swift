// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
package import GNSSTypes
internal import MessageTexts

/// The condition of a receiver.
package struct ReceiverCondition: Sendable {
    /// The plan of the receiver.
    package var plan: ReceiverPlan
    /// The state and its reason; `.degraded` if the receiver is silent.
    package var state: DriverStateReport
    package var since: HostTime
    /// The time of the last observation; nil: none yet.
    package var lastData: HostTime?
    /// The time for which the machine had slept when the last observation arrived, in nanoseconds.
    var asleepAtData: Int64 = 0
    /// True if the last fix is that of a receiver that was lost.
    var isOutdated = false
    /// The fix of the last epoch; after a loss, that of the lost receiver until the driver runs again or data arrive.
    package var lastFix: Fix?
    /// The time at which the last epoch arrived; nil: none yet.
    var fixArrival: HostTime?
    /// The time for which the machine had slept when the last epoch arrived, in nanoseconds.
    var asleepAtFix: Int64 = 0
    /// The newest attitude of the vehicle; nil while the driver has no receiver.
    package var lastAttitude: Attitude?
    /// The receiver's identity as it reports it; nil while the driver has no receiver.
    package var receiver: ReceiverIdentity?
    /// Number of restarts of the driver.
    package var restarts = 0
    /// Number of observations published on the bus.
    package var observations: UInt64 = 0
    /// Number of observations published on the bus, by kind.
    package var kinds: [ObservationKind: UInt64] = [:]
    /// Number of epochs published on the bus.
    package var epochs: UInt64 = 0
    /// Number of the driver's batches that were refused.
    package var refusals = 0
    /// The reason for the last refusal; nil: none.
    var lastRefusal: String?
    /// The amounts that the driver's process sent above the limits, in the unit of each kind.
    package var excess: [FloodSort: UInt64] = [:]
    /// The corrections passed to the receiver; nil: none yet.
    package var corrections: CorrectionTally?

    /// Creates the condition of a receiver; without a state, its driver is not started yet.
    package init(plan: ReceiverPlan, state: DriverStateReport? = nil, since: HostTime) {
        (self.plan, self.since) = (plan, since)
        self.state = state ?? DriverStateReport(.stopped, .notStarted)
    }

    /// The age of the last observation in nanoseconds, with the time for which the machine slept since; nil: none yet.
    package func dataAge(by clock: GatewayClock) -> Int64? {
        guard let lastData else { return nil }
        let awake = clock.now.monotonicNanoseconds &- lastData.monotonicNanoseconds
        return max(0, awake &+ clock.asleep &- asleepAtData)
    }

    /// The age of the last epoch in nanoseconds, with the time for which the machine slept since; nil: none yet.
    package func fixAge(by clock: GatewayClock) -> Int64? {
        guard let fixArrival else { return nil }
        let awake = clock.now.monotonicNanoseconds &- fixArrival.monotonicNanoseconds
        return max(0, awake &+ clock.asleep &- asleepAtFix)
    }

    /// The time for which the machine slept since the last epoch, in nanoseconds.
    package func sleepSinceFix(by clock: GatewayClock) -> Int64 { max(0, clock.asleep &- asleepAtFix) }
}
