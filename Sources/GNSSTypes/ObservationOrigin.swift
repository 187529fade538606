// SPDX-License-Identifier: Apache-2.0

/// Facts that the gateway itself knows about the driver that made an observation. The gateway attaches them when it
/// receives the driver's batch, so they remain correct for queued observations even if a different receiver has the
/// same name in the meantime. Drivers cannot influence them.
public struct ObservationOrigin: Hashable, Sendable {
    /// True if the observation comes from a recording or a simulation, whose times are unrelated to the present.
    public var isReplay: Bool
    /// The number of the plan among those that have run under the source's name, from 1; a different number means a
    /// different receiver. 0 if plans are not counted, as for the gateway's own observations.
    public var plan: UInt32

    public init(isReplay: Bool = false, plan: UInt32 = 0) { (self.isReplay, self.plan) = (isReplay, plan) }
}
