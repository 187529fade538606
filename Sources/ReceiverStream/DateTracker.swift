// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Adds the date to the times of day, which is all that most sentences contain.
struct DateTracker: Sendable {
    private let source: StreamDecoder.DateSource
    private let earliest: CivilDate?

    /// The date of the last epoch and its origin.
    private var date: CivilDate?
    private var origin = TimeOrigin.receiver
    private var last: TimeOfDay?

    private static let halfDay: Int64 = 43_200_000_000_000

    init(_ source: StreamDecoder.DateSource, earliest: CivilDate?) {
        self.source = source
        self.earliest = earliest
    }

    /// Returns the instant of an epoch.
    ///
    /// - Parameters:
    ///   - time: Its time of day.
    ///   - stated: The date that a sentence of the epoch contains together with that time; nil if none does.
    ///   - isSolved: True if the epoch has a fix. A receiver's clock starts with an implausible date.
    ///   - host: The arrival time of its bytes.
    /// - Returns: The instant and the origin of its date; nil while no date is known.
    mutating func instant(
        at time: TimeOfDay, stated: CivilDate?, isSolved: Bool, host: HostTime
    ) -> (UTCTime, TimeOrigin)? {
        if let stated {
            let (new, newOrigin) = repaired(stated)
            let isNext = date.map { abs($0.daysSince1970 - new.daysSince1970) <= 1 } ?? false
            if isSolved || newOrigin == .receiver || isNext {
                (date, origin) = (new, newOrigin)
            } else if source == .host {
                assume(time, host)
            } else {
                return nil
            }
        } else if date == nil || origin == .dateByHost {
            // The host's clock may have been set since the last epoch.
            assume(time, host)
        } else if let date, let last {
            // Midnight has passed, but no sentence has reported the new date yet.
            if last.nanoseconds - time.nanoseconds > Self.halfDay {
                self.date = CivilDate(daysSince1970: date.daysSince1970 + 1)
            } else if time.nanoseconds - last.nanoseconds > Self.halfDay / 12 * 23 {
                // A late sentence of the previous day.
                self.date = CivilDate(daysSince1970: date.daysSince1970 - 1)
            }
        }
        last = time
        guard let date, let instant = UTCTime(date, time) else { return nil }
        return (instant, origin)
    }

    /// Returns the date that a receiver reported, moved forward by multiples of 1024 weeks if it is before the
    /// earliest plausible date.
    private func repaired(_ stated: CivilDate) -> (CivilDate, TimeOrigin) {
        guard let earliest, stated < earliest else { return (stated, .receiver) }
        let rollover = 7168
        let short = earliest.daysSince1970 - stated.daysSince1970
        let days = (short + rollover - 1) / rollover * rollover
        return (CivilDate(daysSince1970: stated.daysSince1970 + days), .receiverRolledOver)
    }

    /// The leap seconds at a time that a receiver reported, moved like a date.
    func leapSeconds(at time: GPSTime) -> Int {
        guard let stated = UTCTime(time, leapSeconds: 0)?.date else { return LeapSeconds.announced.at(time) }
        let days = repaired(stated).0.daysSince1970 - stated.daysSince1970
        return LeapSeconds.announced.at(GPSTime(wholeSeconds: time.wholeSeconds + days * 86_400))
    }

    /// Takes the date from the configured source.
    private mutating func assume(_ time: TimeOfDay, _ host: HostTime) {
        switch source {
        case .none: return
        case .recording(let day): (date, origin) = (day, .dateByRecording)
        case .host:
            let day: Int64 = 2 * Self.halfDay
            // The day for which the time is within 12 hours of the host's.
            let shifted = host.wallNanoseconds &- time.nanoseconds &+ Self.halfDay
            guard shifted > 0 else { return }
            (date, origin) = (CivilDate(daysSince1970: Int(shifted / day)), .dateByHost)
        }
    }
}
