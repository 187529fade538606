// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ReceiverStream
import Records
import Simulation

/// The seeds: records that a driver publishes during a simulated drive, and a record of each kind.
func seeds() -> [[UInt8]] {
    let time = HostTime(monotonicNanoseconds: 1, wallNanoseconds: 1_785_000_000_000_000_000)
    var inputs: [[UInt8]] = []
    for payload in payloads() {
        var writer = RecordWriter()
        writer.append(payload, sequence: 7, hostTime: time)
        // The choices: whether sizes are corrected, and the stated number of records.
        inputs += [writer.bytes + [0, 1], writer.bytes + [1, 1]]
    }
    var result = RecordWriter()
    result.append(EncodedResult(kind: .alert, json: Array("{}".utf8)), hostTime: time)
    inputs.append(result.bytes + [1, 1])
    var file = RecordWriter()
    file.append(source: SourceID(rawValue: "rover"), hostTime: time)
    for payload in payloads().prefix(3) { file.append(payload, hostTime: time) }
    return inputs + [RecordingHeader(start: time).bytes + file.bytes + [0, 4], file.bytes + [1, 4]]
}

private func payloads() -> [Payload] {
    var scenario = DriveScenario(start: UTCTime(nanosecondsSince1970: 1_782_864_000_000_000_000))
    let decoder = StreamDecoder()
    var epoch: DecodedEpoch?
    for _ in 0..<12 {
        decoder.consume(
            scenario.nextEpoch().bytes.span, arrivedAt: HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
        ) { epoch = $0 }
    }
    var fix = Fix(kind: .threeDimensional, quality: .rtkFixed)
    fix.time = UTCTime(nanosecondsSince1970: 1_782_864_000_000_000_000)
    fix.position = GeodeticPosition(latitude: Angle(degrees: 52.5), longitude: Angle(degrees: 5.5))
    fix.velocity = Velocity(
        north: Speed(metresPerSecond: 1), east: Speed(metresPerSecond: 2), up: Speed(metresPerSecond: 0))
    fix.earthFixedPosition = EarthFixedPosition(
        x: Length(metres: 3_873_000), y: Length(metres: 373_000), z: Length(metres: 5_036_000),
        accuracy: Length(metres: 0.5))
    fix.earthFixedVelocity = EarthFixedVelocity(
        x: Speed(metresPerSecond: -1), y: Speed(metresPerSecond: 2), z: Speed(metresPerSecond: 0))
    fix.horizontalAccuracy = Accuracy(Length(metres: 0.02), origin: .receiver)
    fix.corrections = CorrectionsUsed(age: 1.5, station: 31)
    fix.errorStatistics = ErrorStatistics()
    fix.errorStatistics?.latitude = Length(metres: 0.5)
    fix.errorStatistics?.longitude = Length(metres: 0.5)
    fix.datum = "W84"
    fix.sources = ["GNRMC", "GNGGA"]
    var attitude = Attitude()
    attitude.heading = Angle(degrees: 77)
    attitude.sources = ["PASHR"]
    var timing = Timing()
    timing.leapSeconds = 18
    timing.clockBias = 12.5
    guard let e24 = SatelliteID(.galileo, 24) else { return [] }
    let page = NavigationPage(
        satellite: e24, signal: .galileoE1B, message: .inav, bytes: [UInt8](repeating: 0xA5, count: 30), bitCount: 240,
        time: GST(week: 1401, tow: 86_401), timeOrigin: .galileoTime, check: .passed, sources: ["RXM-SFRBX"])
    var measurement = SignalMeasurement(e24, .galileoE1C)
    measurement.pseudorange = Length(metres: 2.2e7)
    measurement.carrierPhase = 1.2e8
    measurement.lockTime = 64.5
    let signal = TrackedSignal(e24, .galileoE5bI, cn0: 41, quality: .carrierLocked, isHealthy: true, use: .pseudorange)
    return [
        .navigationPage(page), .signals(SignalView(signals: [signal], sources: ["NAV-SIG"])),
        .measurements(
            MeasurementEpoch(
                time: GPSTime(week: 2425, nanosecondsOfWeek: 86_401_000_000_001), leapSeconds: 18,
                measurements: [measurement])),
        .corrections(CorrectionData(bytes: [0xD3, 0, 0], station: 31, age: 1.5, origin: "ntrip://caster/M")),
        .fix(fix), .attitude(attitude), .timing(timing),
        .receiver(ReceiverIdentity(vendor: "u-blox", model: "ZED-F9P", firmware: "HPG 1.32", serial: "1")),
        .driverState(DriverStateReport(.running, reason: "receiving data")),
    ] + (epoch?.payloads.suffix(3) ?? [])
}
