// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import OSNMA

/// A reading of the machine's clocks.
public struct ClockReading: Hashable, Sendable {
    /// True if the kernel reports the system clock as synchronised.
    public var isSynchronised: Bool
    /// The clock's largest error as stated by the kernel, in milliseconds.
    public var maximumError: Int64
    /// Galileo time minus UTC in seconds, if the kernel knows it.
    public var leapSeconds: Int64?
    /// The hardware clock minus the system clock, in milliseconds; nil if there is no hardware clock.
    public var hardwareOffset: Int64?

    public init(
        isSynchronised: Bool, maximumError: Int64 = 0, leapSeconds: Int64? = nil, hardwareOffset: Int64? = nil
    ) {
        (self.isSynchronised, self.maximumError) = (isSynchronised, maximumError)
        (self.leapSeconds, self.hardwareOffset) = (leapSeconds, hardwareOffset)
    }
}

/// Derives the trusted time from the arrival time of an observation.
struct TrustedClock: Sendable {
    /// The longest delay in milliseconds between the end of a page and its delivery, caused by the receiver, the line
    /// and the driver.
    static let delivery: Int64 = 2000
    /// The start of Galileo time, in milliseconds since 1970.
    private static let epoch = GST.firstDay.secondsSince1970 * 1000

    /// The limits in nanoseconds for the lag of an observation behind the gateway's clock; outside them there is no
    /// trusted time.
    private static let latest: Int64 = 10_000_000_000
    private static let earliest: Int64 = -1_000_000_000
    /// A change of the offset between the clocks of this size, in nanoseconds, means that the clock was set.
    private static let step: UInt64 = 100_000_000

    let source: TrustedTimeSource
    private let read: @Sendable () -> ClockReading?
    /// The last reading, its time, and the offset of the wall clock from the monotonic clock at that time.
    private var reading: (value: ClockReading?, at: Int64, offset: Int64)?

    init(_ source: TrustedTimeSource, read: @escaping @Sendable () -> ClockReading?) {
        (self.source, self.read) = (source, read)
    }

    /// Reads the machine's clocks at most once a second, but immediately after the clock was set.
    ///
    /// - Parameter now: The gateway's clocks.
    mutating func update(at now: HostTime) {
        let offset = now.wallNanoseconds &- now.monotonicNanoseconds
        if let reading, (0..<1_000_000_000).contains(now.monotonicNanoseconds &- reading.at),
            (offset &- reading.offset).magnitude < Self.step
        {
            return
        }
        reading = (read(), now.monotonicNanoseconds, offset)
    }

    /// Galileo time at the arrival of an observation; nil if it is not known accurately enough. It is computed from the
    /// current clock minus the elapsed time, because the clock may have been set since the observation took its own
    /// reading.
    ///
    /// - Parameters:
    ///   - arrival: The observation's arrival.
    ///   - now: The gateway's clocks.
    func time(of arrival: HostTime, now: HostTime) -> TrustedTime? {
        guard let reading = reading?.value else { return nil }
        let (lag, isOver) = now.monotonicNanoseconds.subtractingReportingOverflow(arrival.monotonicNanoseconds)
        guard !isOver, (Self.earliest...Self.latest).contains(lag) else { return nil }
        let leap = reading.leapSeconds ?? Int64(LeapSeconds.announced.latest)
        let galileo = (now.wallNanoseconds &- lag) / 1_000_000 - Self.epoch + leap * 1000
        switch source {
        case .synchronised:
            guard reading.isSynchronised else { return nil }
            return TrustedTime(milliseconds: galileo, uncertainty: reading.maximumError + Self.delivery)
        case .system(let uncertainty):
            return TrustedTime(milliseconds: galileo, uncertainty: uncertainty + Self.delivery)
        case .hardware(let uncertainty):
            guard let offset = reading.hardwareOffset else { return nil }
            return TrustedTime(milliseconds: galileo + offset, uncertainty: uncertainty + Self.delivery)
        case .receiver: return nil
        }
    }

    /// The description of a time for the verdict.
    ///
    /// - Parameter arrival: The instant of the time.
    func report(_ time: TrustedTime?, at arrival: HostTime, isReplay: Bool) -> AuthenticationClock {
        if isReplay { return AuthenticationClock(source: .recording, use: .all) }
        if source == .receiver { return AuthenticationClock(source: .receiver, use: .all) }
        guard let time else { return AuthenticationClock() }
        let named: AuthenticationClock.Source =
            switch source {
            case .synchronised: .synchronised
            case .system: .system
            case .hardware: .hardware
            case .receiver: .receiver
            }
        let use = AuthenticationClock.Use(TimeTrust(uncertainty: time.uncertainty))
        var clock = AuthenticationClock(source: named, use: use, uncertainty: time.uncertainty)
        clock.reference = AuthenticationClock.Reference(
            galileoMilliseconds: time.milliseconds, monotonicNanoseconds: arrival.monotonicNanoseconds)
        return clock
    }
}
