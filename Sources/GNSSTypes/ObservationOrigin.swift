// SPDX-License-Identifier: Apache-2.0

/// The gateway's own knowledge about the driver that made an observation. The gateway attaches it when it receives the
/// driver's batch, so it stays correct for queued observations even if a different receiver has the same name by then.
/// Drivers cannot influence it.
public struct ObservationOrigin: Hashable, Sendable {
    /// True if the observation comes from a recording or a simulation, whose times are unrelated to the present.
    public var isReplay: Bool
    /// Counts the plans that have run under the source's name, from 1; a different number means a different receiver.
    /// 0 if not counted, as for the gateway's own observations.
    public var plan: UInt32

    public init(isReplay: Bool = false, plan: UInt32 = 0) { (self.isReplay, self.plan) = (isReplay, plan) }
}
