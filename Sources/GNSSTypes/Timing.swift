// SPDX-License-Identifier: Apache-2.0

/// A receiver's information about leap seconds and its clock, in addition to the time of a fix.
public struct Timing: Hashable, Sendable {
    /// The instant to which the values apply.
    public var time: UTCTime?
    /// GPS time minus UTC in whole seconds, as the receiver currently applies it, even if that is only its firmware's
    /// default.
    public var leapSeconds: Int?
    /// True while `leapSeconds` is the firmware's default and has not been received from a satellite yet.
    public var leapSecondsAreDefault: Bool = false
    /// Receiver clock bias in nanoseconds.
    public var clockBias: Double?
    /// Receiver clock drift in nanoseconds per second.
    public var clockDrift: Double?
    /// The messages from which this value was assembled.
    public var sources: [String] = []

    public init() {}
}
