// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing
import UBX
import Wire

@Suite("Typed views")
struct ViewTests {
    static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.utf8.compactMap { Hexadecimal.value(of: $0) }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    @Test func `a frame tells its message and where its payload stands`() {
        let frame = UBXWriter.frame(.cfgMSG, payload: [0x01, 0x07, 0x01])
        #expect(frame == Self.bytes("B562060103000107011351"))
        #expect(UBXFrame.id(of: frame.span) == .cfgMSG)
        #expect(UBXFrame.payload(of: frame.span) == 6..<9)
        #expect(UBXFrame.candidate(frame.span) == .frame(count: 11))
    }

    @Test func `the number of a frame without payload is that of the reference`() {
        #expect(UBXWriter.frame(.monVER) == Self.bytes("B5620A0400000E34"))
        #expect(UBXWriter.frame(.navPVT) == Self.bytes("B562010700000819"))
    }

    @Test func `every length below the least is refused and no length traps`() {
        for length in 0...128 {
            let payload = [UInt8](repeating: 0, count: length)
            #expect((NavigationPVT(payload.span) != nil) == (length >= 84))
            #expect((NavigationDOP(payload.span) != nil) == (length >= 18))
            #expect((NavigationStatus(payload.span) != nil) == (length >= 16))
            #expect((NavigationSOL(payload.span) != nil) == (length >= 52))
            #expect((NavigationTimeGPS(payload.span) != nil) == (length >= 16))
            #expect((NavigationTimeGalileo(payload.span) != nil) == (length >= 20))
            #expect((ReceiverVersion(payload.span) != nil) == (length >= 40))
        }
    }

    @Test func `numbers are taken with their scale and sign`() {
        var payload = [UInt8](repeating: 0, count: 92)
        payload.replaceSubrange(24..<28, with: [0xFF, 0xFF, 0xFF, 0xFF])
        payload.replaceSubrange(28..<32, with: [0x00, 0xCA, 0x9A, 0x3B])
        payload.replaceSubrange(76..<78, with: [0xCD, 0x00])
        payload[21] = 0x83
        let pvt = NavigationPVT(payload.span)
        #expect(pvt?.longitude.degrees == -1e-7)
        #expect(pvt?.latitude.degrees == 100)
        #expect(pvt?.pdop == 2.05)
        #expect(pvt?.carrierSolution == .fixed)
        #expect(pvt?.vehicleHeading == nil)
    }

    @Test func `a subframe of version 1 names no signal, a count too large is refused`() {
        let payload: [UInt8] = [2, 24, 1, 0, 1, 7, 1, 0, 0x78, 0x56, 0x34, 0x12]
        #expect(Subframe(payload.span)?.words == [0x1234_5678])
        #expect(Subframe(payload.span)?.sigID == nil)
        #expect(Subframe(payload.span.extracting(0..<11)) == nil)
    }

    @Test func `old satellite numbers name the satellites of the systems`() {
        #expect(SatelliteID(ubxNumber: 5) == SatelliteID(.gps, 5))
        #expect(SatelliteID(ubxNumber: 33) == SatelliteID(.beidou, 6))
        #expect(SatelliteID(ubxNumber: 159) == SatelliteID(.beidou, 1))
        #expect(SatelliteID(ubxNumber: 96) == SatelliteID(.glonass, 32))
        #expect(SatelliteID(ubxNumber: 211) == SatelliteID(.galileo, 1))
        #expect(SatelliteID(ubxNumber: 0) == nil)
        #expect(SatelliteID(ubxNumber: 100) == nil)
    }

    @Test func `the version of the protocol is read in all its spellings`() {
        #expect(version("EXT CORE 1.00 (f17067)", ["FWVER=HPG 1.50", "PROTVER=27.50"])?.protocolVersion == 2750)
        #expect(version("2.20 (81289)", ["PROTVER 16.00"])?.protocolVersion == 1600)
        #expect(version("7.03 (45970)", [])?.protocolVersion == 1300)
        #expect(version("x", ["MOD=ZED-F9P"])?.model == "ZED-F9P")
        #expect(version("x", [])?.protocolVersion == nil)
    }

    @Test func `control characters in a version do not reach a terminal`() {
        let version = version("EXT\u{1B}[2J", ["MOD=ZED\u{7}\u{7F}F9P"])
        #expect(version?.software == "EXT?[2J" && version?.model == "ZED??F9P")
    }

    private func version(_ software: String, _ extensions: [String]) -> ReceiverVersion? {
        var payload = pad(software, 30) + pad("00190000", 10)
        for text in extensions { payload += pad(text, 30) }
        return ReceiverVersion(payload.span)
    }

    private func pad(_ text: String, _ count: Int) -> [UInt8] {
        Array(text.utf8) + [UInt8](repeating: 0, count: count - text.utf8.count)
    }
}
