// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import GNSSTypes

// The small payloads: attitude, timing, sentence, receiver, driver state, source.

extension RecordWriter {
    mutating func append(_ attitude: Attitude, to record: OpenRecord) {
        let start = reserve(gnss_attitude_v1.self)
        var c = gnss_attitude_v1()
        if let time = attitude.time?.inContract {
            c.present |= UInt64(GNSS_ATTITUDE_UTC)
            c.utc_ns = time.nanosecondsSince1970
        }
        c.set(Int(GNSS_ATTITUDE_HEADING), \.heading_deg, attitude.heading?.degrees)
        c.set(Int(GNSS_ATTITUDE_MAGNETIC_HEADING), \.magnetic_heading_deg, attitude.magneticHeading?.degrees)
        c.set(Int(GNSS_ATTITUDE_PITCH), \.pitch_deg, attitude.pitch?.degrees)
        c.set(Int(GNSS_ATTITUDE_ROLL), \.roll_deg, attitude.roll?.degrees)
        c.set(Int(GNSS_ATTITUDE_RATE_OF_TURN), \.rate_of_turn_deg_per_min, attitude.rateOfTurn)
        c.set(Int(GNSS_ATTITUDE_HEAVE), \.heave_m, attitude.heave?.metres)
        c.sources = words(attitude.sources, in: record)
        store(c, at: start)
    }

    mutating func append(_ timing: Timing, to record: OpenRecord) {
        let start = reserve(gnss_timing_v1.self)
        var c = gnss_timing_v1()
        if let time = timing.time?.inContract {
            c.present |= UInt64(GNSS_TIMING_UTC)
            c.utc_ns = time.nanosecondsSince1970
        }
        if let seconds = timing.leapSeconds.flatMap(Int16.init(exactly:)) {
            c.present |= UInt64(GNSS_TIMING_LEAP_SECONDS)
            c.leap_seconds = seconds
            c.leap_seconds_are_default = timing.leapSecondsAreDefault ? 1 : 0
        }
        c.set(Int(GNSS_TIMING_CLOCK_BIAS), \.clock_bias_ns, timing.clockBias)
        c.set(Int(GNSS_TIMING_CLOCK_DRIFT), \.clock_drift_ns_per_s, timing.clockDrift)
        c.sources = words(timing.sources, in: record)
        store(c, at: start)
    }

    mutating func append(_ sentence: Sentence, to record: OpenRecord) {
        let start = reserve(gnss_sentence_v1.self)
        var c = gnss_sentence_v1()
        c.format = sentence.format.rawValue
        c.bytes = slice(sentence.bytes, in: record)
        store(c, at: start)
    }

    mutating func append(_ identity: ReceiverIdentity, to record: OpenRecord) {
        let start = reserve(gnss_receiver_v1.self)
        var c = gnss_receiver_v1()
        c.vendor = text(identity.vendor ?? "", in: record)
        c.model = text(identity.model ?? "", in: record)
        c.firmware = text(identity.firmware ?? "", in: record)
        c.serial = text(identity.serial ?? "", in: record)
        store(c, at: start)
    }

    mutating func append(_ report: DriverStateReport, to record: OpenRecord) {
        let start = reserve(gnss_driver_state_v1.self)
        var c = gnss_driver_state_v1()
        c.state = report.state.rawValue
        c.reason = text(report.reason, in: record)
        store(c, at: start)
    }
}

extension RecordBody {
    func attitude() throws(RecordError) -> Attitude {
        let c = try payload(gnss_attitude_v1.self, atLeast: ContractSizes.attitude)
        var attitude = Attitude()
        if c.present & UInt64(GNSS_ATTITUDE_UTC) != 0 { attitude.time = try instant(c.utc_ns, "utc_ns") }
        attitude.heading = try angle(c.present, Int(GNSS_ATTITUDE_HEADING), c.heading_deg, "heading_deg")
        attitude.magneticHeading = try angle(
            c.present, Int(GNSS_ATTITUDE_MAGNETIC_HEADING), c.magnetic_heading_deg, "magnetic_heading_deg")
        attitude.pitch = try angle(c.present, Int(GNSS_ATTITUDE_PITCH), c.pitch_deg, "pitch_deg")
        attitude.roll = try angle(c.present, Int(GNSS_ATTITUDE_ROLL), c.roll_deg, "roll_deg")
        attitude.rateOfTurn = try number(
            c.present, Int(GNSS_ATTITUDE_RATE_OF_TURN), c.rate_of_turn_deg_per_min, "rate_of_turn_deg_per_min")
        attitude.heave = try number(c.present, Int(GNSS_ATTITUDE_HEAVE), c.heave_m, "heave_m").map {
            Length(metres: $0)
        }
        attitude.sources = try words(c.sources, "sources")
        return attitude
    }

    func timing() throws(RecordError) -> Timing {
        let c = try payload(gnss_timing_v1.self, atLeast: ContractSizes.timing)
        var timing = Timing()
        if c.present & UInt64(GNSS_TIMING_UTC) != 0 { timing.time = try instant(c.utc_ns, "utc_ns") }
        if c.present & UInt64(GNSS_TIMING_LEAP_SECONDS) != 0 {
            timing.leapSeconds = Int(c.leap_seconds)
            timing.leapSecondsAreDefault = c.leap_seconds_are_default == 1
        }
        timing.clockBias = try number(c.present, Int(GNSS_TIMING_CLOCK_BIAS), c.clock_bias_ns, "clock_bias_ns")
        timing.clockDrift = try number(
            c.present, Int(GNSS_TIMING_CLOCK_DRIFT), c.clock_drift_ns_per_s, "clock_drift_ns_per_s")
        timing.sources = try words(c.sources, "sources")
        return timing
    }

    func sentence() throws(RecordError) -> Sentence {
        let c = try payload(gnss_sentence_v1.self, atLeast: ContractSizes.sentence)
        return Sentence(
            format: FrameFormat(rawValue: c.format), bytes: Array(bytes[try range(of: c.bytes, stride: 1, "bytes")]))
    }

    func identity() throws(RecordError) -> ReceiverIdentity {
        let c = try payload(gnss_receiver_v1.self, atLeast: ContractSizes.receiver)
        return ReceiverIdentity(
            vendor: try known(c.vendor, "vendor"), model: try known(c.model, "model"),
            firmware: try known(c.firmware, "firmware"),
            serial: try known(c.serial, "serial"))
    }

    func driverState() throws(RecordError) -> DriverStateReport {
        let c = try payload(gnss_driver_state_v1.self, atLeast: ContractSizes.driverState)
        guard let state = DriverState(rawValue: c.state) else { throw error("state \(c.state); allowed: 1...6") }
        return DriverStateReport(state, reason: try text(c.reason, "reason"))
    }

    func source() throws(RecordError) -> SourceID {
        SourceID(rawValue: try text(try payload(gnss_source_v1.self, atLeast: ContractSizes.source).source, "source"))
    }

    private func known(_ slice: gnss_slice_v1, _ field: String) throws(RecordError) -> String? {
        let text = try text(slice, field)
        return text.isEmpty ? nil : String(text.beginning(bytes: RecordLimits.identityText))
    }

    private func angle(
        _ present: UInt64, _ bit: Int, _ value: Double, _ field: String
    ) throws(RecordError) -> Angle? {
        try number(present, bit, value, field).map { Angle(degrees: $0) }
    }
}
