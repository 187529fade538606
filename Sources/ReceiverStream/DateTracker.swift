// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Puts a date to the times of day that most sentences bear.
struct DateTracker: Sendable {
    private let source: StreamDecoder.DateSource
    private let earliest: CivilDate?

    /// The date of the last epoch, and where it came from.
    private var date: CivilDate?
    private var origin = TimeOrigin.receiver
    private var last: TimeOfDay?

    private static let halfDay: Int64 = 43_200_000_000_000

    init(_ source: StreamDecoder.DateSource, earliest: CivilDate?) {
        self.source = source
        self.earliest = earliest
    }

    /// The instant of an epoch.
    ///
    /// - Parameters:
    ///   - time: its time of day.
    ///   - stated: the date that a sentence of the epoch states together with that time, if one does.
    ///   - host: when its bytes came.
    /// - Returns: the instant and where its date came from, or nil while there is no date.
    mutating func instant(at time: TimeOfDay, stated: CivilDate?, host: HostTime) -> (UTCTime, TimeOrigin)? {
        defer { last = time }
        if let stated {
            (date, origin) = repaired(stated)
        } else if let date, let last {
            // Past midnight, and no sentence has said so yet.
            if last.nanoseconds - time.nanoseconds > Self.halfDay {
                self.date = CivilDate(daysSince1970: date.daysSince1970 + 1)
            } else if time.nanoseconds - last.nanoseconds > Self.halfDay / 12 * 23 {
                // A late sentence of the day before.
                self.date = CivilDate(daysSince1970: date.daysSince1970 - 1)
            }
        } else if date == nil {
            assume(time, host)
        }
        guard let date, let instant = UTCTime(date, time) else { return nil }
        return (instant, origin)
    }

    /// The date that a receiver stated, moved by whole 1024 weeks if it is before the earliest plausible one.
    private func repaired(_ stated: CivilDate) -> (CivilDate, TimeOrigin) {
        guard let earliest, stated < earliest else { return (stated, .receiver) }
        let rollover = 7168
        let short = earliest.daysSince1970 - stated.daysSince1970
        let days = (short + rollover - 1) / rollover * rollover
        return (CivilDate(daysSince1970: stated.daysSince1970 + days), .receiverRolledOver)
    }

    /// Takes the date from elsewhere.
    private mutating func assume(_ time: TimeOfDay, _ host: HostTime) {
        switch source {
        case .none: return
        case .recording(let day): (date, origin) = (day, .dateByRecording)
        case .host:
            let day: Int64 = 2 * Self.halfDay
            // The day that puts the time within 12 hours of the host's.
            let shifted = host.wallNanoseconds &- time.nanoseconds &+ Self.halfDay
            guard shifted > 0 else { return }
            (date, origin) = (CivilDate(daysSince1970: Int(shifted / day)), .dateByHost)
        }
    }
}
