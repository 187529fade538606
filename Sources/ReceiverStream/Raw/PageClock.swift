// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Finds the times of pages that come without one (UBX-RXM-SFRBX).
///
/// The receiver states the time of each epoch, and a page comes after it has ended: it is the last one that had ended at
/// the last statement. Receivers differ in what they send first, so a page that a satellite cannot have sent yet again is
/// the next one, and how far pages run before or behind the statements is learnt from the times within them. Without
/// statements those times alone count.
struct PageClock: Sendable {
    /// The last statement of the receiver: seconds since the epoch of Galileo time.
    private var stated: (seconds: Int, origin: PageTimeOrigin)?
    private var tracks: [Line: Track] = [:]
    /// By how many seconds the last pages with a time of their own were ahead of the last statement.
    private var leads: [Int] = []

    private static let mostLeads = 8

    /// Pages that are sent together.
    private struct Line: Hashable, Sendable {
        var message: NavigationMessage
        var rhythm: PageRhythm
    }

    /// What came of a line.
    fileprivate struct Track: Sendable {
        /// The newest start of a page.
        var newest: Int?
        /// The last start of a page of each satellite.
        var last: [SatelliteID: Int] = [:]
        /// The newest time that a page said of itself.
        var own: Int?

        /// The start of the next page, if it began at `estimate` or later.
        mutating func place(_ satellite: SatelliteID, _ estimate: Int, _ period: Int) -> Int? {
            if let newest, abs(estimate - newest) > 2 * period { self = Track() }
            var start = max(estimate, newest ?? estimate)
            if let last = last[satellite], last >= start { start = last + period }
            // Two pages more than were due: a statement was lost.
            guard start <= estimate + period else { return nil }
            (last[satellite], newest) = (start, start)
            return start
        }
    }

    /// Takes a statement of time.
    ///
    /// - Parameters:
    ///   - seconds: since the epoch of Galileo time, rounded down.
    ///   - origin: what it comes from; one that says less is ignored while a better one is fresh.
    mutating func state(_ seconds: Int, _ origin: PageTimeOrigin) {
        if let stated, stated.origin.rawValue < origin.rawValue, abs(seconds - stated.seconds) <= Self.freshness {
            return
        }
        stated = (seconds, origin)
    }

    /// Statements hold so many seconds.
    private static let freshness = 5

    /// The start of a page that has just come, with how it is known; nil where it is not.
    mutating func time(of page: NavigationPage) -> (time: GST, origin: PageTimeOrigin)? {
        guard let rhythm = PageRhythm(page) else { return nil }
        let line = Line(message: page.message, rhythm: rhythm)
        let own = OwnTime(page)
        if let stated {
            let ended = rhythm.lastStart(endedAt: stated.seconds)
            if let own { learn(own.seconds(near: ended) - ended) }
            let estimate = ended + (page.message == .inav ? leads.min() ?? 0 : 0)
            if let start = tracks[line, default: Track()].place(page.satellite, estimate, rhythm.period) {
                return GST(secondsSinceEpoch: start).map { ($0, stated.origin) }
            }
        }
        guard page.message == .inav, page.check == .passed else { return nil }
        let start = tracks[line, default: Track()].byPages(page.satellite, own, rhythm.period)
        return start.flatMap(GST.init(secondsSinceEpoch:)).map { ($0, .pages) }
    }

    /// A page that is further off was tagged wrongly, or is a replay: nothing is learnt of it.
    private mutating func learn(_ lead: Int) {
        guard (-2...2).contains(lead) else { return }
        if leads.count == Self.mostLeads { leads.removeFirst() }
        leads.append(lead)
    }
}

extension PageClock.Track {
    /// The start of a page by the times in pages; nil while none has said it, and too long after.
    fileprivate mutating func byPages(_ satellite: SatelliteID, _ stated: OwnTime?, _ period: Int) -> Int? {
        if let start = stated.flatMap({ seconds($0) }) {
            if let newest, abs(start - newest) > 2 * period { last = [:] }
            (own, newest, last[satellite]) = (start, start, start)
            return start
        }
        guard let own, var start = newest else { return nil }
        if let last = last[satellite], last >= start { start = last + period }
        guard start <= own + Self.longestCount else { return nil }
        (last[satellite], newest) = (start, start)
        return start
    }

    /// For so many seconds pages are counted on from the last that said its time.
    private static let longestCount = 30

    private func seconds(_ stated: OwnTime) -> Int? {
        // 4096 weeks end in the year 2078.
        if let week = stated.week { return week * GST.secondsInWeek + stated.tow }
        return own.map { stated.seconds(near: $0) }
    }
}
