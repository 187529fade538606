// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import GNSSTypes

// A stage's verdict: in files only.

extension RecordWriter {
    mutating func append(_ verdict: Authentication, to record: OpenRecord) {
        let start = reserve(gnss_authentication_v1.self)
        var c = gnss_authentication_v1(verdict)
        c.receiver = text(verdict.receiver.rawValue, in: record)
        if let fix = verdict.fix {
            c.fix_authenticated = slice(fix.authenticated.map(\.number), in: record)
            c.fix_unauthenticated = slice(fix.unauthenticated.map(\.number), in: record)
        }
        if let claim = verdict.claim {
            c.claimed = slice(claim.satellites.map(\.number), in: record)
            c.claim_sources = words(claim.sources, in: record)
        }
        pad()
        c.satellites = gnss_slice_v1(
            offset: UInt32(bytes.count - record.start), count: UInt32(verdict.satellites.count))
        for satellite in verdict.satellites {
            store(gnss_satellite_authentication_v1(satellite), at: reserve(gnss_satellite_authentication_v1.self))
        }
        store(c, at: start)
    }
}

extension gnss_authentication_v1 {
    fileprivate init(_ verdict: Authentication) {
        self.init()
        state = verdict.state.rawValue
        reason = verdict.reason.rawValue
        is_news = verdict.isNews ? 1 : 0
        status = verdict.status?.rawValue ?? 0
        clock_source = verdict.clock.source.rawValue
        clock_use = verdict.clock.use.rawValue
        (tags_right, tags_wrong) = (verdict.tagsRight, verdict.tagsWrong)
        set(
            GNSS_AUTHENTICATION_SINCE, \.since_ns,
            verdict.since.flatMap { ContractRanges.instant.contains($0) ? $0 : nil })
        set(GNSS_AUTHENTICATION_TIME, \.week, verdict.time.map { UInt32($0.week) })
        set(GNSS_AUTHENTICATION_TIME, \.second, verdict.time.map { UInt32($0.tow) })
        set(GNSS_AUTHENTICATION_CHAIN, \.chain, verdict.chainID)
        set(GNSS_AUTHENTICATION_PUBLIC_KEY, \.public_key, verdict.publicKeyID)
        set(GNSS_AUTHENTICATION_UNCERTAINTY, \.clock_uncertainty_ms, verdict.clock.uncertainty)
        set(GNSS_AUTHENTICATION_DIFFERENCE, \.clock_difference_ms, verdict.clock.difference)
        if verdict.claim != nil { present |= UInt64(GNSS_AUTHENTICATION_CLAIM) }
        guard let fix = verdict.fix else { return }
        set(GNSS_AUTHENTICATION_FIX, \.fix_sequence, fix.sequence)
        let time = fix.time?.inContract
        set(GNSS_AUTHENTICATION_FIX_TIME, \.fix_utc_ns, time?.nanosecondsSince1970)
        fix_is_leap_second = time?.isLeapSecond == true ? 1 : 0
        fix_used = UInt16(clamping: fix.used)
        fix_extent = fix.extent.rawValue
    }

    private mutating func set<Value>(_ bit: Int, _ field: WritableKeyPath<Self, Value>, _ value: Value?) {
        guard let value else { return }
        present |= UInt64(bit)
        self[keyPath: field] = value
    }
}

extension gnss_satellite_authentication_v1 {
    fileprivate init(_ satellite: SatelliteAuthentication) {
        self.init()
        number = satellite.satellite.number
        standing = satellite.standing.rawValue
        sends_osnma = satellite.sendsOSNMA ? 1 : 0
        received_iodnav = satellite.receivedIODnav.map { UInt16(clamping: $0) } ?? .max
        if let failure = satellite.failure {
            self.failure = failure.kind.rawValue
            failure_sender = failure.sender?.number ?? 0
            failure_week = UInt32(failure.time.week)
            failure_second = UInt32(failure.time.tow)
        }
        if let data = satellite.ephemeris { ephemeris = gnss_authenticated_data_v1(data) }
        if let data = satellite.timing { timing = gnss_authenticated_data_v1(data) }
    }
}

extension gnss_authenticated_data_v1 {
    fileprivate init(_ data: AuthenticatedData) {
        self.init()
        is_there = 1
        is_authenticated = data.isAuthenticated ? 1 : 0
        kinds = data.kinds.rawValue
        iodnav = data.iodnav.map { UInt16(clamping: $0) } ?? .max
        tags = UInt32(clamping: data.tags)
        bits = UInt32(clamping: data.bits)
        (first_week, first_second) = (UInt32(data.firstTag.week), UInt32(data.firstTag.tow))
        (last_week, last_second) = (UInt32(data.lastTag.week), UInt32(data.lastTag.tow))
        age_s = ContractRanges.magnitude.contains(data.age) ? data.age : 0
        let value = UInt64(data.fingerprint, radix: 16) ?? 0
        withUnsafeMutableBytes(of: &fingerprint) { bytes in
            for index in 0..<6 { bytes[index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * (5 - index))) }
        }
    }
}

