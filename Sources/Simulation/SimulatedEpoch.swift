// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// What a simulated receiver sends for one epoch, and how it truly is.
public struct SimulatedEpoch: Hashable, Sendable {
    /// The instant of the epoch, in whole hundredths of a second.
    public var time: UTCTime

    /// What the receiver sends: one burst of whole sentences.
    public var bytes: [UInt8]

    /// What the receiver does not know.
    public var truth: EpochTruth

    public init(time: UTCTime, bytes: [UInt8], truth: EpochTruth) {
        self.time = time
        self.bytes = bytes
        self.truth = truth
    }
}

/// The state behind an epoch: the vehicle without the receiver's errors, and the receiver without the rounding of its
/// sentences.
public struct EpochTruth: Hashable, Sendable {
    /// Where the vehicle is, how fast and in which direction it moves: position, height, speed, course (also while it
    /// stands) and velocity. Its kind is always 3D and its quality `.simulated`.
    public var vehicle: Fix

    /// Whether the vehicle is under a roof that lets no signal through.
    public var isCovered: Bool

    /// How many dimensions the receiver solves for in this epoch; `.none` under a roof and shortly after it.
    public var fixKind: FixKind

    /// The satellites above the receiver and which of them its solution uses, with dilutions of precision.
    public var sky: SkyView

    public init(vehicle: Fix, isCovered: Bool, fixKind: FixKind, sky: SkyView) {
        self.vehicle = vehicle
        self.isCovered = isCovered
        self.fixKind = fixKind
        self.sky = sky
    }
}
