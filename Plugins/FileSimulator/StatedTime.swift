// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The GPS time that a frame or a payload without a fix contains.
struct StatedTime: Hashable {
    private static let millisecondsInWeek: Int64 = 604_800_000

    /// GPS weeks; nil if only the time of week is stated.
    private let week: Int64?
    /// Milliseconds of that week.
    private let ofWeek: Int64

    /// Nil if the payload states no time.
    init?(_ payload: Payload) {
        switch payload {
        case .measurements(let epoch):
            guard let time = epoch.time else { return nil }
            self.init(week: Int64(time.week), ofWeek: time.nanosecondsOfWeek / 1_000_000)
        case .navigationPage(let page):
            guard let time = page.time else { return nil }
            // GST started 1024 weeks after GPS time.
            self.init(week: Int64(time.week) + 1024, ofWeek: Int64(time.tow) * 1000)
        case .sentence(let sentence) where sentence.format == .sbf: self.init(block: sentence.bytes)
        case .sentence(let sentence) where sentence.format == .rtcm3: self.init(frame: sentence.bytes)
        default: return nil
        }
    }

    /// Nil if the time of week is out of range.
    private init?(week: Int64?, ofWeek: Int64) {
        guard 0..<Self.millisecondsInWeek ~= ofWeek else { return nil }
        (self.week, self.ofWeek) = (week, ofWeek)
    }

    /// An SBF block: TOW and WNc follow its header (SBF reference guide, "Time stamp"). If all bits are set, the time
    /// is unknown.
    private init?(block: [UInt8]) {
        guard block.count >= 14 else { return nil }
        let week = Int64(block[12]) | Int64(block[13]) << 8
        let ofWeek = block[8..<12].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
        self.init(week: week == 0xFFFF ? nil : week, ofWeek: ofWeek)
    }

    /// An RTCM 3 frame: GPS observations, and multiple signal messages of the systems that count time like GPS (RTCM
    /// 10403.3, DF004, DF248, DF427 and DF428).
    private init?(frame: [UInt8]) {
        guard frame.count >= 10 else { return nil }
        let number = Int(frame[3]) << 4 | Int(frame[4]) >> 4
        guard
            [1001...1004, 1071...1077, 1091...1097, 1101...1107, 1111...1117, 1121...1127].contains(where: {
                $0 ~= number
            })
        else { return nil }
        let ofWeek = frame[6..<9].reduce(Int64(0)) { $0 << 8 | Int64($1) } << 6 | Int64(frame[9]) >> 2
        // BeiDou time is 14 s behind GPS time.
        let isBeiDou = 1121...1127 ~= number
        guard ofWeek < Self.millisecondsInWeek else { return nil }
        self.init(week: nil, ofWeek: (ofWeek + (isBeiDou ? 14_000 : 0)) % Self.millisecondsInWeek)
    }

    /// Nanoseconds since another time; if a week is unknown, the shorter difference is used.
    func nanoseconds(since other: StatedTime) -> Int64 {
        var difference = ofWeek - other.ofWeek
        if let week, let otherWeek = other.week {
            difference += (week - otherWeek) * Self.millisecondsInWeek
        } else if difference < -Self.millisecondsInWeek / 2 {
            difference += Self.millisecondsInWeek
        } else if difference > Self.millisecondsInWeek / 2 {
            difference -= Self.millisecondsInWeek
        }
        // A frame may state any week, so the product may overflow.
        let (nanoseconds, isOverflow) = difference.multipliedReportingOverflow(by: 1_000_000)
        return isOverflow ? (difference < 0 ? .min : .max) : nanoseconds
    }
}
