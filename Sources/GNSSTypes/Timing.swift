// SPDX-License-Identifier: Apache-2.0

/// What a receiver says of time itself, beyond the instant of a fix.
public struct Timing: Hashable, Sendable {
    /// The instant it speaks of.
    public var time: UTCTime?
    /// GPS − UTC in whole seconds.
    public var leapSeconds: Int?
    /// True while `leapSeconds` is the firmware's default and not yet received from a satellite.
    public var leapSecondsAreDefault: Bool = false
    /// Receiver clock bias in nanoseconds.
    public var clockBias: Double?
    /// Receiver clock drift in nanoseconds a second.
    public var clockDrift: Double?
    /// The messages that this was joined from.
    public var sources: [String] = []

    public init() {}
}
