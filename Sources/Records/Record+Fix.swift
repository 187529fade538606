// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import GNSSTypes

extension RecordWriter {
    mutating func append(_ fix: Fix, to record: OpenRecord) {
        var c = gnss_fix_v1()
        c.setEarthFixed(fix)
        // Without Earth-fixed coordinates, a record is as short as before version 1.6, and the same.
        let size = c.earth_fixed == 0 ? ContractSizes.fixWithoutEarthFixed : MemoryLayout<gnss_fix_v1>.size
        let start = reserve(bytes: size)
        c.kind = fix.kind.rawValue
        c.quality = fix.quality.rawValue
        c.setTime(fix)
        c.setPosition(fix)
        c.setMotion(fix)
        c.setAccuracy(fix)
        c.setErrorStatistics(fix.errorStatistics)
        c.setDOP(fix.dop)
        c.setSolution(fix)
        c.datum = text(fix.datum ?? "", in: record)
        c.sources = words(fix.sources, in: record)
        store(c, bytes: size, at: start)
    }
}

extension gnss_fix_v1 {
    fileprivate mutating func setTime(_ fix: Fix) {
        guard let time = fix.time?.inContract else { return }
        present |= UInt64(GNSS_FIX_UTC)
        utc_ns = time.nanosecondsSince1970
        utc_is_leap_second = time.isLeapSecond ? 1 : 0
        time_origin = fix.timeOrigin.rawValue
    }

    fileprivate mutating func setPosition(_ fix: Fix) {
        if let position = fix.position {
            set(Int(GNSS_FIX_POSITION), \.latitude_deg, position.latitude.degrees)
            longitude_deg = position.longitude.degrees
        }
        set(Int(GNSS_FIX_ELLIPSOIDAL_HEIGHT), \.ellipsoidal_height_m, fix.height.ellipsoidal?.metres)
        set(Int(GNSS_FIX_ORTHOMETRIC_HEIGHT), \.orthometric_height_m, fix.height.orthometric?.metres)
        set(Int(GNSS_FIX_GEOID_SEPARATION), \.geoid_separation_m, fix.height.geoidSeparation?.metres)
    }

    fileprivate mutating func setMotion(_ fix: Fix) {
        set(Int(GNSS_FIX_SPEED), \.speed_mps, fix.speed?.metresPerSecond, in: ContractRanges.speed)
        setMagnitude(Int(GNSS_FIX_SPEED_ACCURACY), \.speed_accuracy_mps, fix.speedAccuracy?.metresPerSecond)
        set(Int(GNSS_FIX_COURSE), \.course_deg, fix.course?.degrees, in: ContractRanges.bearing)
        set(Int(GNSS_FIX_MAGNETIC_VARIATION), \.magnetic_variation_deg, fix.magneticVariation?.degrees)
        guard let velocity = fix.velocity, velocity.east.metresPerSecond.isFinite, velocity.up.metresPerSecond.isFinite
        else { return }
        set(Int(GNSS_FIX_VELOCITY), \.velocity_north_mps, velocity.north.metresPerSecond)
        velocity_east_mps = velocity.east.metresPerSecond
        velocity_up_mps = velocity.up.metresPerSecond
    }

    fileprivate mutating func setAccuracy(_ fix: Fix) {
        setMagnitude(Int(GNSS_FIX_HORIZONTAL_ACCURACY), \.horizontal_accuracy_m, fix.horizontalAccuracy?.value.metres)
        horizontal_accuracy_origin = fix.horizontalAccuracy?.origin.rawValue ?? 0
        setMagnitude(Int(GNSS_FIX_VERTICAL_ACCURACY), \.vertical_accuracy_m, fix.verticalAccuracy?.value.metres)
        vertical_accuracy_origin = fix.verticalAccuracy?.origin.rawValue ?? 0
    }

