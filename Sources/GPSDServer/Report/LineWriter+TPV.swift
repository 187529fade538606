// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The content of a TPV other than its fix.
struct TPVExtras {
    var errors: ErrorEstimates
    var motion: Motion
    var leapSeconds: Int?
    var timing: Timing?
}

extension LineWriter {
    /// Writes the object TPV: time, position, velocity.
    mutating func tpv(_ fix: Fix, _ extras: TPVExtras, _ deviceField: [UInt8]) {
        // Clients read lat and lon only if the mode is 2 or higher.
        let mode = fix.position == nil ? 1 : Int(fix.kind.rawValue)
        literal("{\"class\":\"TPV\"")
        bytes(deviceField)
        field(",\"status\":", fix.quality.gpsdStatus)
        field(",\"mode\":", mode)
        field(",\"time\":", fix.time)
        field(",\"leapseconds\":", extras.leapSeconds)
        if let time = fix.time, time.nanosecondsSince1970 >= 0 { field(",\"ept\":", ErrorEstimates.time, decimals: 3) }
        if mode >= 2, let position = fix.position {
            place(position, fix.height, extras.errors)
            course(fix)
            velocity(fix, extras.motion, isThreeDimensional: mode == 3)
            rest(fix, extras.errors, isThreeDimensional: mode == 3)
        }
        clock(extras.timing)
        byte(0x7D)
    }

    private mutating func place(_ position: GeodeticPosition, _ height: Height, _ errors: ErrorEstimates) {
        field(",\"lat\":", position.latitude.degrees, decimals: 9)
        field(",\"lon\":", position.longitude.degrees, decimals: 9)
        field(",\"altHAE\":", height.ellipsoidal?.metres, decimals: 4)
        field(",\"altMSL\":", height.orthometric?.metres, decimals: 4)
        // The key is deprecated, but many clients read no other height.
        field(",\"alt\":", (height.orthometric ?? height.ellipsoidal)?.metres, decimals: 4)
        field(",\"epx\":", errors.epx, decimals: 3)
        field(",\"epy\":", errors.epy, decimals: 3)
        field(",\"epv\":", errors.epv, decimals: 3)
    }

    private mutating func course(_ fix: Fix) {
        field(",\"track\":", fix.course?.degrees, decimals: 4)
        guard let variation = fix.magneticVariation?.degrees else { return }
        if let course = fix.course?.degrees, course.isFinite, variation.isFinite {
            let magnetic = (course - variation).truncatingRemainder(dividingBy: 360)
            field(",\"magtrack\":", magnetic < 0 ? magnetic + 360 : magnetic, decimals: 4)
        }
        field(",\"magvar\":", variation, decimals: 1)
    }

    private mutating func velocity(_ fix: Fix, _ motion: Motion, isThreeDimensional: Bool) {
        field(",\"speed\":", fix.speed?.metresPerSecond, decimals: 3)
        if isThreeDimensional {
            field(",\"climb\":", fix.velocity?.up.metresPerSecond ?? motion.climb, decimals: 3)
        }
        field(",\"eps\":", motion.eps, decimals: 2)
        guard isThreeDimensional else { return }
        field(",\"epc\":", motion.epc, decimals: 2)
        earthFixed(fix.earthFixedPosition, fix.earthFixedVelocity)
        guard let velocity = fix.velocity else { return }
        field(",\"velN\":", velocity.north.metresPerSecond, decimals: 3)
        field(",\"velE\":", velocity.east.metresPerSecond, decimals: 3)
        field(",\"velD\":", -velocity.up.metresPerSecond, decimals: 3)
    }

    /// Writes the Earth-fixed coordinates that the receiver states. gpsd does not compute them either.
    private mutating func earthFixed(_ position: EarthFixedPosition?, _ velocity: EarthFixedVelocity?) {
        field(",\"ecefx\":", position?.x.metres, decimals: 4)
        field(",\"ecefy\":", position?.y.metres, decimals: 4)
        field(",\"ecefz\":", position?.z.metres, decimals: 4)
        field(",\"ecefvx\":", velocity?.x.metresPerSecond, decimals: 2)
        field(",\"ecefvy\":", velocity?.y.metresPerSecond, decimals: 2)
        field(",\"ecefvz\":", velocity?.z.metresPerSecond, decimals: 2)
        field(",\"ecefpAcc\":", position?.accuracy?.metres, decimals: 4)
        field(",\"ecefvAcc\":", velocity?.accuracy?.metresPerSecond, decimals: 2)
    }

    private mutating func rest(_ fix: Fix, _ errors: ErrorEstimates, isThreeDimensional: Bool) {
        if isThreeDimensional { field(",\"geoidSep\":", fix.height.geoidSeparation?.metres, decimals: 3) }
        if let datum = fix.datum {
            literal(",\"datum\":")
            string(datum.prefix(40))
        }
        // Receivers without corrections fill the fields with zeros.
        if let corrections = fix.corrections, corrections.age ?? 0 > 0 || corrections.station ?? 0 > 0 {
            field(",\"dgpsAge\":", corrections.age, decimals: 1)
            field(",\"dgpsSta\":", corrections.station.map(Int.init))
        }
        field(",\"eph\":", errors.eph, decimals: 3)
        field(",\"sep\":", errors.sep, decimals: 3)
    }

    private mutating func clock(_ timing: Timing?) {
        if let bias = timing?.clockBias, bias != 0 { field(",\"clockbias\":", bias, decimals: 0) }
        if let drift = timing?.clockDrift, drift != 0 { field(",\"clockdrift\":", drift, decimals: 0) }
    }
}

extension FixQuality {
    /// gpsd's `status`; nil for an ordinary fix and if there is no fix, because the key is then omitted.
    fileprivate var gpsdStatus: Int? {
        switch self {
        case .invalid, .autonomous: nil
        case .differential: 2
        case .rtkFixed: 3
        case .rtkFloat: 4
        case .deadReckoning: 5
        case .combinedDeadReckoning: 6
        case .manual: 7
        case .simulated: 8
        case .precise: 9
        }
    }
}
