// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Determines the times of pages that are received without one (UBX-RXM-SFRBX).
///
/// The receiver reports the time of each epoch, and a page is received after it has ended. So the page is the last
/// one that had ended at the last reported time. Receivers differ in the order of messages: if the satellite cannot
/// have sent that page again, it is the next one, and the lead of pages over the reported times is learnt from the
/// times within pages. Without reported times, only the times within pages count.
struct PageClock: Sendable {
    /// The last time reported by the receiver, in seconds since the epoch of Galileo time.
    private var stated: (seconds: Int, origin: PageTimeOrigin)?
    private var tracks: [Line: Track] = [:]
    /// The leads of the last pages with their own time over the last reported time, in seconds.
    private var leads: [Int] = []

    private static let mostLeads = 8

    /// The pages that are sent at the same time.
    private struct Line: Hashable, Sendable {
        var message: NavigationMessage
        var rhythm: PageRhythm
    }

    /// The pages received so far of a line.
    fileprivate struct Track: Sendable {
        /// The newest start of a page.
        var newest: Int?
        /// The last start of a page of each satellite.
        var last: [SatelliteID: Int] = [:]
        /// The newest time contained in a page.
        var own: Int?

        /// Returns the start of the next page, assuming that it began at `estimate` or later.
        mutating func place(_ satellite: SatelliteID, _ estimate: Int, _ period: Int) -> Int? {
            if let newest, abs(estimate - newest) > 2 * period { self = Track() }
            var start = max(estimate, newest ?? estimate)
            if let last = last[satellite], last >= start { start = last + period }
            // Two pages more than expected: a reported time was lost.
            guard start <= estimate + period else { return nil }
            (last[satellite], newest) = (start, start)
            return start
        }
    }

    /// Processes a time reported by the receiver.
    ///
    /// - Parameters:
    ///   - seconds: Seconds since the epoch of Galileo time, rounded down.
    ///   - origin: The source of the time; a less reliable source is ignored while a time from a better one is
    ///     recent.
    mutating func state(_ seconds: Int, _ origin: PageTimeOrigin) {
        if let stated, stated.origin.rawValue < origin.rawValue, abs(seconds - stated.seconds) <= Self.freshness {
            return
        }
        stated = (seconds, origin)
    }

    /// The number of seconds for which a reported time takes precedence.
    private static let freshness = 5

    /// Returns the start of a page that has just been received and the origin of that time; nil if the start is
    /// unknown.
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

    /// Ignores larger leads: such a page was tagged incorrectly, or is a replay.
    private mutating func learn(_ lead: Int) {
        guard (-2...2).contains(lead) else { return }
        if leads.count == Self.mostLeads { leads.removeFirst() }
        leads.append(lead)
    }
}

extension PageClock.Track {
    /// Returns the start of a page by the times contained in pages; nil if no page has contained one, or the last one
    /// is too old.
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

    /// The number of seconds for which pages are counted after the last page that contained its time.
    private static let longestCount = 30

    private func seconds(_ stated: OwnTime) -> Int? {
        // The 4096 weeks end in 2078.
        if let week = stated.week { return week * GST.secondsInWeek + stated.tow }
        return own.map { stated.seconds(near: $0) }
    }
}
