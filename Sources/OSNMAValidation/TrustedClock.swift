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
    /// The hardware's clock less the system's, in milliseconds; nil: there is none.
    public var hardwareOffset: Int64?

    /// A reading.
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
    /// Galileo time less UTC since 2017, in seconds.
    static let leapSeconds: Int64 = 18
    /// 1999-08-22T00:00:00 counted from 1970, in milliseconds.
    private static let epoch: Int64 = 935_280_000_000

    let source: TrustedTimeSource
    private let read: @Sendable () -> ClockReading?
    private var reading: (value: ClockReading?, at: Int64)?

    init(_ source: TrustedTimeSource, read: @escaping @Sendable () -> ClockReading?) {
        (self.source, self.read) = (source, read)
    }

    /// The machine's clocks, asked for at most once a second.
    ///
    /// - Parameter now: of the gateway's monotonic clock, in nanoseconds.
    mutating func update(at now: Int64) {
        if let reading, (0..<1_000_000_000).contains(now - reading.at) { return }
        reading = (read(), now)
    }

    /// Galileo time at which an observation had come; nil: nobody knows it well enough.
    func time(of arrival: HostTime) -> TrustedTime? {
        guard let reading = reading?.value else { return nil }
        let leap = reading.leapSeconds ?? Self.leapSeconds
        let galileo = arrival.wallNanoseconds / 1_000_000 - Self.epoch + leap * 1000
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
