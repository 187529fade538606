// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ReceiverStream
import Testing
import Wire

@Suite struct SBFSolutionTests {
    private func block(_ number: UInt16, tow: UInt32, _ rest: [UInt8]) -> [UInt8] {
        var content = little(tow) + little(UInt16(2425)) + rest
        content += [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
        let body = little(number) + little(UInt16(8 + content.count)) + content
        return [0x24, 0x40] + little(CRC16.of(body.span, in: 0..<body.count)) + body
    }

    private func number(_ value: Double) -> [UInt8] { little(value.bitPattern) }
    private func single(_ value: Float) -> [UInt8] { little(value.bitPattern) }

    private func pvt(_ tow: UInt32, mode: UInt8 = 4, error: UInt8 = 0, latitude: Double = .pi / 4) -> [UInt8] {
        var rest = [mode, error] + number(latitude) + number(-.pi / 8) + number(100.5) + single(46.25)
        rest += single(3) + single(4) + single(-0.5) + single(53.125) + number(0.5) + single(0) + [0, 0, 17, 0]
        return block(4007, tow: tow, rest + little(UInt16(31)) + little(UInt16(150)) + little(UInt32(0)))
    }

    private var dop: [UInt8] {
        block(
            4001, tow: 1_000, [17, 0] + [150, 90, 80, 120].flatMap { little(UInt16($0)) } + [0, 0, 0, 0, 0, 0, 0, 0])
    }

    private var time: [UInt8] { block(5914, tow: 1_000, [26, 7, 1, 0, 0, 1, 18, 7, 0, 0]) }

    private var view: [UInt8] {
        let galileo: [UInt8] = [94, 0] + little(UInt16(12_350)) + little(Int16(4_525)) + [0, 1]
        let unknown: [UInt8] = [5, 0] + little(UInt16.max) + little(Int16.min) + [255, 1]
        return block(4012, tow: 1_000, [2, 8] + galileo + unknown)
    }

    private var end: [UInt8] { block(5921, tow: 1_000, [0, 0]) }

    @Test func `blocks of a solution make a fix and a view of the sky`() throws {
        let epochs = decode(time + pvt(1_000) + dop + view + end)
        #expect(epochs.count == 1)
        let fix = try #require(epochs.first?.fix)
        #expect(fix.kind == .threeDimensional && fix.quality == .rtkFixed)
        // Second 1 of GPS week 2425, less the leap seconds.
        #expect(fix.time == UTCTime(iso: "2026-06-27T23:59:43.000Z"))
        #expect(fix.position?.latitude.degrees == 45 && fix.position?.longitude.degrees == -22.5)
        #expect(fix.height.ellipsoidal?.metres == 100.5 && fix.height.orthometric?.metres == 54.25)
        #expect(fix.speed?.metresPerSecond == 5 && fix.velocity?.up.metresPerSecond == -0.5)
        #expect(fix.course?.degrees == 53.125)
        #expect(fix.dop.hdop == 0.8 && fix.dop.vdop == 1.2 && fix.dop.pdop == 1.5 && fix.dop.tdop == 0.9)
        #expect(fix.satellitesUsed == 17)
        #expect(fix.corrections == CorrectionsUsed(age: 1.5, station: 31))
        let sky = try #require(epochs.first?.skyView)
        #expect(sky.satellites.map(\.id.description) == ["G05", "E24"])
        #expect(sky.satellites[1].azimuth?.degrees == 123.5 && sky.satellites[1].elevation?.degrees == 45.25)
        #expect(sky.satellites[0].azimuth == nil && sky.satellites[0].elevation == nil)
    }

    @Test func `without an end the next solution ends one, and the stream the last`() {
        let fixes = decode(pvt(1_000) + pvt(2_000)).compactMap(\.fix)
        #expect(fixes.count == 2)
        // Leap seconds were not stated: those of the date count.
        #expect(fixes.first?.time == UTCTime(iso: "2026-06-27T23:59:43.000Z"))
        #expect(fixes.allSatisfy { $0.time != nil && $0.position != nil })
    }

    /// PVTCartesian of the place of `pvt`, made of its position and velocity.
    private func cartesian(_ tow: UInt32) -> [UInt8] {
        var rest: [UInt8] = [4, 0] + number(4173775.4040) + number(-1728834.3786) + number(4487419.4731)
        rest +=
            single(46.25) + single(-0.755751) + single(4.642611) + single(1.767767) + single(53.125) + number(0.5)
            + single(0)
        rest += [0, 0, 17, 0] + little(UInt16.max) + little(UInt16.max) + little(UInt32(0))
        return block(4006, tow: tow, rest)
    }

    @Test func `a solution in the Earth's frame is a fix too, and beside a geodetic one none of its own`() throws {
        let fix = try #require(decode(cartesian(1_000) + end).compactMap(\.fix).first)
        let position = try #require(fix.position)
        #expect(abs(position.latitude.degrees - 45) < 1e-5 && abs(position.longitude.degrees + 22.5) < 1e-5)
        #expect(abs((fix.height.ellipsoidal?.metres ?? 0) - 100.5) < 0.001 && fix.sources == ["PVTCartesian"])
        #expect(
            abs((fix.speed?.metresPerSecond ?? 0) - 5) < 1e-4
                && abs((fix.velocity?.up.metresPerSecond ?? 0) + 0.5) < 1e-4)
        for both in [pvt(1_000) + cartesian(1_000), cartesian(1_000) + pvt(1_000)] {
            let fixes = decode(both + end).compactMap(\.fix)
            #expect(fixes.map(\.sources) == [["PVTGeodetic"]])
        }
        #expect(decode(cartesian(1_000) + cartesian(2_000)).compactMap(\.fix).count == 2)
    }

