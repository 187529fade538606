// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import GNSSTypes

// How a sampling stands, as a stage says it: in files only.

extension RecordWriter {
    mutating func append(_ sampling: SampledCentroid, to record: OpenRecord) {
        let start = reserve(gnss_centroid_v1.self)
        var c = gnss_centroid_v1(sampling)
        c.receiver = text(sampling.receiver.rawValue, in: record)
        c.reason = text(sampling.reason, in: record)
        c.text = text(sampling.text, in: record)
        c.rejected_reasons = words(sampling.rejected.map(\.reason), in: record)
        pad()
        c.rejected_counts = gnss_slice_v1(
            offset: UInt32(bytes.count - record.start), count: UInt32(sampling.rejected.count))
        for rejected in sampling.rejected { store(rejected.count.littleEndian, at: reserve(UInt64.self)) }
        store(c, at: start)
    }
}

extension gnss_centroid_v1 {
    fileprivate init(_ sampling: SampledCentroid) {
        self.init()
        session = sampling.session
        (event, state, method) = (sampling.event.rawValue, sampling.state.rawValue, sampling.method.rawValue)
        (wanted, count) = (UInt32(clamping: sampling.wanted), UInt32(clamping: sampling.count))
        resets = UInt32(clamping: sampling.resets)
        if let estimate = sampling.estimate { take(estimate) }
    }

    private mutating func take(_ estimate: CentroidEstimate) {
        present |= UInt64(GNSS_CENTROID_ESTIMATE)
        authentication = estimate.authentication.rawValue
        (is_resolution_limited, is_unstable) = (estimate.isResolutionLimited ? 1 : 0, estimate.isUnstable ? 1 : 0)
        used = UInt32(clamping: estimate.used)
        (robust_latitude_deg, robust_longitude_deg) = (
            estimate.robust.latitude.degrees, estimate.robust.longitude.degrees
        )
        (compatible_latitude_deg, compatible_longitude_deg) = (
            estimate.compatible.latitude.degrees, estimate.compatible.longitude.degrees
        )
        let distance = estimate.distanceToCompatible.metres
        distance_to_compatible_m = ContractRanges.magnitude.contains(distance) ? distance : 0
        correlation = (0...1).contains(estimate.correlation) ? estimate.correlation : 0
        set(GNSS_CENTROID_ELLIPSOIDAL_HEIGHT, \.ellipsoidal_height_m, estimate.ellipsoidalHeight?.metres)
        set(GNSS_CENTROID_ORTHOMETRIC_HEIGHT, \.orthometric_height_m, estimate.orthometricHeight?.metres)
        setMagnitude(
            GNSS_CENTROID_HEIGHT_STANDARD_ERROR, \.height_standard_error_m, estimate.heightStandardError?.metres)
        setMagnitude(GNSS_CENTROID_EFFECTIVE_SAMPLES, \.effective_samples, estimate.effectiveSamples)
        setMagnitude(GNSS_CENTROID_DRMS, \.drms_m, estimate.drms?.metres)
        setMagnitude(GNSS_CENTROID_R95, \.r95_m, estimate.r95?.metres)
        setMagnitude(GNSS_CENTROID_INNERMOST_SPREAD, \.innermost_spread_m, estimate.innermostSpread?.metres)
        take(estimate.covariance, estimate.positionCovariance)
        take(estimate.first, estimate.last)
    }

    private mutating func take(_ one: PlaneCovariance?, _ position: PlaneCovariance?) {
        if let one, one.isSound {
            present |= UInt64(GNSS_CENTROID_COVARIANCE)
            (covariance_east_east, covariance_east_north) = (one.eastEast, one.eastNorth)
            covariance_north_north = one.northNorth
        }
        if let position, position.isSound {
            present |= UInt64(GNSS_CENTROID_POSITION_COVARIANCE)
            (position_covariance_east_east, position_covariance_east_north) = (position.eastEast, position.eastNorth)
            position_covariance_north_north = position.northNorth
        }
    }

    private mutating func take(_ first: UTCTime?, _ last: UTCTime?) {
        if let first = first?.inContract {
            present |= UInt64(GNSS_CENTROID_FIRST)
            (first_utc_ns, first_is_leap_second) = (first.nanosecondsSince1970, first.isLeapSecond ? 1 : 0)
        }
        if let last = last?.inContract {
            present |= UInt64(GNSS_CENTROID_LAST)
            (last_utc_ns, last_is_leap_second) = (last.nanosecondsSince1970, last.isLeapSecond ? 1 : 0)
        }
    }

    fileprivate func has(_ bit: Int) -> Bool { present & UInt64(bit) != 0 }
}

extension PlaneCovariance {
    /// What readers take.
    fileprivate var isSound: Bool {
        ContractRanges.magnitude.contains(eastEast) && ContractRanges.magnitude.contains(northNorth)
            && ContractRanges.any.contains(eastNorth)
    }
}

