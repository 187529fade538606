// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Wire

/// The RTCM 3 output of a simulated receiver: its position, and its measurements as MSM7.
public struct RTCMRendering: Hashable, Sendable {
    /// The station's number, 0...4095.
    public var station = 1
    /// The interval of the position message in epochs.
    public var placeEvery = 10

    /// Creates the output of a station that sends its position every ten epochs.
    public init() {}

    /// The output for an epoch: 1005, 1077, 1087, 1097 and 1127.
    public func bytes(_ epoch: ScenarioEpoch) -> [UInt8] {
        guard epoch.statedTime != nil else { return [] }
        var bytes: [UInt8] = []
        if epoch.index % max(1, placeEvery) == 0, let place = place(epoch) { bytes += Self.frame(place) }
        let systems: [(Constellation, Int)] = [(.gps, 1077), (.glonass, 1087), (.galileo, 1097), (.beidou, 1127)]
        let messages = systems.compactMap { system, number in
            MSM7(epoch, system, number: number, station: station)
        }
        for (index, message) in messages.enumerated() {
            bytes += Self.frame(message.payload(isLast: index == messages.count - 1))
        }
        return bytes
    }

    /// Frames a payload (RTCM 10403, section 4).
    static func frame(_ payload: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = [0xD3, UInt8(payload.count >> 8 & 3), UInt8(payload.count & 0xFF)] + payload
        let check = CRC24Q.of(frame.span, in: 0..<frame.count)
        for shift in [16, 8, 0] { frame.append(UInt8(check >> UInt32(shift) & 0xFF)) }
        return frame
    }

    /// Message 1005: the true position of the antenna.
    private func place(_ epoch: ScenarioEpoch) -> [UInt8]? {
        guard let position = epoch.truth.vehicle.position, let height = epoch.truth.vehicle.height.ellipsoidal else {
            return nil
        }
        let origin = LocalFrame(
            latitude: position.latitude.radians, longitude: position.longitude.radians, height: height.metres
        ).origin
        var writer = BitWriter()
        writer.write(1005, 12)
        writer.write(station, 12)
        writer.write(0, 6)
        writer.write(0b1110, 4)
        writer.write(PayloadWriter.whole(origin.x / 1e-4), 38)
        writer.write(0, 2)
        writer.write(PayloadWriter.whole(origin.y / 1e-4), 38)
        writer.write(0, 2)
        writer.write(PayloadWriter.whole(origin.z / 1e-4), 38)
        return writer.bytes
    }
}

/// A multiple signal message of type 7 (RTCM 10403, section 3.5.16).
private struct MSM7 {
    private struct Cell {
        var pseudorange: Double
        var carrier: Double
        var rate: Double
        var lockTime: Double
        var cn0: Double
    }

    private let number: Int
    private let station: Int
    private let time: Int
    private let satellites: [(number: Int, channel: Int?)]
    /// The numbers of the signals in the message's signal mask, 1...32.
    private let signals: [Int]
    /// The cells by satellite, then by signal.
    private let cells: [[Cell]]

    private static let light = KeplerianScales.lightSpeed
    private static let millisecond = light / 1000

    init?(_ epoch: ScenarioEpoch, _ system: Constellation, number: Int, station: Int) {
        let heard = epoch.satellites.filter { $0.id.constellation == system && $0.cn0 != nil }
        guard !heard.isEmpty, let stated = epoch.statedTime else { return nil }
        (self.number, self.station) = (number, station)
        time = Self.time(stated, system, leapSeconds: epoch.leapSeconds)
        satellites = heard.map { (Int($0.id.number), $0.path.satellite.frequencyChannel) }
        let plan = SignalPlan.signals(system, count: epoch.isDualFrequency ? 2 : 1)
        signals = plan.map(Self.mask)
        cells = heard.map { entry in
            plan.enumerated().map { index, signal in
                let sample = SignalSample(entry, signal, index, epoch)
                let wave =
                    Self.light / SignalPlan.frequency(signal, channel: entry.path.satellite.frequencyChannel)
                // The number of whole cycles is arbitrary; it is chosen so that the phase is close to the code, as
                // the fields require.
                let phase = sample.carrierPhase * wave
                let cycles = ((sample.pseudorange - phase) / wave).rounded()
                return Cell(
                    pseudorange: sample.pseudorange, carrier: phase + cycles * wave, rate: -sample.doppler * wave,
                    lockTime: entry.lockTime, cn0: max(0, (entry.cn0 ?? 0) - (index == 0 ? 0 : 4)))
            }
        }
    }

