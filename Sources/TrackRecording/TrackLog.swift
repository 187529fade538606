// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Paths

/// Decides which positions the track log contains and when a new track begins. A track covers one UTC day by the fixes'
/// own times. It reads no clock and stores nothing.
struct TrackLog {
    /// A step to carry out in the store, in order.
    enum Step: Equatable {
        /// End the previous track, if any, and begin one for this day.
        case begin(day: CivilDate)
        /// Append a point to the track.
        case point(PathPoint)
    }

    private var recorder = PathRecorder()
    private var day: Int?
    /// The day before the last `begin` step.
    private var formerDay: Int?

    /// The conditions for a position to count as authenticated.
    var requirement: OSNMARequirement {
        get { recorder.requirement }
        set { recorder.requirement = newValue }
    }

    /// Creates a log that takes points as `order` specifies.
    init(_ order: PathOrder) { recorder.begin(order) }

    /// Continues an interrupted track, with a gap, if the next point is of the same day.
    mutating func goOn(_ order: PathOrder, _ track: RecordedPath, last: PathPoint?) {
        recorder.goOn(order, isPaused: false, last: last)
        day = Self.day(of: last?.time ?? track.started)
    }

    /// Records that observations were lost on the way to this log.
    mutating func noteLoss() { recorder.noteLoss() }

    /// Records that steps are not carried out. The next point follows a gap, and if the steps began a track, it begins it.
    mutating func drop(_ steps: [Step]) {
        recorder.noteLoss()
        if case .begin? = steps.first { day = formerDay }
    }

    /// Processes an observation and returns the steps to carry out.
    mutating func take(_ observation: Observation, at now: Int64) -> [Step] {
        guard var point = recorder.take(observation, at: now) else { return [] }
        let wall = UTCTime(nanosecondsSince1970: observation.hostTime.wallNanoseconds)
        let today = Self.day(of: point.time ?? wall)
        guard today != day else { return [.point(point)] }
        (formerDay, day) = (day, today)
        // The previous day's line belongs to another track.
        point.beginsSegment = false
        return [.begin(day: CivilDate(daysSince1970: today)), .point(point)]
    }

    private static func day(of time: UTCTime) -> Int { time.date.daysSince1970 }
}

extension CivilDate {
    /// The start of the day, 00:00 UTC.
    var start: UTCTime { UTCTime(nanosecondsSince1970: secondsSince1970 &* 1_000_000_000) }
}