extension RecordBody {
    func sampledCentroid() throws(RecordError) -> SampledCentroid {
        let c = try payload(gnss_centroid_v1.self, atLeast: ContractSizes.centroid)
        guard let event = SampledCentroid.Event(rawValue: c.event) else { throw error("event \(c.event)") }
        guard let state = SampledCentroid.State(rawValue: c.state) else { throw error("state \(c.state)") }
        guard let method = CentroidMethod(rawValue: c.method) else { throw error("method \(c.method)") }
        var sampling = SampledCentroid(
            receiver: SourceID(rawValue: try text(c.receiver)), session: c.session, event: event,
            reason: try text(c.reason), text: try text(c.text), state: state, method: method, wanted: Int(c.wanted),
            count: Int(c.count))
        sampling.resets = Int(c.resets)
        sampling.rejected = try rejected(c)
        if c.has(GNSS_CENTROID_ESTIMATE) { sampling.estimate = try estimate(c, method) }
        return sampling
    }

    private func rejected(_ c: gnss_centroid_v1) throws(RecordError) -> [SampledCentroid.Rejected] {
        let reasons = try words(c.rejected_reasons)
        let range = try range(of: c.rejected_counts, stride: 8)
        guard reasons.count == range.count / 8 else { throw error("reasons and counts that do not match") }
        return reasons.enumerated().map { index, reason in
            SampledCentroid.Rejected(reason, UInt64(littleEndian: bytes.load(at: range.lowerBound + index * 8)))
        }
    }

    private func estimate(_ c: gnss_centroid_v1, _ method: CentroidMethod) throws(RecordError) -> CentroidEstimate {
        guard let authentication = CentroidAuthentication(rawValue: c.authentication) else {
            throw error("authentication \(c.authentication)")
        }
        var estimate = CentroidEstimate(
            method: method, count: Int(c.count), used: Int(c.used),
            robust: try position(c.robust_latitude_deg, c.robust_longitude_deg),
            compatible: try position(c.compatible_latitude_deg, c.compatible_longitude_deg))
        estimate.distanceToCompatible = Length(metres: try within(c.distance_to_compatible_m, ContractRanges.magnitude))
        estimate.correlation = try within(c.correlation, 0...1)
        (estimate.isResolutionLimited, estimate.isUnstable) = (c.is_resolution_limited == 1, c.is_unstable == 1)
        estimate.authentication = authentication
        estimate.ellipsoidalHeight = try length(c, GNSS_CENTROID_ELLIPSOIDAL_HEIGHT, c.ellipsoidal_height_m)
        estimate.orthometricHeight = try length(c, GNSS_CENTROID_ORTHOMETRIC_HEIGHT, c.orthometric_height_m)
        let magnitude = ContractRanges.magnitude
        estimate.heightStandardError = try length(
            c, GNSS_CENTROID_HEIGHT_STANDARD_ERROR, c.height_standard_error_m, magnitude)
        estimate.drms = try length(c, GNSS_CENTROID_DRMS, c.drms_m, magnitude)
        estimate.r95 = try length(c, GNSS_CENTROID_R95, c.r95_m, magnitude)
        estimate.innermostSpread = try length(c, GNSS_CENTROID_INNERMOST_SPREAD, c.innermost_spread_m, magnitude)
        if c.has(GNSS_CENTROID_EFFECTIVE_SAMPLES) {
            estimate.effectiveSamples = try within(c.effective_samples, magnitude)
        }
        try readCovariances(c, into: &estimate)
        if c.has(GNSS_CENTROID_FIRST) {
            estimate.first = try instant(c.first_utc_ns, isLeapSecond: c.first_is_leap_second == 1)
        }
        if c.has(GNSS_CENTROID_LAST) {
            estimate.last = try instant(c.last_utc_ns, isLeapSecond: c.last_is_leap_second == 1)
        }
        return estimate
    }

    private func readCovariances(
        _ c: gnss_centroid_v1, into estimate: inout CentroidEstimate
    ) throws(RecordError) {
        if c.has(GNSS_CENTROID_COVARIANCE) {
            estimate.covariance = try sound(
                PlaneCovariance(
                    eastEast: c.covariance_east_east, eastNorth: c.covariance_east_north,
                    northNorth: c.covariance_north_north))
        }
        if c.has(GNSS_CENTROID_POSITION_COVARIANCE) {
            estimate.positionCovariance = try sound(
                PlaneCovariance(
                    eastEast: c.position_covariance_east_east, eastNorth: c.position_covariance_east_north,
                    northNorth: c.position_covariance_north_north))
        }
    }

    private func sound(_ covariance: PlaneCovariance) throws(RecordError) -> PlaneCovariance {
        guard covariance.isSound else { throw error("a covariance out of range") }
        return covariance
    }

    private func position(_ latitude: Double, _ longitude: Double) throws(RecordError) -> GeodeticPosition {
        let position = GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: longitude))
        guard let position else { throw error("a latitude or longitude out of range") }
        return position
    }

    private func length(
        _ c: gnss_centroid_v1, _ bit: Int, _ value: Double, _ range: ClosedRange<Double> = ContractRanges.any
    ) throws(RecordError) -> Length? {
        c.has(bit) ? Length(metres: try within(value, range)) : nil
    }

    private func within(_ value: Double, _ range: ClosedRange<Double>) throws(RecordError) -> Double {
        guard range.contains(value) else { throw error("the number \(value)") }
        return value
    }
}
