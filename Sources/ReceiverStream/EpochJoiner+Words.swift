// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA
internal import UBX

extension SentenceKind {
    /// True for a sentence that receivers send once per epoch to report their position or its absence.
    var isPosition: Bool {
        switch self {
        case .rmc, .gga, .gns, .gll, .pubxPosition, .skytraqVelocity, .garminFix, .ashtechPosition: true
        default: false
        }
    }

    /// True for a sentence that contains the attitude of the vehicle.
    var isAttitude: Bool {
        switch self {
        case .hdt, .ths, .hdm, .hdg, .rot, .attitude, .skytraqAttitude: true
        default: false
        }
    }
}

extension NMEASentence {
    /// The time of day of the epoch to which the sentence belongs, if it contains one.
    var epochTime: TimeOfDay? {
        switch kind {
        case .rmc, .gga, .gns, .zda, .gst, .gbs, .grs: timeOfDay(1)
        case .pubxPosition, .pubxTime, .skytraqVelocity: timeOfDay(2)
        case .garminFix, .ashtechPosition: timeOfDay(4)
        case .gll: timeOfDay(5)
        default: nil
        }
    }
}

extension TimeOfDay {
    /// True if two times are considered equal: some receivers round differently in different sentences.
    func isNear(_ other: TimeOfDay) -> Bool { distance(to: other) < 10_000_000 }

    /// True if two times may be those of sentences of one epoch.
    func isAbout(_ other: TimeOfDay) -> Bool { distance(to: other) < 5_000_000_000 }
}

extension CycleLearner.Mark {
    init(_ sentence: NMEASentence, _ gsv: GSVSentence?) {
        address = sentence.addressCode
        isLastOfGroup = gsv.map { $0.number == $0.total } ?? false
        signal = gsv?.signalID
    }
}

extension EpochDraft {
    /// The date that one of its sentences states for its time.
    mutating func statedDate() -> CivilDate? {
        if let rmc, rmc.isValid, let date = rmc.date { return date }
        if let psti = own.skytraq, psti.isValid, let date = psti.date { return date }
        return zdaDate() ?? own.pubxTime?.date ?? own.garmin?.date
    }

    /// The date of ZDA, whose time may run seconds ahead of that of the epoch and past midnight.
    private mutating func zdaDate() -> CivilDate? {
        guard let date = zda?.date, let ahead = zda?.time, let key, ahead < key, ahead.isLater(than: key) else {
            return zda?.date
        }
        return CivilDate(daysSince1970: date.daysSince1970 - 1)
    }

    /// Its information about time and clock; nil if it only states the time of the fix.
    mutating func timing(at time: UTCTime?) -> Timing? {
        var timing = Timing()
        timing.time = time
        if let pubx = own.pubxTime {
            timing.leapSeconds = pubx.leapSeconds
            timing.leapSecondsAreDefault = pubx.leapSecondsAreDefault
            timing.clockBias = pubx.clockBias
            timing.clockDrift = pubx.clockDrift
            timing.sources = ["PUBX"]
            return timing
        }
        if let timing = ubx.timing(at: time) { return timing }
        guard let leapSeconds = own.garmin?.leapSeconds else { return nil }
        timing.leapSeconds = leapSeconds
        timing.sources = ["PGRMF"]
        return timing
    }

    /// Its attitudes, each with the instant that it states or else that of the epoch.
    mutating func attitudes(at instant: UTCTime?) -> [Attitude] {
        let stated = attitudes.map { entry in
            var attitude = entry.attitude
            attitude.time = instant
            if let instant, let time = entry.time { attitude.time = UTCTime(instant.date, time) ?? instant }
            return attitude
        }
        return stated
            + ubx.attitudes().map { attitude in
                var attitude = attitude
                attitude.time = instant
                return attitude
            }
    }

    /// Returns the addresses of the sentences about satellites.
    mutating func skySources() -> [String] {
        let (gsa, gsv, pubx): (UInt64, UInt64, UInt64) = (0x47_5341, 0x47_5356, 0x5055_4258)
        return addresses.compactMap { address in
            let last = address & 0xFF_FFFF
            let isOfSky = MessageID(code: address)?.isOfSky ?? (last == gsa || last == gsv || address == pubx)
            return isOfSky ? Self.text(address) : nil
        }
    }
}
