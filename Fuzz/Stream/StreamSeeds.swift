// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import NMEA
import Simulation
import Wire

/// The seeds: a simulated drive, a sentence of each kind, and input damaged by hand.
func seeds() -> [[UInt8]] {
    let drive = simulated(epochs: 24)
    let kinds = sentences.flatMap { sentence($0) }
    let messages = (0..<3).flatMap { ubxEpoch($0) }
    let inputs =
        [
            Array(drive.prefix(6000)), Array(drive.dropFirst(6000).prefix(3000)), kinds, messages,
            messages + Array(drive.prefix(900)) + ubxEpoch(3),
        ] + damaged(drive, kinds)
    // The last bytes are the choices: none, all, and some.
    let choices: [[UInt8]] = [[0, 0, 0, 0], [255, 1, 1, 1], [7, 0, 1, 0]]
    return inputs.flatMap { bytes in choices.map { bytes + $0 } }
}

private func damaged(_ drive: [UInt8], _ kinds: [UInt8]) -> [[UInt8]] {
    let ubx: [UInt8] = [0xB5, 0x62, 0x01, 0x07, 0x5C, 0x00]
    let rtcm: [UInt8] = [0xD3, 0x00, 0x13, 0x3E, 0xD0]
    return [
        Array(drive.prefix(691)),
        bytes("# a recording\n$GPGGA,12") + Array(drive.prefix(400)),
        bytes("\\g:1-2-1234,s:r3669961*0B\\") + Array(kinds.prefix(300)),
        ubx + Array(drive.prefix(300)) + rtcm,
        bytes("$GPRMC,225446,A,4916.45,N,12311.12,W,000.5,054.7,191194,020.3,E\r\n"),
        bytes(String(repeating: "$", count: 300)) + Array(kinds.prefix(100)),
        bytes("$PUBX,03," + String(repeating: ",", count: 1100)),
    ]
}

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// One message of each kind from which epochs are made, and some others, with correct checksums and lengths.
private func ubxEpoch(_ second: Int) -> [UInt8] {
    let navigation: [(id: UInt8, size: Int)] = [
        (0x07, 92), (0x06, 52), (0x03, 16), (0x02, 28), (0x14, 36), (0x01, 20), (0x13, 28), (0x12, 36), (0x11, 20),
        (0x17, 116), (0x05, 32), (0x04, 18), (0x20, 16), (0x21, 20), (0x25, 20), (0x26, 24), (0x22, 20), (0x36, 64),
        (0x3C, 64), (0x35, 32), (0x30, 32), (0x43, 40), (0x61, 4),
    ]
    let others: [(UInt8, UInt8, Int)] = [
        (0x02, 0x13, 44), (0x02, 0x15, 48), (0x0A, 0x04, 100), (0x27, 0x03, 9), (0x0D, 0x01, 16), (0x05, 0x01, 2),
    ]
    let iTOW = 475_218_000 + second * 1000
    let messages = navigation.flatMap { entry -> [UInt8] in
        let offset = [0x13, 0x14, 0x3C].contains(entry.id) ? 4 : 0
        var payload = [UInt8](repeating: 1, count: entry.size)
        payload[0] = [0x3C].contains(entry.id) ? 1 : 0
        for index in 0..<4 { payload[offset + index] = UInt8(iTOW >> (8 * index) & 0xFF) }
        if [0x35, 0x30, 0x43].contains(entry.id) { payload[5] = 2 }
        return frame(0x01, entry.id, payload)
    }
    return messages + others.flatMap { frame($0.0, $0.1, [UInt8](repeating: 2, count: $0.2)) }
}

private func frame(_ messageClass: UInt8, _ id: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let body = [messageClass, id, UInt8(payload.count & 0xFF), UInt8(payload.count >> 8)] + payload
    let sum = FletcherChecksum.of(body.span, in: 0..<body.count)
    return [0xB5, 0x62] + body + [sum.a, sum.b]
}

private func simulated(epochs: Int) -> [UInt8] {
    var scenario = DriveScenario(start: UTCTime(nanosecondsSince1970: 1_782_864_000_000_000_000))
    return (0..<epochs).flatMap { _ in scenario.nextEpoch().bytes }
}