extension RecordBody {
    func authentication() throws(RecordError) -> Authentication {
        let c = try payload(gnss_authentication_v1.self, atLeast: ContractSizes.authentication)
        guard let state = Authentication.State(rawValue: c.state) else { throw error("state \(c.state)") }
        guard let reason = AuthenticationReason(rawValue: c.reason) else { throw error("reason \(c.reason)") }
        var verdict = Authentication(receiver: SourceID(rawValue: try text(c.receiver)))
        (verdict.state, verdict.reason, verdict.isNews) = (state, reason, c.is_news == 1)
        verdict.status = Authentication.ServiceStatus(rawValue: c.status)
        (verdict.tagsRight, verdict.tagsWrong) = (c.tags_right, c.tags_wrong)
        if c.has(GNSS_AUTHENTICATION_SINCE) { verdict.since = try instant(c.since_ns).nanosecondsSince1970 }
        if c.has(GNSS_AUTHENTICATION_TIME) { verdict.time = try instant(c.week, c.second) }
        if c.has(GNSS_AUTHENTICATION_CHAIN) { verdict.chainID = c.chain }
        if c.has(GNSS_AUTHENTICATION_PUBLIC_KEY) { verdict.publicKeyID = c.public_key }
        verdict.clock = try clock(c)
        if c.has(GNSS_AUTHENTICATION_FIX) { verdict.fix = try fix(c) }
        if c.has(GNSS_AUTHENTICATION_CLAIM) {
            verdict.claim = AuthenticationClaim(
                satellites: try galileo(c.claimed), sources: try words(c.claim_sources))
        }
        let stride = MemoryLayout<gnss_satellite_authentication_v1>.stride
        let range = try range(of: c.satellites, stride: stride)
        for offset in Swift.stride(from: range.lowerBound, to: range.upperBound, by: stride) {
            verdict.satellites.append(try satellite(bytes.load(at: offset)))
        }
        return verdict
    }

    private func clock(_ c: gnss_authentication_v1) throws(RecordError) -> AuthenticationClock {
        guard let source = AuthenticationClock.Source(rawValue: c.clock_source),
            let use = AuthenticationClock.Use(rawValue: c.clock_use)
        else { throw error("clock \(c.clock_source), use \(c.clock_use)") }
        return AuthenticationClock(
            source: source, use: use,
            uncertainty: c.has(GNSS_AUTHENTICATION_UNCERTAINTY) ? c.clock_uncertainty_ms : nil,
            difference: c.has(GNSS_AUTHENTICATION_DIFFERENCE) ? c.clock_difference_ms : nil)
    }

    private func fix(_ c: gnss_authentication_v1) throws(RecordError) -> FixAuthentication {
        guard let extent = FixAuthentication.Extent(rawValue: c.fix_extent) else {
            throw error("extent \(c.fix_extent)")
        }
        let hasTime = c.has(GNSS_AUTHENTICATION_FIX_TIME)
        let time = hasTime ? try instant(c.fix_utc_ns, isLeapSecond: c.fix_is_leap_second == 1) : nil
        return FixAuthentication(
            sequence: c.fix_sequence, time: time, extent: extent,
            used: Int(c.fix_used), authenticated: try galileo(c.fix_authenticated),
            unauthenticated: try galileo(c.fix_unauthenticated))
    }

    /// Satellites of Galileo, a byte each.
    private func galileo(_ slice: gnss_slice_v1) throws(RecordError) -> [SatelliteID] {
        var satellites: [SatelliteID] = []
        for number in bytes[try range(of: slice, stride: 1)] { satellites.append(try galileo(number)) }
        return satellites
    }

    private func galileo(_ number: UInt8) throws(RecordError) -> SatelliteID {
        guard let satellite = SatelliteID(.galileo, Int(number)) else { throw error("satellite \(number)") }
        return satellite
    }

    private func satellite(_ c: gnss_satellite_authentication_v1) throws(RecordError) -> SatelliteAuthentication {
        var satellite = SatelliteAuthentication(try galileo(c.number))
        guard let standing = SatelliteAuthentication.Standing(rawValue: c.standing) else {
            throw error("standing \(c.standing)")
        }
        satellite.standing = standing
        satellite.sendsOSNMA = c.sends_osnma == 1
        satellite.receivedIODnav = c.received_iodnav == .max ? nil : Int(c.received_iodnav)
        satellite.ephemeris = try data(c.ephemeris)
        satellite.timing = try data(c.timing)
        if c.failure != 0 {
            guard let kind = AuthenticationFailureKind(rawValue: c.failure) else { throw error("failure \(c.failure)") }
            satellite.failure = AuthenticationFailure(
                kind, time: try instant(c.failure_week, c.failure_second),
                sender: c.failure_sender == 0 ? nil : try galileo(c.failure_sender))
        }
        return satellite
    }

    private func data(_ c: gnss_authenticated_data_v1) throws(RecordError) -> AuthenticatedData? {
        guard c.is_there == 1 else { return nil }
        guard ContractRanges.magnitude.contains(c.age_s) else { throw error("age \(c.age_s)") }
        return AuthenticatedData(
            isAuthenticated: c.is_authenticated == 1, iodnav: c.iodnav == .max ? nil : Int(c.iodnav),
            kinds: AuthenticatedData.Kinds(rawValue: c.kinds), tags: Int(c.tags), bits: Int(c.bits),
            firstTag: try instant(c.first_week, c.first_second), lastTag: try instant(c.last_week, c.last_second),
            age: c.age_s, fingerprint: Self.digits(c.fingerprint))
    }

    private func instant(_ week: UInt32, _ second: UInt32) throws(RecordError) -> GST {
        guard let time = GST(week: Int(week), tow: Int(second)) else { throw error("week \(week), second \(second)") }
        return time
    }

    private static func digits<Bytes>(_ fingerprint: Bytes) -> String {
        let value = withUnsafeBytes(of: fingerprint) { $0.prefix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 12 - digits.count) + digits
    }
}

extension gnss_authentication_v1 {
    fileprivate func has(_ bit: Int) -> Bool { present & UInt64(bit) != 0 }
}