    fileprivate mutating func setErrorStatistics(_ statistics: ErrorStatistics?) {
        guard let statistics else { return }
        setMagnitude(Int(GNSS_FIX_RANGE_RESIDUAL), \.range_residual_m, statistics.rangeResidual?.metres)
        setMagnitude(Int(GNSS_FIX_SEMI_MAJOR), \.semi_major_m, statistics.semiMajor?.metres)
        setMagnitude(Int(GNSS_FIX_SEMI_MINOR), \.semi_minor_m, statistics.semiMinor?.metres)
        set(Int(GNSS_FIX_ORIENTATION), \.orientation_deg, statistics.orientation?.degrees)
        setMagnitude(Int(GNSS_FIX_SIGMA_LATITUDE), \.sigma_latitude_m, statistics.latitude?.metres)
        setMagnitude(Int(GNSS_FIX_SIGMA_LONGITUDE), \.sigma_longitude_m, statistics.longitude?.metres)
        setMagnitude(Int(GNSS_FIX_SIGMA_HEIGHT), \.sigma_height_m, statistics.height?.metres)
    }

    fileprivate mutating func setSolution(_ fix: Fix) {
        if let count = fix.satellitesUsed.flatMap(UInt16.init(exactly:)) {
            present |= UInt64(GNSS_FIX_SATELLITES_USED)
            satellites_used = count
        }
        setMagnitude(Int(GNSS_FIX_CORRECTION_AGE), \.correction_age_s, fix.corrections?.age)
        if let station = fix.corrections?.station {
            present |= UInt64(GNSS_FIX_CORRECTION_STATION)
            correction_station = station
        }
        if let seconds = fix.leapSeconds.flatMap(Int16.init(exactly:)) {
            present |= UInt64(GNSS_FIX_LEAP_SECONDS)
            leap_seconds = seconds
        }
        if let state = fix.jamming {
            present |= UInt64(GNSS_FIX_JAMMING)
            jamming = state.rawValue
        }
        if let state = fix.spoofing {
            present |= UInt64(GNSS_FIX_SPOOFING)
            spoofing = state.rawValue
        }
    }
}

extension RecordBody {
    func fix() throws(RecordError) -> Fix {
        let c = try payload(gnss_fix_v1.self, atLeast: ContractSizes.fix)
        guard let kind = FixKind(rawValue: c.kind) else { throw error("kind \(c.kind) of a fix; allowed: 1...3") }
        guard let quality = FixQuality(rawValue: c.quality) else {
            throw error("quality \(c.quality) of a fix; allowed: 0...9")
        }
        var fix = Fix(kind: kind, quality: quality)
        try readTime(c, into: &fix)
        try readPosition(c, into: &fix)
        try readMotion(c, into: &fix)
        try readEarthFixed(c, into: &fix)
        try readAccuracy(c, into: &fix)
        fix.errorStatistics = try errorStatistics(c)
        fix.dop = try dop(c.present, c.gdop, c.pdop, c.hdop, c.vdop, c.tdop)
        try readSolution(c, into: &fix)
        let datum = try text(c.datum, "datum")
        fix.datum = datum.isEmpty ? nil : datum
        fix.sources = try words(c.sources, "sources")
        return fix
    }

    /// Returns a number if its bit is set, after checking that it is finite and in its range.
    ///
    /// - Parameter field: The field's name in the contract, for the error.
    /// - Throws: `RecordError` for any other number.
    func number(
        _ present: UInt64, _ bit: Int, _ value: Double, _ field: String,
        in range: ClosedRange<Double> = ContractRanges.any
    ) throws(RecordError) -> Double? {
        guard present & UInt64(bit) != 0 else { return nil }
        guard range.contains(value) else { throw outOfRange(field, value, range) }
        return value
    }

    /// The error for a field with a number that is not finite or out of its range.
    func outOfRange(_ field: String, _ value: Double, _ range: ClosedRange<Double>) -> RecordError {
        error("\(field) is \(value); allowed: \(range.lowerBound) to \(range.upperBound)")
    }

    func dop(
        _ present: UInt64, _ gdop: Double, _ pdop: Double, _ hdop: Double, _ vdop: Double, _ tdop: Double
    ) throws(RecordError) -> DilutionOfPrecision {
        DilutionOfPrecision(
            gdop: try magnitude(present, Int(GNSS_FIX_GDOP), gdop, "gdop"),
            pdop: try magnitude(present, Int(GNSS_FIX_PDOP), pdop, "pdop"),
            hdop: try magnitude(present, Int(GNSS_FIX_HDOP), hdop, "hdop"),
            vdop: try magnitude(present, Int(GNSS_FIX_VDOP), vdop, "vdop"),
            tdop: try magnitude(present, Int(GNSS_FIX_TDOP), tdop, "tdop"))
    }

