// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Monitors the receiver times that a driver publishes, and repeated payloads.
struct TimeWatch {
    /// A time that no receiver can report.
    private(set) var impossible: String?
    private var last: Int64?
    private var least: Int64?
    /// The number of fixes with a time, of steps back among these times, and of times earlier than all previous ones.
    private var fixes = 0
    private var stepsBack = 0
    private var newLeast = 0
    private var example = ""
    /// The number of copies of each payload by its hash, for at most 4096 different payloads.
    private var copies: [Int: Int] = [:]
    private var mostCopies = 0
    private var copied = ""

    /// The start of GPS time; no satellite navigated earlier.
    private static let firstInstant = GPSTime.firstDay.secondsSince1970 * 1_000_000_000
    /// 20 years in nanoseconds: a receiver's week number may be off by 1024 weeks, but not more.
    private static let farAhead: Int64 = 20 * 31_557_600_000_000_000

    mutating func take(_ payload: Payload, wall: Int64) {
        let (name, time) = Self.time(of: payload)
        if let time, impossible == nil {
            if time < Self.firstInstant {
                impossible =
                    "utc_ns of a \(name) is \(Self.words(time)), before the start of GPS time: leave "
                    + "GNSS_FIX_UTC unset while "
                    + "the receiver does not know the time"
            } else if time > wall &+ Self.farAhead {
                impossible = "utc_ns of a \(name) is \(Self.words(time)), more than 20 years ahead of the host's clock"
            }
        }
        if case .fix = payload, let time { follow(time) }
        count(payload, name)
    }

    private mutating func follow(_ time: Int64) {
        fixes += 1
        if let last, time < last {
            stepsBack += 1
            if example.isEmpty { example = "\(Self.words(time)) after \(Self.words(last))" }
        }
        if let least, time < least { newLeast += 1 }
        least = min(least ?? time, time)
        last = time
    }

    private mutating func count(_ payload: Payload, _ name: String) {
        let hash = payload.hashValue
        guard copies.count < 4096 || copies[hash] != nil else { return }
        let count = (copies[hash] ?? 0) + 1
        copies[hash] = count
        if count > mostCopies { (mostCopies, copied) = (count, name) }
    }

    /// The defect of the solutions' times; nil if none exists.
    ///
    /// - Parameter repeats: The number of times that the receiver's output restarted, which makes its times step back.
    func fault(repeats: Int) -> String? {
        if let impossible { return impossible }
        let isFalling = fixes >= 6 && newLeast * 2 > fixes
        let isJumping = stepsBack > repeats + 1 && stepsBack * 5 > fixes
        guard isFalling || isJumping else { return nil }
        return "utc_ns goes back \(stepsBack) times in \(fixes) fixes: \(example)"
    }

    /// The payload that was published more often than the receiver can have sent it; nil if none exists.
    ///
    /// - Parameter bursts: The number of bursts that the receiver sent.
    func duplicates(bursts: Int) -> String? {
        guard mostCopies > bursts * 8 + 8 else { return nil }
        return "the driver published the same \(copied) \(mostCopies) times; its receiver sent \(bursts) bursts"
    }

    private static func time(of payload: Payload) -> (name: String, nanoseconds: Int64?) {
        let time: UTCTime? =
            switch payload {
            case .fix(let fix): fix.time
            case .satellites(let sky): sky.time
            case .signals(let view): view.time
            case .attitude(let attitude): attitude.time
            case .timing(let timing): timing.time
            default: nil
            }
        return ("\(payload.kind)", time?.nanosecondsSince1970)
    }

    /// The text for messages: `1970-01-01 00:00:05`.
    private static func words(_ nanoseconds: Int64) -> String {
        let fields = CalendarTime(UTCTime(nanosecondsSince1970: nanoseconds))
        return "\(fields.date) \(fields.clockText)"
    }
}
