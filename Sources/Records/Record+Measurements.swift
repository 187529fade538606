// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import GNSSTypes

extension RecordWriter {
    mutating func append(_ epoch: MeasurementEpoch, to record: OpenRecord) {
        let start = reserve(gnss_measurements_v1.self)
        var c = gnss_measurements_v1()
        if let time = epoch.time {
            c.present |= UInt64(GNSS_MEASUREMENTS_TIME)
            c.week = UInt32(time.week)
            c.time_of_week_ns = time.nanosecondsOfWeek
        }
        if let seconds = epoch.leapSeconds.flatMap(Int16.init(exactly:)) {
            c.present |= UInt64(GNSS_MEASUREMENTS_LEAP_SECONDS)
            c.leap_seconds = seconds
        }
        c.clock_reset = epoch.isClockReset ? 1 : 0
        pad()
        let count = epoch.measurements.count
        c.measurements = gnss_slice_v1(offset: UInt32(bytes.count - record.start), count: UInt32(count))
        for measurement in epoch.measurements {
            append(gnss_measurement_v1(measurement))
        }
        c.sources = words(epoch.sources, in: record)
        store(c, at: start)
    }
}

extension gnss_measurement_v1 {
    fileprivate init(_ m: SignalMeasurement) {
        self.init()
        constellation = m.satellite.constellation.rawValue
        number = m.satellite.number
        signal = m.signal.number
        half_cycle_resolved = m.isHalfCycleResolved ? 1 : 0
        half_cycle_subtracted = m.isHalfCycleSubtracted ? 1 : 0
        if let channel = m.frequencyChannel, ContractRanges.frequencyChannel.contains(channel) {
            present |= UInt16(GNSS_MEASUREMENT_FREQUENCY_CHANNEL)
            frequency_channel = Int8(channel)
        }
        set(GNSS_MEASUREMENT_PSEUDORANGE, \.pseudorange_m, m.pseudorange?.metres)
        set(GNSS_MEASUREMENT_CARRIER, \.carrier_cycles, m.carrierPhase)
        set(GNSS_MEASUREMENT_DOPPLER, \.doppler_hz, m.doppler)
        set(GNSS_MEASUREMENT_PSEUDORANGE_DEVIATION, \.pseudorange_deviation_m, m.pseudorangeDeviation?.metres)
        set(GNSS_MEASUREMENT_CARRIER_DEVIATION, \.carrier_deviation_cycles, m.carrierPhaseDeviation)
        set(GNSS_MEASUREMENT_DOPPLER_DEVIATION, \.doppler_deviation_hz, m.dopplerDeviation)
        set(GNSS_MEASUREMENT_LOCK_TIME, \.lock_time_s, m.lockTime)
        set(GNSS_MEASUREMENT_CN0, \.cn0_dbhz, m.cn0, in: ContractRanges.cn0)
    }

    private mutating func set(_ bit: some BinaryInteger, _ field: WritableKeyPath<Self, Double>, _ value: Double?) {
        guard let value, ContractRanges.any.contains(value) else { return }
        present |= UInt16(bit)
        self[keyPath: field] = value
    }

    private mutating func set(
        _ bit: some BinaryInteger, _ field: WritableKeyPath<Self, Float>, _ value: Double?,
        in range: ClosedRange<Double> = ContractRanges.singleMagnitude
    ) {
        guard let value, range.contains(value) else { return }
        present |= UInt16(bit)
        self[keyPath: field] = Float(value)
    }
}

extension RecordBody {
    func measurementEpoch() throws(RecordError) -> MeasurementEpoch {
        let c = try payload(gnss_measurements_v1.self, atLeast: ContractSizes.measurements)
        var epoch = MeasurementEpoch(isClockReset: c.clock_reset == 1, sources: try words(c.sources, "sources"))
        if c.present & UInt64(GNSS_MEASUREMENTS_TIME) != 0 {
            guard let time = GPSTime(week: Int(c.week), nanosecondsOfWeek: c.time_of_week_ns) else {
                throw error("week \(c.week), time_of_week_ns \(c.time_of_week_ns)")
            }
            epoch.time = time
        }
        if c.present & UInt64(GNSS_MEASUREMENTS_LEAP_SECONDS) != 0 { epoch.leapSeconds = Int(c.leap_seconds) }
        let stride = MemoryLayout<gnss_measurement_v1>.stride
        let range = try range(of: c.measurements, stride: stride, "measurements")
        epoch.measurements.reserveCapacity(range.count / stride)
        for offset in Swift.stride(from: range.lowerBound, to: range.upperBound, by: stride) {
            epoch.measurements.append(try measurement(bytes.load(at: offset)))
        }
        return epoch
    }

    private func measurement(_ c: gnss_measurement_v1) throws(RecordError) -> SignalMeasurement {
        let (satellite, signal) = try signal(c.constellation, c.number, c.signal)
        let present = UInt64(c.present)
        var m = SignalMeasurement(satellite, signal)
        m.frequencyChannel = try channel(present, Int(GNSS_MEASUREMENT_FREQUENCY_CHANNEL), c.frequency_channel)
        m.isHalfCycleResolved = c.half_cycle_resolved == 1
        m.isHalfCycleSubtracted = c.half_cycle_subtracted == 1
        m.pseudorange = try number(present, Int(GNSS_MEASUREMENT_PSEUDORANGE), c.pseudorange_m, "pseudorange_m").map {
            Length(metres: $0)
        }
        m.carrierPhase = try number(present, Int(GNSS_MEASUREMENT_CARRIER), c.carrier_cycles, "carrier_cycles")
        m.doppler = try number(present, Int(GNSS_MEASUREMENT_DOPPLER), c.doppler_hz, "doppler_hz")
        m.pseudorangeDeviation = try single(
            present, Int(GNSS_MEASUREMENT_PSEUDORANGE_DEVIATION), c.pseudorange_deviation_m, "pseudorange_deviation_m"
        ).map { Length(metres: $0) }
        m.carrierPhaseDeviation = try single(
            present, Int(GNSS_MEASUREMENT_CARRIER_DEVIATION), c.carrier_deviation_cycles, "carrier_deviation_cycles")
        m.dopplerDeviation = try single(
            present, Int(GNSS_MEASUREMENT_DOPPLER_DEVIATION), c.doppler_deviation_hz, "doppler_deviation_hz")
        m.lockTime = try single(present, Int(GNSS_MEASUREMENT_LOCK_TIME), c.lock_time_s, "lock_time_s")
        m.cn0 = try number(present, Int(GNSS_MEASUREMENT_CN0), Double(c.cn0_dbhz), "cn0_dbhz", in: ContractRanges.cn0)
        return m
    }

    private func single(
        _ present: UInt64, _ bit: Int, _ value: Float, _ field: String
    ) throws(RecordError) -> Double? {
        try number(present, bit, Double(value), field, in: ContractRanges.singleMagnitude)
    }
}
