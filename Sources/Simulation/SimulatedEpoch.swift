// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A simulated receiver's output for one epoch, together with the truth.
public struct SimulatedEpoch: Hashable, Sendable {
    /// The time of the epoch, in whole hundredths of a second.
    public var time: UTCTime

    /// The receiver's output: one burst of whole sentences.
    public var bytes: [UInt8]

    /// The true state, which the receiver does not know.
    public var truth: EpochTruth

    public init(time: UTCTime, bytes: [UInt8], truth: EpochTruth) {
        self.time = time
        self.bytes = bytes
        self.truth = truth
    }
}

/// The true state of an epoch: the vehicle without the receiver's errors, and the receiver without the rounding of
/// its sentences.
public struct EpochTruth: Hashable, Sendable {
    /// The vehicle's true position, height, speed, course (kept while it stands) and velocity. The kind is always 3D
    /// and the quality `.simulated`.
    public var vehicle: Fix

    /// True if the vehicle is under a roof that lets no signal through.
    public var isCovered: Bool

    /// The number of dimensions that the receiver solves for in this epoch; `.none` under a roof and shortly
    /// afterwards.
    public var fixKind: FixKind

    /// The satellites above the receiver, those used in its solution, and the dilutions of precision.
    public var sky: SkyView

    public init(vehicle: Fix, isCovered: Bool, fixKind: FixKind, sky: SkyView) {
        self.vehicle = vehicle
        self.isCovered = isCovered
        self.fixKind = fixKind
        self.sky = sky
    }
}
