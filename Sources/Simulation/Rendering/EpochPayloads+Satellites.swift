// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Payloads about satellites, signals and measurements.
extension EpochPayloads {
    /// A satellite's range residual after the solution, in metres.
    private func residual(_ satellite: HeardSatellite) -> Double {
        guard satellite.isUsed, let solution else { return 0 }
        return satellite.error + satellite.path.direction.dot(solution.error) + solution.clockError
    }

    private var listed: [HeardSatellite] { Array(epoch.satellites.filter { $0.path.elevation >= 3 }.prefix(255)) }

    var satellites: [UInt8] {
        var writer = PayloadWriter()
        let listed = listed
        writer.u4(timeOfWeek)
        writer.u1(1)
        writer.u1(listed.count)
        writer.zeros(2)
        for satellite in listed {
            let path = satellite.path
            writer.u1(Int(satellite.id.constellation.rawValue))
            writer.u1(Int(satellite.id.number))
            writer.u1(PayloadWriter.whole(satellite.cn0 ?? 0))
            writer.i1(PayloadWriter.whole(path.elevation))
            writer.i2(PayloadWriter.whole(path.azimuth) % 360)
            writer.i2(residual(satellite), 0.1)
            // Carrier locked, used, healthy, with its own ephemeris and an almanac; RTCM corrections.
            let isCorrected = satellite.isUsed && solution?.quality != .autonomous
            writer.u4(
                (satellite.cn0 == nil ? 1 : 7) | (satellite.isUsed ? 8 : 0) | 1 << 4 | (isCorrected ? 1 << 6 : 0)
                    | 1 << 8 | 1 << 11 | 1 << 12 | (isCorrected ? 1 << 17 | 1 << 20 : 0))
        }
        return writer.bytes
    }

    var signals: [UInt8] {
        var writer = PayloadWriter()
        let pairs = tracked
        writer.u4(timeOfWeek)
        writer.u1(0)
        writer.u1(pairs.count)
        writer.zeros(2)
        for (satellite, signal, index) in pairs {
            writer.u1(Int(satellite.id.constellation.rawValue))
            writer.u1(Int(satellite.id.number))
            writer.u1(Int(signal.number))
            writer.u1(satellite.path.satellite.frequencyChannel.map { $0 + 7 } ?? 0)
            writer.i2(residual(satellite), 0.1)
            writer.u1(PayloadWriter.whole(strength(satellite, index)))
            writer.u1(7)
            let isCorrected = satellite.isUsed && solution?.quality != .autonomous
            writer.u1(isCorrected ? 4 : 0)
            writer.u1(1)
            writer.u2(1 | (satellite.isUsed ? 0x28 : 0) | (isCorrected ? 0x40 : 0))
            writer.zeros(4)
        }
        return writer.bytes
    }

    /// The signal strength; further frequencies are 4 dB weaker than the first.
    private func strength(_ satellite: HeardSatellite, _ index: Int) -> Double {
        max(0, (satellite.cn0 ?? 0) - (index == 0 ? 0 : 4))
    }

    private var tracked: [(HeardSatellite, Signal, Int)] {
        let count = epoch.isDualFrequency ? (generation == .x20 ? 3 : 2) : 1
        var pairs: [(HeardSatellite, Signal, Int)] = []
        for satellite in listed where satellite.cn0 != nil {
            let signals = SignalPlan.signals(satellite.id.constellation, count: count)
            for (index, signal) in signals.enumerated() { pairs.append((satellite, signal, index)) }
        }
        return Array(pairs.prefix(255))
    }

    // MARK: Measurements

    var measurements: [UInt8] {
        var writer = PayloadWriter()
        let pairs = tracked
        let time = epoch.statedTime
        writer.r8(Double(time?.nanosecondsOfWeek ?? 0) * 1e-9 + epoch.clock.offset)
        writer.u2(time?.week ?? 0)
        writer.i1(epoch.leapSeconds)
        writer.u1(pairs.count)
        writer.u1(1)
        writer.u1(1)
        writer.zeros(2)
        for (satellite, signal, index) in pairs {
            let measured = SignalSample(satellite, signal, index, epoch)
            writer.r8(measured.pseudorange)
            writer.r8(measured.carrierPhase)
            writer.r4(measured.doppler)
            writer.u1(Int(satellite.id.constellation.rawValue))
            writer.u1(Int(satellite.id.number))
            writer.u1(Int(signal.number))
            writer.u1(satellite.path.satellite.frequencyChannel.map { $0 + 7 } ?? 0)
            writer.u2(min(64_500, PayloadWriter.whole(satellite.lockTime * 1000)))
            writer.u1(PayloadWriter.whole(strength(satellite, index)))
            for value in [6, 1, 3, 0x07] { writer.u1(value) }
            writer.zeros(1)
        }
        return writer.bytes
    }
}

/// A receiver's measurements of one signal.
struct SignalSample {
    /// Pseudorange in metres.
    let pseudorange: Double
    /// Carrier phase in cycles; grows with the pseudorange.
    let carrierPhase: Double
    /// Doppler in hertz, positive for an approaching satellite.
    let doppler: Double

    init(_ satellite: HeardSatellite, _ signal: Signal, _ index: Int, _ epoch: ScenarioEpoch) {
        let path = satellite.path
        let light = KeplerianScales.lightSpeed
        let frequency = SignalPlan.frequency(signal, channel: path.satellite.frequencyChannel)
        let ratio = 1_575_420_000 / frequency
        let ionosphere = path.ionosphere * ratio * ratio
        let range = path.range + light * (epoch.clock.offset - path.clockError) + path.troposphere
        pseudorange = range + ionosphere + light * SignalPlan.groupDelay(signal, path.ephemeris) + satellite.error
        let wave = light / frequency
        carrierPhase =
            (range - ionosphere + 0.002 * satellite.carrierNoise) / wave
            + satellite.ambiguities[min(index, satellite.ambiguities.count - 1)]
        // The receiver's own motion shortens the range to satellites ahead of it.
        let rate = path.rangeRate - path.direction.dot(epoch.velocity) + light * epoch.clock.drift
        doppler = -rate / wave
    }
}