    /// Milliseconds of the system's own week; for GLONASS, the day of the week and the milliseconds of Moscow's day.
    private static func time(_ stated: GPSTime, _ system: Constellation, leapSeconds: Int) -> Int {
        let week = 604_800_000
        let milliseconds = Int(stated.nanosecondsOfWeek / 1_000_000)
        switch system {
        case .beidou: return (milliseconds - 14_000 + week) % week
        case .glonass:
            let moscow = (milliseconds - leapSeconds * 1000 + 10_800_000 + week) % week
            return moscow / 86_400_000 << 27 | moscow % 86_400_000
        default: return milliseconds % week
        }
    }

    /// The number of a signal in the mask (RTCM 10403, tables 3.5-91 and following).
    private static func mask(_ signal: Signal) -> Int {
        switch signal {
        case .gpsL2CL: 16
        case .galileoE5bQ: 15
        case .beidouB2ID1: 14
        case .glonassL2OF: 8
        default: 2
        }
    }

    func payload(isLast: Bool) -> [UInt8] {
        var writer = BitWriter()
        writer.write(number, 12)
        writer.write(station, 12)
        writer.write(time, 30)
        writer.write(isLast ? 0 : 1, 1)
        writer.write(0, 3 + 7 + 2 + 2 + 1 + 3)
        for slot in 1...64 { writer.write(satellites.contains { $0.number == slot } ? 1 : 0, 1) }
        for slot in 1...32 { writer.write(signals.contains(slot) ? 1 : 0, 1) }
        for _ in 0..<satellites.count * signals.count { writer.write(1, 1) }
        writeSatellites(&writer)
        writeSignals(&writer)
        return writer.bytes
    }

    /// The rough range of a satellite in units of 2⁻¹⁰ ms.
    private func rough(_ row: [Cell]) -> Int { PayloadWriter.whole(row[0].pseudorange / Self.millisecond * 1024) }
    private func roughRate(_ row: [Cell]) -> Int { PayloadWriter.whole(row[0].rate) }

    private func writeSatellites(_ writer: inout BitWriter) {
        for row in cells { writer.write(rough(row) >> 10, 8) }
        for satellite in satellites { writer.write(satellite.channel.map { $0 + 7 } ?? 0, 4) }
        for row in cells { writer.write(rough(row) & 1023, 10) }
        for row in cells { writer.write(roughRate(row), 14) }
    }

    private func writeSignals(_ writer: inout BitWriter) {
        let all = cells.flatMap { row in row.map { (row, $0) } }
        for (row, cell) in all {
            let rest = cell.pseudorange / Self.millisecond - Double(rough(row)) / 1024
            writer.write(PayloadWriter.whole(rest * 0x1p29), 20)
        }
        for (row, cell) in all {
            let rest = cell.carrier / Self.millisecond - Double(rough(row)) / 1024
            writer.write(PayloadWriter.whole(rest * 0x1p31), 24)
        }
        for (_, cell) in all { writer.write(Self.lock(cell.lockTime), 10) }
        for _ in all { writer.write(0, 1) }
        for (_, cell) in all { writer.write(PayloadWriter.whole(cell.cn0 * 16), 10) }
        for (row, cell) in all { writer.write(PayloadWriter.whole((cell.rate - Double(roughRate(row))) * 1e4), 15) }
    }

    /// The lock time indicator with extended range and resolution (table 3.5-76).
    private static func lock(_ seconds: Double) -> Int {
        let milliseconds = PayloadWriter.whole(min(seconds, 60_000) * 1000)
        guard milliseconds >= 64 else { return milliseconds }
        var (step, first) = (1, 64)
        while milliseconds >= first * 2, step < 20 { (step, first) = (step + 1, first * 2) }
        return 64 + 32 * (step - 1) + (milliseconds - first) / (1 << step)
    }
}