private func sentence(_ body: String) -> [UInt8] {
    let sum = body.utf8.reduce(0, ^)
    let digits = String(sum, radix: 16, uppercase: true)
    return Array("$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n".utf8)
}

private let sentences = [
    "GNRMC,120000.00,A,4807.03800,N,01131.32400,E,3.50,84.4,010326,2.1,E,A,V",
    "GNGGA,120000.00,4807.03800,N,01131.32400,E,4,08,0.9,545.4,M,46.9,M,1.2,0031",
    "GNGNS,120000.00,4807.03800,N,01131.32400,E,RRFN,13,0.9,545.4,46.9,1.2,31,V",
    "GNGLL,4807.03800,N,01131.32400,E,120000.00,A,A",
    "GNGSA,A,3,01,02,03,04,05,,,,,,,,2.5,1.3,2.1,1",
    "GPGSV,2,1,06,01,40,083,46,02,17,308,41,12,07,344,39,14,22,228,45,1",
    "GPGSV,2,2,06,31,,,30,193,10,100,,1",
    "GLGSV,1,1,01,65,10,100,22,1",
    "GNVTG,54.7,T,34.4,M,5.5,N,10.2,K,A",
    "GNZDA,120000.00,01,03,2026,00,00",
    "GNGST,120000.00,1.2,3.4,2.1,45.0,2.2,2.3,4.5",
    "GNGBS,120000.00,1.0,2.0,3.0,03,,-21.4,3.8,1,0",
    "GNGRS,120000.00,1,0.5,-0.5,,,,,,,,,,,1,1",
    "GPHDT,123.45,T", "GPTHS,77.52,E", "HCHDM,98.3,M", "HCHDG,98.3,0.5,E,12.6,W", "TIROT,35.6,A",
    "GPDTM,W84,,0.0,N,0.0,E,0.0,W84", "GNTXT,01,01,02,FWVER=SPG 3.01", "GNTXT,01,01,02,MOD=NEO-M8N-0",
    "PUBX,00,120000.00,4807.03800,N,01131.32400,E,592.3,G3,2.1,2.0,0.007,77.52,0.007,,0.92,1.19,0.77,9,0,0",
    "PUBX,03,04,12,U,207,43,28,009,14,-,049,06,,000,48,-,,,15,000,211,U,010,10,20,000",
    "PUBX,04,120000.00,010326,43200.00,2408,18,495176,342.504,21",
    "PGRME,15.0,M,45.0,M,25.0,M", "PGRMT,GPS 18x Software Version 3.60,,,,,,,,", "PGRMV,0.5,-1.5,0.1",
    "PGRMZ,100,f,3", "PGRMF,223,424035,010326,120000,13,4807.0380,N,01131.3240,E,A,2,36,289,1,1",
    "PSTI,030,120000.000,A,4807.0380000,N,01131.3240000,E,94.615,1.5,-0.5,0.25,010326,R,1.2,4.2",
    "PSTI,032,041457.000,170316,A,R,0.603,-0.837,-0.089,1.036,144.22,,,,,",
    "PSTI,033,120000.000,010326,2,R,1,G,0,0,,,C,0,0,,,E,0,0,,,R,1,0,,",
    "PSTI,035,120000.000,010326,A,R,0.603,-0.837,-0.089,1.036,144.22,,,,,",
    "PSTI,036,120000.000,010326,191.69,-16.35,0.00,R,,,,,,,",
    "PASHR,120000.000,010.51,T,+00.39,-00.79,-00.84,0.151,0.075,0.555,1,0",
    "PASHR,POS,0,03,120000.00,4807.03800,N,01131.32400,E,058.48,,359.4,000.5,+000.1,2.2,2.1,0.0,1.0,BQ00",
    "PMTK001,314,3", "PMTK705,AXN_5.1.7_3333,5632,GT01", "PAIR001,050,0",
    "PQGSV,1,1,02,01,40,083,46,02,17,308,41,1,4", "PQGSA,A,3,01,02,,,,,,,,,,,2.5,1.3,2.1,4",
    "GNRMC,235959.95,V,,,,,,,311226,,,N", "GNRMC,000000.05,A,4807.04,S,01131.32,W,0.1,359.9,010127,,,D",
]
