// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX

extension SignalView {
    /// Converts a UBX-NAV-SIG. Signals of satellites without a number (GLONASS 255) are kept, those of nonexistent
    /// satellites dropped.
    init(_ message: NavigationSignals, at time: UTCTime?) {
        self.init(time: time, sources: ["NAV-SIG"])
        signals = message.signals.compactMap(TrackedSignal.init)
        signals.sort { ($0.satellite, $0.signal) < ($1.satellite, $1.signal) }
    }
}

extension TrackedSignal {
    fileprivate init?(_ sent: NavigationSignal) {
        guard let satellite = sent.satellite else { return nil }
        self.init(satellite, Signal(satellite.constellation, sent.sigID))
        frequencyChannel = satellite.constellation.frequencyChannel(ubx: sent.freqID)
        quality = SignalQuality(rawValue: min(sent.quality, 5))
        cn0 = sent.cn0 == 0 ? nil : Double(sent.cn0)
        isHealthy = sent.health == 1 ? true : sent.health == 2 ? false : nil
        residual = sent.isPseudorangeUsed ? sent.residual : nil
        // The smoothed flag, followed by three flags for "used" and three for "corrected": pseudorange, carrier
        // phase, Doppler.
        let bits = sent.flags >> 2
        if bits & 1 != 0 { use.insert(.smoothed) }
        if bits & 2 != 0 { use.insert(.pseudorange) }
        if bits & 4 != 0 { use.insert(.carrier) }
        if bits & 8 != 0 { use.insert(.doppler) }
        if bits & 16 != 0 { use.insert(.correctedPseudorange) }
        if bits & 32 != 0 { use.insert(.correctedCarrier) }
        if bits & 64 != 0 { use.insert(.correctedDoppler) }
        isClaimedAuthentic = sent.isAuthenticated
    }
}

extension MeasurementEpoch {
    /// Converts a UBX-RXM-RAWX.
    init(_ raw: RawMeasurements) {
        self.init(isClockReset: raw.wasClockReset, sources: ["RXM-RAWX"])
        leapSeconds = raw.areLeapSecondsKnown ? Int(raw.leapSeconds) : nil
        // The week is 0 until the receiver knows it.
        if raw.week > 0, (0..<604_800).contains(raw.timeOfWeek) {
            time = GPSTime(week: Int(raw.week), nanosecondsOfWeek: Int64((raw.timeOfWeek * 1e9).rounded()))
        }
        measurements = raw.measurements.compactMap(SignalMeasurement.init)
    }
}

extension SignalMeasurement {
    fileprivate init?(_ sent: RawMeasurement) {
        guard let satellite = sent.satellite else { return nil }
        self.init(satellite, Signal(satellite.constellation, sent.sigID))
        frequencyChannel = satellite.constellation.frequencyChannel(ubx: sent.freqID)
        if sent.isPseudorangeValid, sent.pseudorange.isFinite {
            pseudorange = Length(metres: sent.pseudorange)
            pseudorangeDeviation = Length(metres: 0.01 * Double(1 << sent.pseudorangeDeviation))
        }
        if sent.isCarrierValid, sent.carrierPhase.isFinite {
            carrierPhase = sent.carrierPhase
            carrierPhaseDeviation = sent.carrierDeviation == 15 ? nil : 0.004 * Double(sent.carrierDeviation)
        }
        if sent.doppler.isFinite {
            doppler = Double(sent.doppler)
            dopplerDeviation = 0.002 * Double(1 << sent.dopplerDeviation)
        }
        isHalfCycleResolved = sent.isHalfCycleResolved
        isHalfCycleSubtracted = sent.isHalfCycleSubtracted
        cn0 = sent.cn0 == 0 ? nil : Double(sent.cn0)
        lockTime = Double(sent.lockTime) / 1000
    }
}
