// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Wire

/// The transmission times of a message's pages.
struct PageRhythm: Hashable, Sendable {
    /// Seconds from the start of a page to that of the next.
    var period: Int
    /// The seconds of Galileo time at which pages start, modulo `period`.
    var phase: Int

    /// Creates the rhythm of a message on a signal; nil if its period is not in whole seconds or its pages have
    /// different lengths.
    init?(_ page: NavigationPage) {
        switch page.message {
        // Galileo OS SIS ICD 4.3.3: on E1 B, a page begins one second later than on E5b.
        case .inav: (period, phase) = (2, page.signal.number <= 1 ? 1 : 0)
        case .fnav: (period, phase) = (10, 0)
        case .lnav: (period, phase) = (6, 0)
        case .cnav where page.signal.band == .l2: (period, phase) = (12, 0)
        case .cnav: (period, phase) = (6, 0)
        // BeiDou time is 14 s behind GPS and Galileo time.
        case .d1: (period, phase) = (6, 14 % 6)
        case .bcnav2: (period, phase) = (3, 14 % 3)
        default: return nil
        }
    }

    /// Returns the start of the last page that has ended at an instant, in seconds since the epoch of Galileo time.
    func lastStart(endedAt seconds: Int) -> Int {
        let latest = seconds - period
        let behind = (latest - phase) % period
        return latest - (behind < 0 ? behind + period : behind)
    }
}

/// The start time that a page itself contains.
struct OwnTime: Hashable, Sendable {
    /// The week in Galileo time modulo 4096, if the page contains it.
    var week: Int?
    /// Seconds of the week.
    var tow: Int

    /// Reads the time in an I/NAV page: words 0, 5 and 6 (Galileo OS SIS ICD 4.3.5); nil for other words and alert
    /// pages.
    init?(_ page: NavigationPage) {
        guard page.message == .inav, page.check == .passed else { return nil }
        let bytes = page.bytes.span
        guard bytes.bits(at: 1, width: 1) == 0, bytes.bits(at: 121, width: 1) == 0 else { return nil }
        switch Self.word(bytes, 0, 6) {
        case 0 where Self.word(bytes, 6, 2) == 2: (week, tow) = (Self.word(bytes, 96, 12), Self.word(bytes, 108, 20))
        case 5: (week, tow) = (Self.word(bytes, 73, 12), Self.word(bytes, 85, 20))
        case 6: (week, tow) = (nil, Self.word(bytes, 105, 20))
        default: return nil
        }
        guard tow < GST.secondsInWeek else { return nil }
    }

    /// Reads a number of the word, whose first 112 bits begin at bit 2 of the page and whose others begin at bit 122.
    private static func word(_ bytes: Span<UInt8>, _ start: Int, _ width: Int) -> Int {
        let inFirst = max(0, min(width, 112 - start))
        let first = bytes.bits(at: 2 + start, width: inFirst) ?? 0
        let second = bytes.bits(at: 10 + start + inFirst, width: width - inFirst) ?? 0
        return Int(first << UInt64(width - inFirst) | second)
    }

    /// Returns the instant nearest to `other`, in seconds since the epoch of Galileo time.
    func seconds(near other: Int) -> Int {
        let cycle = GST.secondsInWeek
        let difference = (tow - other % cycle + cycle + cycle / 2) % cycle - cycle / 2
        return other + difference
    }
}
