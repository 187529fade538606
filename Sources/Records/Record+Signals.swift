// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import GNSSTypes

extension RecordWriter {
    mutating func append(_ view: SignalView, to record: OpenRecord) {
        let start = reserve(gnss_signals_v1.self)
        var c = gnss_signals_v1()
        if let time = view.time?.inContract {
            c.present |= UInt64(GNSS_FIX_UTC)
            c.utc_ns = time.nanosecondsSince1970
        }
        pad()
        c.signals = gnss_slice_v1(offset: UInt32(bytes.count - record.start), count: UInt32(view.signals.count))
        for signal in view.signals { append(gnss_signal_v1(signal)) }
        c.sources = words(view.sources, in: record)
        store(c, at: start)
    }
}

extension gnss_signal_v1 {
    fileprivate init(_ tracked: TrackedSignal) {
        self.init()
        constellation = tracked.satellite.constellation.rawValue
        number = tracked.satellite.number
        signal = tracked.signal.number
        use = tracked.use.rawValue
        claimed_authentic = tracked.isClaimedAuthentic ? 1 : 0
        if let quality = tracked.quality {
            present |= UInt16(GNSS_SIGNAL_QUALITY)
            self.quality = quality.rawValue
        }
        if let isHealthy = tracked.isHealthy {
            present |= UInt16(GNSS_SIGNAL_HEALTH)
            healthy = isHealthy ? 1 : 0
        }
        if let channel = tracked.frequencyChannel, ContractRanges.frequencyChannel.contains(channel) {
            present |= UInt16(GNSS_SIGNAL_FREQUENCY_CHANNEL)
            frequency_channel = Int8(channel)
        }
        if let cn0 = tracked.cn0, ContractRanges.cn0.contains(cn0) {
            present |= UInt16(GNSS_SIGNAL_CN0)
            cn0_dbhz = Float(cn0)
        }
        if let metres = tracked.residual?.metres, ContractRanges.single.contains(metres) {
            present |= UInt16(GNSS_SIGNAL_RESIDUAL)
            residual_m = Float(metres)
        }
    }
}

extension RecordBody {
    func signalView() throws(RecordError) -> SignalView {
        let c = try payload(gnss_signals_v1.self, atLeast: ContractSizes.signals)
        var view = SignalView()
        if c.present & UInt64(GNSS_FIX_UTC) != 0 { view.time = try instant(c.utc_ns, "utc_ns") }
        view.sources = try words(c.sources, "sources")
        let stride = MemoryLayout<gnss_signal_v1>.stride
        let range = try range(of: c.signals, stride: stride, "signals")
        view.signals.reserveCapacity(range.count / stride)
        for offset in Swift.stride(from: range.lowerBound, to: range.upperBound, by: stride) {
            view.signals.append(try tracked(bytes.load(at: offset)))
        }
        return view
    }

    private func tracked(_ c: gnss_signal_v1) throws(RecordError) -> TrackedSignal {
        let (satellite, signal) = try signal(c.constellation, c.number, c.signal)
        var tracked = TrackedSignal(satellite, signal)
        tracked.use = TrackedSignal.Use(rawValue: c.use)
        tracked.isClaimedAuthentic = c.claimed_authentic == 1
        if c.present & UInt16(GNSS_SIGNAL_QUALITY) != 0 {
            guard let quality = SignalQuality(rawValue: c.quality) else {
                throw error("quality \(c.quality) of a signal; allowed: 0...5")
            }
            tracked.quality = quality
        }
        if c.present & UInt16(GNSS_SIGNAL_HEALTH) != 0 { tracked.isHealthy = c.healthy == 1 }
        let present = UInt64(c.present)
        tracked.frequencyChannel = try channel(present, Int(GNSS_SIGNAL_FREQUENCY_CHANNEL), c.frequency_channel)
        tracked.cn0 = try number(present, Int(GNSS_SIGNAL_CN0), Double(c.cn0_dbhz), "cn0_dbhz", in: ContractRanges.cn0)
        tracked.residual = try number(
            present, Int(GNSS_SIGNAL_RESIDUAL), Double(c.residual_m), "residual_m", in: ContractRanges.single
        ).map { Length(metres: $0) }
        return tracked
    }

    /// Converts a satellite and one of its signals.
    func signal(
        _ constellation: UInt8, _ number: UInt8, _ signal: UInt8
    ) throws(RecordError) -> (satellite: SatelliteID, signal: Signal) {
        guard let satellite = SatelliteID(Constellation(rawValue: constellation), Int(number)) else {
            throw error("satellite \(number) of constellation \(constellation)")
        }
        return (satellite, Signal(satellite.constellation, signal))
    }

    /// Returns a GLONASS frequency channel if its bit is set.
    func channel(_ present: UInt64, _ bit: Int, _ value: Int8) throws(RecordError) -> Int? {
        guard present & UInt64(bit) != 0 else { return nil }
        guard ContractRanges.frequencyChannel.contains(Int(value)) else {
            throw error("frequency_channel \(value); allowed: -7...6")
        }
        return Int(value)
    }
}
