// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import SBF
internal import UBX

/// Creates payloads from single frames that need no epoch: raw navigation pages, signals, measurements.
///
/// It processes every UBX message and SBF block before the epoch joiner does, and keeps the state needed between them
/// (such as the time, which pages do not contain).
struct RawFrameReader: Sendable {
    /// True if the receiver reports its signals in a separate message.
    private(set) var statesSignals = false
    private var clock = PageClock()
    private var claims = AuthenticationClaims()
    /// The last epoch with a known UTC: milliseconds of the GPS week, and the instant.
    private var epoch: (iTOW: UInt32, time: UTCTime)?

    /// Processes a UBX message.
    ///
    /// - Parameters:
    ///   - id: Its identity; messages of NAV2, the second output, are not used here.
    ///   - content: Its decoded content.
    ///   - payload: Its payload.
    /// - Returns: The payload to publish immediately, ahead of the open epoch.
    mutating func read(_ id: MessageID, _ content: SharedContent, _ payload: Span<UInt8>) -> Payload? {
        switch id {
        case .navSIG:
            guard let signals = content.signals else { return nil }
            statesSignals = true
            var view = SignalView(signals, at: utc(of: signals.iTOW))
            claims.mark(&view)
            return .signals(view)
        case .navTIMEGPS: if let time = content.timeGPS { note(time) }
        case .navPVT: if let pvt = content.pvt { note(pvt) }
        case .rxmSFRBX: return page(payload).map { .navigationPage($0) }
        case .rxmRAWX: return measurements(payload).map { .measurements($0) }
        case .secOSNMA: if let status = OSNMAStatus(payload) { claims.state(status) }
        case .navTIMEGAL:
            if let time = NavigationTimeGalileo(payload), time.isTimeOfWeekValid, time.isWeekValid { clock.state(time) }
        default: break
        }
        return nil
    }

    /// Processes an SBF block with a correct checksum.
    ///
    /// - Returns: The payload to publish immediately, ahead of the open epoch.
    func read(sbf block: Span<UInt8>) -> Payload? {
        guard let raw = RawNavigationBlock(block), var page = raw.page else { return nil }
        page.check = PageCheck(page.message, page.bytes.span, bitCount: page.bitCount)
        if page.check == .notChecked, !raw.isPassed { page.check = .failed }
        page.time = raw.start
        page.timeOrigin = raw.start == nil ? .unknown : .stamped
        return .navigationPage(page)
    }

    private mutating func page(_ payload: Span<UInt8>) -> NavigationPage? {
        guard let subframe = Subframe(payload), var page = NavigationPage(subframe) else { return nil }
        if let (time, origin) = clock.time(of: page) {
            page.time = time
            page.timeOrigin = origin
        }
        return page
    }

    private mutating func measurements(_ payload: Span<UInt8>) -> MeasurementEpoch? {
        guard let raw = RawMeasurements(payload) else { return nil }
        let epoch = MeasurementEpoch(raw)
        if let time = epoch.time { clock.state(time, .gpsTime) }
        return epoch
    }

    private mutating func note(_ time: NavigationTimeGPS) {
        guard time.isTimeOfWeekValid, time.isWeekValid else { return }
        let nanoseconds = Int64(time.iTOW) * 1_000_000 + Int64(time.fTOW)
        let start = GPSTime(week: Int(time.week), nanosecondsOfWeek: 0)
        if let instant = start?.advanced(by: nanoseconds) { clock.state(instant, .gpsTime) }
    }

    private mutating func note(_ pvt: NavigationPVT) {
        guard let time = pvt.utc else { return }
        epoch = (pvt.iTOW, time)
        if let instant = GPSTime(iTOW: pvt.iTOW, near: time) { clock.state(instant, .epoch) }
    }

    /// Returns the UTC of an epoch within 10 s of the last epoch with a known UTC; nil otherwise.
    private func utc(of iTOW: UInt32) -> UTCTime? {
        guard let epoch, !epoch.time.isLeapSecond else { return nil }
        let difference = Int64(iTOW) - Int64(epoch.iTOW)
        guard abs(difference) <= 10_000 else { return nil }
        return UTCTime(nanosecondsSince1970: epoch.time.nanosecondsSince1970 + difference * 1_000_000)
    }
}

extension PageClock {
    /// Tolerance for rounding by receivers, in nanoseconds: an instant that is less than this before a full second
    /// counts as that second.
    private static let tolerance: Int64 = 10_000_000

    fileprivate mutating func state(_ time: NavigationTimeGalileo) {
        let fraction = (Int64(time.nanoseconds) + Self.tolerance).flooringDivision(by: 1_000_000_000)
        guard let whole = GST(week: Int(time.week), tow: Int(time.timeOfWeek)) else { return }
        state(whole.secondsSinceEpoch + Int(fraction), .galileoTime)
    }

    fileprivate mutating func state(_ time: GPSTime, _ origin: PageTimeOrigin) {
        guard let time = time.advanced(by: Self.tolerance).flatMap(GST.init) else { return }
        state(time.secondsSinceEpoch, origin)
    }
}

extension NavigationPVT {
    /// The instant in UTC; nil if date or time is not valid.
    fileprivate var utc: UTCTime? {
        guard validDate, validTime, let date = CivilDate(year: Int(year), month: Int(month), day: Int(day)),
            let time = TimeOfDay(hour: Int(hour), minute: Int(minute), second: Int(second)),
            var instant = UTCTime(date, time)
        else { return nil }
        instant.nanosecondsSince1970 &+= Int64(nano)
        return instant
    }
}

extension GPSTime {
    /// Creates the instant of an epoch from its milliseconds of the week, in the week for which it is nearest to
    /// `time`. Leap seconds do not matter, because they are much shorter than a week.
    fileprivate init?(iTOW: UInt32, near time: UTCTime) {
        let sinceStart = time.nanosecondsSince1970 - GPSTime.firstDay.secondsSince1970 * 1_000_000_000
        let ofWeek = Int64(iTOW) * 1_000_000
        let half = Self.nanosecondsInWeek / 2
        let week = (sinceStart - ofWeek + half).flooringDivision(by: Self.nanosecondsInWeek)
        self.init(week: Int(week), nanosecondsOfWeek: ofWeek)
    }
}