    private func length(
        _ c: gnss_fix_v1, _ bit: Int, _ value: Double, _ field: String
    ) throws(RecordError) -> Length? {
        try number(c.present, bit, value, field).map { Length(metres: $0) }
    }

    /// Returns a length that cannot be negative.
    private func magnitude(
        _ c: gnss_fix_v1, _ bit: Int, _ value: Double, _ field: String
    ) throws(RecordError) -> Length? {
        try magnitude(c.present, bit, value, field).map { Length(metres: $0) }
    }

    /// Returns a number that cannot be negative.
    private func magnitude(
        _ present: UInt64, _ bit: Int, _ value: Double, _ field: String
    ) throws(RecordError) -> Double? {
        try number(present, bit, value, field, in: ContractRanges.magnitude)
    }

    private func readTime(_ c: gnss_fix_v1, into fix: inout Fix) throws(RecordError) {
        guard c.present & UInt64(GNSS_FIX_UTC) != 0 else { return }
        fix.time = try instant(c.utc_ns, "utc_ns", isLeapSecond: c.utc_is_leap_second == 1)
        guard let origin = TimeOrigin(rawValue: c.time_origin) else {
            throw error("time_origin is \(c.time_origin); allowed: 0...3")
        }
        fix.timeOrigin = origin
    }

    private func readPosition(_ c: gnss_fix_v1, into fix: inout Fix) throws(RecordError) {
        if c.present & UInt64(GNSS_FIX_POSITION) != 0 {
            fix.position = GeodeticPosition(
                latitude: Angle(degrees: c.latitude_deg), longitude: Angle(degrees: c.longitude_deg))
            guard fix.position != nil else { throw positionOutOfRange(c.latitude_deg, c.longitude_deg) }
        }
        guard (fix.kind == .none) == (fix.position == nil) else {
            throw error(
                "kind is \(c.kind), and the bit GNSS_FIX_POSITION of present is "
                    + (fix.position == nil ? "not set; kinds 2 and 3 need a position" : "set; kind 1 has no position"))
        }
        fix.height = Height(
            ellipsoidal: try length(
                c, Int(GNSS_FIX_ELLIPSOIDAL_HEIGHT), c.ellipsoidal_height_m, "ellipsoidal_height_m"),
            orthometric: try length(
                c, Int(GNSS_FIX_ORTHOMETRIC_HEIGHT), c.orthometric_height_m, "orthometric_height_m"),
            geoidSeparation: try length(c, Int(GNSS_FIX_GEOID_SEPARATION), c.geoid_separation_m, "geoid_separation_m"))
    }

    private func positionOutOfRange(_ latitude: Double, _ longitude: Double) -> RecordError {
        (-90...90).contains(latitude)
            ? outOfRange("longitude_deg", longitude, -180...180) : outOfRange("latitude_deg", latitude, -90...90)
    }

    private func readMotion(_ c: gnss_fix_v1, into fix: inout Fix) throws(RecordError) {
        fix.speed = try number(c.present, Int(GNSS_FIX_SPEED), c.speed_mps, "speed_mps", in: ContractRanges.speed).map {
            Speed(metresPerSecond: $0)
        }
        fix.speedAccuracy = try magnitude(
            c.present, Int(GNSS_FIX_SPEED_ACCURACY), c.speed_accuracy_mps, "speed_accuracy_mps"
        ).map { Speed(metresPerSecond: $0) }
        fix.course = try number(c.present, Int(GNSS_FIX_COURSE), c.course_deg, "course_deg", in: ContractRanges.bearing)
            .map {
                Angle(degrees: $0)
            }
        fix.magneticVariation = try number(
            c.present, Int(GNSS_FIX_MAGNETIC_VARIATION), c.magnetic_variation_deg, "magnetic_variation_deg"
        ).map { Angle(degrees: $0) }
        let bit = Int(GNSS_FIX_VELOCITY)
        if let north = try number(c.present, bit, c.velocity_north_mps, "velocity_north_mps"),
            let east = try number(c.present, bit, c.velocity_east_mps, "velocity_east_mps"),
            let up = try number(c.present, bit, c.velocity_up_mps, "velocity_up_mps")
        {
            fix.velocity = Velocity(
                north: Speed(metresPerSecond: north), east: Speed(metresPerSecond: east),
                up: Speed(metresPerSecond: up))
        }
    }

