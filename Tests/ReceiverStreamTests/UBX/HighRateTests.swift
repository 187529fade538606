// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ReceiverStream
import Testing

/// UBX-HNR-PVT, and class NAV2 where it is alone.
@Suite struct HighRateTests {
    private static func hnr(_ milliseconds: Int, _ changes: [UBXMade.Put] = []) -> [UInt8] {
        let second = milliseconds / 1000
        return UBXMade.message(
            0x28, 0x00, size: 72,
            [
                .u4(0, UBXMade.noon + milliseconds), .u2(4, 2019), .u1(6, 4), .u1(7, 12), .u1(8, 12),
                .u1(9, second / 60),
                .u1(10, second % 60), .u1(11, 7), .u4(12, milliseconds % 1000 * 1_000_000), .u1(16, 4), .u1(17, 0x11),
                .u4(20, 1_705_001_234), .u4(24, -458_776_543), .u4(28, 25_378), .u4(32, 23_579), .u4(36, 1_500),
                .u4(44, 9_000_000), .u4(48, 9_100_000), .u4(52, 1_133), .u4(56, 1_603),
            ] + changes)
    }

    @Test func `each message at a high rate is an epoch of its own`() throws {
        let epochs = decode((0..<30).flatMap { Self.hnr($0 * 40) })
        #expect(epochs.count == 30)
        let fix = try #require(epochs[3].fix)
        #expect(fix.time == UTCTime(iso: "2019-04-12T12:00:00.120Z") && fix.quality == .combinedDeadReckoning)
        #expect(fix.kind == .threeDimensional && fix.sources == ["UBX-HNR-PVT"])
        #expect(fix.position?.latitude.degrees == -45.8776543 && fix.position?.longitude.degrees == 170.5001234)
        #expect(fix.height.ellipsoidal?.metres == 25.378 && fix.height.orthometric?.metres == 23.579)
        #expect(fix.speed?.metresPerSecond == 1.5 && fix.course?.degrees == 90)
        #expect(fix.horizontalAccuracy?.value.metres == 1.133 && fix.verticalAccuracy?.value.metres == 1.603)
        let headings = epochs[3].payloads.compactMap {
            if case .attitude(let attitude) = $0 { attitude.heading } else { nil }
        }
        #expect(headings.map(\.degrees) == [91])
    }

    @Test func `between the messages of an epoch they neither split it nor take its place`() {
        let bytes =
            UBXMade.pvt(0) + Self.hnr(0) + Self.hnr(40) + UBXMade.dop(0) + Self.hnr(80) + UBXMade.satellites(0)
            + UBXMade.endOfEpoch(0) + Self.hnr(960) + UBXMade.pvt(1) + UBXMade.endOfEpoch(1)
        let fixes = decode(bytes).compactMap(\.fix)
        #expect(
            fixes.map(\.sources.first) == ["UBX-HNR-PVT", "UBX-HNR-PVT", "UBX-HNR-PVT", "UBX-NAV-PVT", "UBX-NAV-PVT"])
        #expect(fixes[3].dop.hdop != nil)
        #expect(Set(fixes.compactMap(\.time)).count == 5)
    }

    @Test func `without a fix they say so`() throws {
        let fix = try #require(decode(Self.hnr(0, [.u1(17, 0)])).compactMap(\.fix).first)
        #expect(fix.kind == .none && fix.position == nil)
        #expect(decode(UBXMade.message(0x28, 0x00, size: 71, [])).compactMap(\.fix).isEmpty)
    }

    @Test func `NAV2-PVT alone makes epochs, beside NAV-PVT it does not`() {
        func second(_ bytes: [UInt8]) -> [UInt8] { Made.ubx(0x29, 0x07, Array(bytes[6..<98])) }
        let alone = decode(second(UBXMade.pvt(0)) + second(UBXMade.pvt(1))).compactMap(\.fix)
        #expect(alone.map(\.sources) == [["UBX-NAV2-PVT"], ["UBX-NAV2-PVT"]])
        #expect(alone.first?.position?.latitude.degrees == -45.8776543)
        let other = UBXMade.pvt(1, [.u4(28, 100_000_000)])
        let both = decode(UBXMade.pvt(0) + UBXMade.pvt(1) + second(other)).compactMap(\.fix)
        #expect(both.count == 2 && both.last?.position?.latitude.degrees == -45.8776543)
    }

    @Test func `the first version of RELPOSNED states the station too`() {
        let relative = UBXMade.message(
            0x01, 0x3C, size: 40, [.u1(0, 0), .u2(2, 1234), .u4(4, UBXMade.noon), .u4(36, 0x17)])
        let pvt = UBXMade.pvt(0, [.u1(21, 0x83)])
        let fix = decode(pvt + relative).compactMap(\.fix).first
        #expect(fix?.quality == .rtkFixed && fix?.corrections?.station == 1234)
    }
}
