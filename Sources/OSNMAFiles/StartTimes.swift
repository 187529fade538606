// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import OSNMA

/// How long a receiver that begins with the first page takes to its first authentic data and its first authentic fix.
///
/// An instant is that at which the page had been received whole that made it known.
public struct StartTimes: Hashable, Sendable {
    /// When the first page began.
    public private(set) var firstPage: GST?
    /// When the first data of a satellite were authenticated.
    public private(set) var firstData: GST?
    /// When ephemeris and clock of four satellites were authenticated.
    public private(set) var firstFix: GST?
    private var satellites: Set<SatelliteID> = []
    private var now: GST?

    init() {}

    /// Seconds from the first page to the first authentic data.
    public var secondsToData: Int? { seconds(firstData) }
    /// Seconds from the first page to the first authentic fix.
    public var secondsToFix: Int? { seconds(firstFix) }

    private func seconds(_ instant: GST?) -> Int? {
        guard let instant, let firstPage else { return nil }
        return instant.secondsSinceEpoch - firstPage.secondsSinceEpoch
    }

    /// A page is about to be taken.
    mutating func note(_ page: RecordedPage) {
        firstPage = firstPage ?? page.start
        now = page.start.advanced(by: 2)
    }

    /// Something became known by it.
    mutating func note(_ event: OSNMAEvent) {
        guard firstFix == nil, case .authenticated(let data, let verdict, _, _, true) = event else { return }
        firstData = firstData ?? now
        guard data.group == .ephemeris else { return }
        satellites.insert(verdict.satellite)
        if satellites.count == 4 { firstFix = now }
    }
}