    private func readAccuracy(_ c: gnss_fix_v1, into fix: inout Fix) throws(RecordError) {
        fix.horizontalAccuracy = try accuracy(
            magnitude(c, Int(GNSS_FIX_HORIZONTAL_ACCURACY), c.horizontal_accuracy_m, "horizontal_accuracy_m"),
            c.horizontal_accuracy_origin, "horizontal_accuracy_origin")
        fix.verticalAccuracy = try accuracy(
            magnitude(c, Int(GNSS_FIX_VERTICAL_ACCURACY), c.vertical_accuracy_m, "vertical_accuracy_m"),
            c.vertical_accuracy_origin, "vertical_accuracy_origin")
    }

    private func accuracy(
        _ value: Length?, _ origin: UInt8, _ field: String
    ) throws(RecordError) -> Accuracy? {
        guard let value else { return nil }
        guard let origin = AccuracyOrigin(rawValue: origin) else {
            throw error("\(field) is \(origin); allowed: 1...3")
        }
        return Accuracy(value, origin: origin)
    }

    private func errorStatistics(_ c: gnss_fix_v1) throws(RecordError) -> ErrorStatistics? {
        var statistics = ErrorStatistics()
        statistics.rangeResidual = try magnitude(
            c, Int(GNSS_FIX_RANGE_RESIDUAL), c.range_residual_m, "range_residual_m")
        statistics.semiMajor = try magnitude(c, Int(GNSS_FIX_SEMI_MAJOR), c.semi_major_m, "semi_major_m")
        statistics.semiMinor = try magnitude(c, Int(GNSS_FIX_SEMI_MINOR), c.semi_minor_m, "semi_minor_m")
        statistics.orientation = try number(c.present, Int(GNSS_FIX_ORIENTATION), c.orientation_deg, "orientation_deg")
            .map { Angle(degrees: $0) }
        statistics.latitude = try magnitude(c, Int(GNSS_FIX_SIGMA_LATITUDE), c.sigma_latitude_m, "sigma_latitude_m")
        statistics.longitude = try magnitude(c, Int(GNSS_FIX_SIGMA_LONGITUDE), c.sigma_longitude_m, "sigma_longitude_m")
        statistics.height = try magnitude(c, Int(GNSS_FIX_SIGMA_HEIGHT), c.sigma_height_m, "sigma_height_m")
        return statistics == ErrorStatistics() ? nil : statistics
    }

    private func readSolution(_ c: gnss_fix_v1, into fix: inout Fix) throws(RecordError) {
        if c.present & UInt64(GNSS_FIX_SATELLITES_USED) != 0 { fix.satellitesUsed = Int(c.satellites_used) }
        if c.present & UInt64(GNSS_FIX_LEAP_SECONDS) != 0 { fix.leapSeconds = Int(c.leap_seconds) }
        if c.present & UInt64(GNSS_FIX_JAMMING) != 0 {
            guard let state = JammingState(rawValue: c.jamming) else {
                throw error("jamming is \(c.jamming); allowed: 1...3")
            }
            fix.jamming = state
        }
        if c.present & UInt64(GNSS_FIX_SPOOFING) != 0 {
            guard let state = SpoofingState(rawValue: c.spoofing) else {
                throw error("spoofing is \(c.spoofing); allowed: 1...3")
            }
            fix.spoofing = state
        }
        let age = try magnitude(c.present, Int(GNSS_FIX_CORRECTION_AGE), c.correction_age_s, "correction_age_s")
        let station = c.present & UInt64(GNSS_FIX_CORRECTION_STATION) != 0 ? c.correction_station : nil
        if age != nil || station != nil { fix.corrections = CorrectionsUsed(age: age, station: station) }
    }
}
