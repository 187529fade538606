// SPDX-License-Identifier: Apache-2.0

/// What the gateway itself knows of the driver that said something. It is set where the driver's batch is taken over, so
/// that it holds for what was queued too, whatever runs under the same name by then; no driver has a say in it.
public struct ObservationOrigin: Hashable, Sendable {
    /// A recording or a simulation: its times are its own, and say nothing of now.
    public var isReplay: Bool
    /// Counts what has run under the name of the source, from 1: with another number it is another receiver. 0: not
    /// counted, as what the gateway itself says.
    public var plan: UInt32

    public init(isReplay: Bool = false, plan: UInt32 = 0) { (self.isReplay, self.plan) = (isReplay, plan) }
}
