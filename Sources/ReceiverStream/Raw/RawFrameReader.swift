// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import SBF
internal import UBX

/// Makes payloads of single frames that need no epoch: raw navigation pages, signals, measurements.
///
/// It sees every message of UBX and block of SBF before the epoch joiner does, and keeps what it must remember from one to the other (the
/// time that a page does not state).
struct RawFrameReader: Sendable {
    /// Whether the receiver states its signals in a message of their own.
    private(set) var statesSignals = false
    private var clock = PageClock()
    private var claims = AuthenticationClaims()
    /// The last epoch of which UTC is known: milliseconds of the GPS week, and the instant.
    private var epoch: (iTOW: UInt32, time: UTCTime)?

    /// Takes a UBX message.
    ///
    /// - Parameters:
    ///   - id: its identity.
    ///   - content: what it says.
    ///   - payload: its payload.
    /// - Returns: what is to be published at once, ahead of the epoch that is open.
    mutating func read(_ id: MessageID, _ content: UBXContent?, _ payload: Span<UInt8>) -> Payload? {
        switch content {
        case .signals(let signals):
            statesSignals = true
            var view = SignalView(signals, at: utc(of: signals.iTOW))
            claims.mark(&view)
            return .signals(view)
        case .timeGPS(let time):
            note(time)
            return nil
        case .pvt(let pvt):
            note(pvt)
            return nil
        default: break
        }
        switch id {
        case .rxmSFRBX: return page(payload).map { .navigationPage($0) }
        case .rxmRAWX: return measurements(payload).map { .measurements($0) }
        case .secOSNMA: if let status = OSNMAStatus(payload) { claims.state(status) }
        case .navTIMEGAL:
            if let time = NavigationTimeGalileo(payload), time.isTimeOfWeekValid, time.isWeekValid { clock.state(time) }
        default: break
        }
        return nil
    }

    /// Takes a block of SBF whose checksum is right.
    ///
    /// - Returns: what is to be published at once, ahead of the epoch that is open.
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

    /// UTC of an epoch that is not far from the last one of which it is known.
    private func utc(of iTOW: UInt32) -> UTCTime? {
        guard let epoch, !epoch.time.isLeapSecond else { return nil }
        let difference = Int64(iTOW) - Int64(epoch.iTOW)
        guard abs(difference) <= 10_000 else { return nil }
        return UTCTime(nanosecondsSince1970: epoch.time.nanosecondsSince1970 + difference * 1_000_000)
    }
}

extension PageClock {
    /// Receivers round: what is so little before a second is the second.
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
    /// The instant in UTC, where date and time are valid.
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
    /// The instant of an epoch by its milliseconds of the week, in the week that brings it nearest to UTC. Leap seconds
    /// move nothing: a week is much longer.
    fileprivate init?(iTOW: UInt32, near time: UTCTime) {
        let sinceStart = time.nanosecondsSince1970 - GPSTime.firstDay.secondsSince1970 * 1_000_000_000
        let ofWeek = Int64(iTOW) * 1_000_000
        let half = Self.nanosecondsInWeek / 2
        let week = (sinceStart - ofWeek + half).flooringDivision(by: Self.nanosecondsInWeek)
        self.init(week: Int(week), nanosecondsOfWeek: ofWeek)
    }
}
