// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import OSNMA

/// The time that a receiver starting with the first page needs until its first authenticated data and its first
/// authenticated fix.
///
/// Each instant is the end of the page that completed the proof.
public struct StartTimes: Hashable, Sendable {
    /// The start of the first page.
    public private(set) var firstPage: GST?
    /// The time of the first authenticated data of any satellite.
    public private(set) var firstData: GST?
    /// The time at which ephemeris and clock of four satellites were authenticated.
    public private(set) var firstFix: GST?
    private var satellites: Set<SatelliteID> = []
    private var now: GST?

    init() {}

    /// Seconds from the first page to the first authenticated data.
    public var secondsToData: Int? { seconds(firstData) }
    /// Seconds from the first page to the first authenticated fix.
    public var secondsToFix: Int? { seconds(firstFix) }

    private func seconds(_ instant: GST?) -> Int? {
        guard let instant, let firstPage else { return nil }
        return instant.secondsSinceEpoch - firstPage.secondsSinceEpoch
    }

    /// Records a page before it is processed.
    mutating func note(_ page: RecordedPage) {
        firstPage = firstPage ?? page.start
        now = page.start.advanced(by: 2)
    }

    /// Records an event caused by the current page.
    mutating func note(_ event: OSNMAEvent) {
        guard firstFix == nil, case .authenticated(let data, let verdict, _, _, true) = event else { return }
        firstData = firstData ?? now
        guard data.group == .ephemeris else { return }
        satellites.insert(verdict.satellite)
        if satellites.count == 4 { firstFix = now }
    }
}