    @Test func `accuracies are those that the block states from its second revision on`() throws {
        let tail: [UInt8] = [0, 0] + little(UInt16(0)) + little(UInt16(0)) + little(UInt16(123)) + little(UInt16(245))
        let body = pvt(1_000)[8..<84] + tail
        for (revision, expected) in [(2, 1.23), (1, nil)] as [(UInt16, Double?)] {
            let bytes = block(4007 | revision << 13, tow: 1_000, Array(body.dropFirst(6)))
            let fix = try #require(decode(bytes + end).compactMap(\.fix).first)
            #expect(fix.horizontalAccuracy.flatMap { $0.origin == .receiver ? $0.value.metres : nil } == expected)
            #expect((fix.verticalAccuracy?.origin == .receiver) == (expected != nil))
        }
    }

    @Test func `what is not solved has no position`() {
        for bytes in [pvt(1_000, mode: 0), pvt(1_000, error: 3), pvt(1_000, latitude: -2e10)] {
            let fix = decode(bytes + end).compactMap(\.fix).first
            #expect(fix?.kind == FixKind.none && fix?.position == nil && fix?.satellitesUsed == 17)
        }
    }

    @Test func `beside sentences no second fix is made`() {
        let rmc = "GNRMC,120000.00,A,4807.0380,N,01131.3240,E,0.0,0.0,200826,,,A"
        let next = rmc.replacing("120000", with: "120001")
        let epochs = decode(nmea([rmc, next]) + pvt(1_000) + end + nmea([next.replacing("120001", with: "120002")]))
        #expect(epochs.compactMap(\.fix).count == 3)
    }

    @Test func `cut blocks are nothing`() {
        let whole = pvt(1_000)
        for length in stride(from: 8, to: whole.count, by: 4) {
            let body = little(UInt16(4007)) + little(UInt16(length)) + whole[8..<length]
            let cut = [0x24, 0x40] + little(CRC16.of(body.span, in: 0..<body.count)) + body
            #expect(length >= 84 || decode(cut + end).isEmpty)
        }
    }
}
