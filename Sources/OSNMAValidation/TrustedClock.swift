// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import OSNMA

/// What the machine says of its clocks.
public struct ClockReading: Hashable, Sendable {
    /// The kernel says that the system's clock is synchronised.
    public var isSynchronised: Bool
    /// It is wrong by this at most, as the kernel states, in milliseconds.
    public var maximumError: Int64
    /// Galileo time less UTC in seconds, where the kernel knows it.
    public var leapSeconds: Int64?
    /// The hardware's clock less the system's, in milliseconds; nil for none.
    public var hardwareOffset: Int64?

    public init(
        isSynchronised: Bool, maximumError: Int64 = 0, leapSeconds: Int64? = nil, hardwareOffset: Int64? = nil
    ) {
        (self.isSynchronised, self.maximumError) = (isSynchronised, maximumError)
        (self.leapSeconds, self.hardwareOffset) = (leapSeconds, hardwareOffset)
    }
}

/// Makes the trusted time of the time that an observation came.
struct TrustedClock: Sendable {
    /// A page is handed over so late after its end: by the receiver, the line and the driver. In milliseconds.
    static let delivery: Int64 = 2000
    /// The beginning of Galileo time, counted from 1970, in milliseconds.
    private static let epoch = GST.firstDay.secondsSince1970 * 1000

    /// What came so much earlier by the gateway's clock, or is of a time so much later, has no trusted time.
    private static let latest: Int64 = 10_000_000_000
    private static let earliest: Int64 = -1_000_000_000
    /// The clock was set where it differs by so much from what went by, in nanoseconds.
    private static let step: UInt64 = 100_000_000

    let source: TrustedTimeSource
    private let read: @Sendable () -> ClockReading?
    /// What the machine said, when, and what the clock then was ahead of the monotonic one.
    private var reading: (value: ClockReading?, at: Int64, offset: Int64)?

    init(_ source: TrustedTimeSource, read: @escaping @Sendable () -> ClockReading?) {
        (self.source, self.read) = (source, read)
    }

    /// The machine's clocks, asked for at most once a second, and at once where the clock was set.
    ///
    /// - Parameter now: by the gateway's clocks.
    mutating func update(at now: HostTime) {
        let offset = now.wallNanoseconds &- now.monotonicNanoseconds
        if let reading, (0..<1_000_000_000).contains(now.monotonicNanoseconds &- reading.at),
            (offset &- reading.offset).magnitude < Self.step
        {
            return
        }
        reading = (read(), now.monotonicNanoseconds, offset)
    }

    /// Galileo time at which an observation had come; nil: it is not known well enough. It is that of the clock now less
    /// what went by since: the clock may have been set meanwhile, and the observation's own reading of it is not asked.
    ///
    /// - Parameters:
    ///   - arrival: when it came.
    ///   - now: by the gateway's clocks.
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

    /// What is said of it.
    func report(_ time: TrustedTime?, isReplay: Bool) -> AuthenticationClock {
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
        return AuthenticationClock(source: named, use: use, uncertainty: time.uncertainty)
    }
}
