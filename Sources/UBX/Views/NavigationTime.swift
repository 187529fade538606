// SPDX-License-Identifier: Apache-2.0

/// UBX-NAV-TIMEGPS: GPS time; 16 bytes.
public struct NavigationTimeGPS: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds, rounded.
    public let iTOW: UInt32
    /// Nanoseconds to add to `iTOW`, −500 000...500 000.
    public let fTOW: Int32
    /// The week, without rollover.
    public let week: Int16
    /// GPS time minus UTC in seconds.
    public let leapSeconds: Int8
    /// True if the time of week, the week and the leap seconds are valid.
    public let isTimeOfWeekValid: Bool, isWeekValid: Bool, areLeapSecondsValid: Bool
    /// The receiver's estimate of the time's accuracy, in nanoseconds.
    public let accuracy: UInt32

    /// Reads a payload; nil if it has fewer than 16 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 16 else { return nil }
        (iTOW, fTOW) = (payload.u4(0), payload.i4(4))
        (week, leapSeconds) = (payload.i2(8), payload.i1(10))
        let valid = payload.u1(11)
        (isTimeOfWeekValid, isWeekValid, areLeapSecondsValid) = (valid.has(0), valid.has(1), valid.has(2))
        accuracy = payload.u4(12)
    }
}

/// UBX-NAV-TIMEGAL: Galileo system time; 20 bytes.
public struct NavigationTimeGalileo: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// Seconds of the Galileo week.
    public let timeOfWeek: UInt32
    /// Nanoseconds to add to `timeOfWeek`.
    public let nanoseconds: Int32
    public let week: Int16
    /// Galileo System Time minus UTC in seconds.
    public let leapSeconds: Int8
    /// True if the time of week, the week and the leap seconds are valid.
    public let isTimeOfWeekValid: Bool, isWeekValid: Bool, areLeapSecondsValid: Bool
    /// The receiver's estimate of the time's accuracy, in nanoseconds.
    public let accuracy: UInt32

    /// Reads a payload; nil if it has fewer than 20 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 20 else { return nil }
        (iTOW, timeOfWeek, nanoseconds) = (payload.u4(0), payload.u4(4), payload.i4(8))
        (week, leapSeconds) = (payload.i2(12), payload.i1(14))
        let valid = payload.u1(15)
        (isTimeOfWeekValid, isWeekValid, areLeapSecondsValid) = (valid.has(0), valid.has(1), valid.has(2))
        accuracy = payload.u4(16)
    }
}

/// UBX-NAV-TIMEUTC: UTC; 20 bytes.
public struct NavigationTimeUTC: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// The receiver's estimate of the time's accuracy, in nanoseconds.
    public let accuracy: UInt32
    /// Nanoseconds to add to the time of day, −1e9...1e9: may be negative.
    public let nano: Int32
    /// Date in UTC as sent, even if `isUTCValid` is false.
    public let year: UInt16, month: UInt8, day: UInt8
    /// Time of day as sent; the second is 0...60.
    public let hour: UInt8, minute: UInt8, second: UInt8
    /// Whether the time of week and the week are valid; whether UTC is valid, that is, the leap seconds are known.
    public let isTimeOfWeekValid: Bool, isWeekValid: Bool, isUTCValid: Bool
    /// True if the time is authenticated (OSNMA firmware).
    public let isAuthenticated: Bool
    /// The UTC standard: 1 CRL, 2 NIST, 3 USNO, 4 BIPM, 5 Europe, 6 SU, 7 NTSC, 8 NPLI, 15 unknown.
    public let standard: Int

    /// Reads a payload; nil if it has fewer than 20 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 20 else { return nil }
        (iTOW, accuracy, nano) = (payload.u4(0), payload.u4(4), payload.i4(8))
        (year, month, day) = (payload.u2(12), payload.u1(14), payload.u1(15))
        (hour, minute, second) = (payload.u1(16), payload.u1(17), payload.u1(18))
        let valid = payload.u1(19)
        (isTimeOfWeekValid, isWeekValid, isUTCValid) = (valid.has(0), valid.has(1), valid.has(2))
        (isAuthenticated, standard) = (valid.has(3), valid.bits(4, 4))
    }
}

/// UBX-NAV-TIMELS version 0: leap seconds; 24 bytes.
public struct NavigationLeapSeconds: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// The source: 0 the firmware's default, 1 GLONASS minus GPS, 2 GPS, 3 SBAS, 4 BeiDou, 5 Galileo, 6 aiding data, 7
    /// configured, 8 NavIC, 255 unknown.
    public let source: UInt8
    /// GPS time minus UTC in seconds.
    public let current: Int8
    /// The next change in seconds: −1, 0 or 1.
    public let change: Int8
    /// Seconds until the next change, or since the last one.
    public let timeToEvent: Int32
    /// The GPS week and day of the week (1...7) of the change.
    public let eventWeek: UInt16, eventDay: UInt16
    /// Whether `current` is valid; whether `timeToEvent` is valid.
    public let isCurrentValid: Bool, isTimeToEventValid: Bool

    /// Reads a payload; nil if it has a different version or fewer than 24 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 24, payload.u1(4) == 0 else { return nil }
        iTOW = payload.u4(0)
        (source, current, change) = (payload.u1(8), payload.i1(9), payload.i1(11))
        (timeToEvent, eventWeek, eventDay) = (payload.i4(12), payload.u2(16), payload.u2(18))
        let valid = payload.u1(23)
        (isCurrentValid, isTimeToEventValid) = (valid.has(0), valid.has(1))
    }
}

/// UBX-NAV-CLOCK: the receiver's clock; 20 bytes.
public struct NavigationClock: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// Bias of the receiver's clock in nanoseconds.
    public let bias: Int32
    /// Drift in nanoseconds per second.
    public let drift: Int32
    /// Accuracy of time in nanoseconds.
    public let timeAccuracy: UInt32
    /// Accuracy of frequency in picoseconds per second.
    public let frequencyAccuracy: UInt32

    /// Reads a payload; nil if it has fewer than 20 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 20 else { return nil }
        (iTOW, bias, drift) = (payload.u4(0), payload.i4(4), payload.i4(8))
        (timeAccuracy, frequencyAccuracy) = (payload.u4(12), payload.u4(16))
    }
}
