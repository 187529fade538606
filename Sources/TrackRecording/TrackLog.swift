// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Paths

/// Decides what the track log holds: observations in, points and the beginnings of tracks out. A track is a day in UTC of
/// the fixes' own time. It reads no clock and stores nothing.
struct TrackLog {
    /// What is to be stored, in this order.
    enum Step: Equatable {
        /// The track before ends, if there is one, and one of that day begins.
        case begin(day: CivilDate)
        /// A point of the track.
        case point(PathPoint)
    }

    private var recorder = PathRecorder()
    private var day: Int?

    /// What an authenticated position is.
    var requirement: OSNMARequirement {
        get { recorder.requirement }
        set { recorder.requirement = newValue }
    }

    /// A log of points in this distance of time.
    init(_ order: PathOrder) { recorder.begin(order) }

    /// A track that was interrupted goes on, with a gap, if the next point is of its day.
    mutating func goOn(_ order: PathOrder, _ track: RecordedPath, last: PathPoint?) {
        recorder.goOn(order, isPaused: false, last: last)
        day = Self.day(of: last?.time ?? track.started)
    }

    /// Observations were lost on the way here.
    mutating func noteLoss() { recorder.noteLoss() }

    /// Takes an observation.
    mutating func take(_ observation: Observation, at now: Int64) -> [Step] {
        guard var point = recorder.take(observation, at: now) else { return [] }
        let wall = UTCTime(nanosecondsSince1970: observation.hostTime.wallNanoseconds)
        let today = Self.day(of: point.time ?? wall)
        guard today != day else { return [.point(point)] }
        day = today
        // The line of the day before is another track's.
        point.beginsSegment = false
        return [.begin(day: CivilDate(daysSince1970: today)), .point(point)]
    }

    private static func day(of time: UTCTime) -> Int { time.date.daysSince1970 }
}

extension CivilDate {
    /// Its beginning.
    var start: UTCTime { UTCTime(nanosecondsSince1970: secondsSince1970 &* 1_000_000_000) }
}
