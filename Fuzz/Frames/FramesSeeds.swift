// SPDX-License-Identifier: Apache-2.0

import RTCM

/// The seeds: a payload of every RTCM 3 message and of some UBX messages, and sentences of most kinds.
func seeds() -> [[UInt8]] {
    let split: [UInt8] = [17, 0]
    return stations.map { $0 + split + [Framed.Choice.rtcm3] } + observed.map { $0 + split + [Framed.Choice.rtcm3] }
        + ubx.map { $0 + split + [Framed.Choice.ubx] } + sentences.map { Array($0.utf8) + split + [Framed.Choice.nmea] }
        + [[0xB7, 0x0F] + zeros(60) + split + [Framed.Choice.sbf]]
        + [stations.flatMap { Framed.bytes($0, format: Int(Framed.Choice.rtcm3)) } + split + [0]]
}

private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

/// The examples of the standard, and each known message number followed by a fixed sequence of bytes.
private let stations: [[UInt8]] =
    [
        [
            0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34, 0xB4, 0xBD, 0x62, 0xAC, 0x09, 0x41, 0x98, 0x6F,
            0x33,
        ],
        [0x40, 0x50, 0x17, 0x00, 0x84, 0x73, 0x6E, 0x03, 0x06, 0x55, 0x54, 0x46, 0x2D, 0x38, 0x20],
        [0x40, 0x90, 0x17, 3, 0x41, 0x42, 0x43, 0, 1, 0x31, 2, 0x52, 0x58, 1, 0x31, 0],
    ]
    + RTCMMessage.known.map { number in
        [UInt8(number >> 4), UInt8(number << 4 & 0xF0)] + (0..<120).map { UInt8($0 * 7 & 0xFF) }
    }

/// Multiple signal messages with few satellites and signals.
private let observed: [[UInt8]] = RTCMMessage.known.filter { 1071...1137 ~= $0 }.map { number in
    let head: [UInt8] = [UInt8(number >> 4), UInt8(number << 4 & 0xF0), 1, 0, 0, 0, 0, 0, 0]
    let masks: [UInt8] = [0x02, 0x10, 0, 0, 0, 0, 0, 0, 0x80, 0x20, 0, 0x80, 0, 0x7F]
    return head + masks + (0..<90).map { UInt8($0 * 11 & 0xFF) }
}

private let ubx: [[UInt8]] = [
    [0x01, 0x07] + zeros(92), [0x01, 0x35] + zeros(4) + [1, 2, 0, 0] + zeros(24),
    [0x01, 0x43] + zeros(4) + [0, 2, 0, 0] + zeros(32), [0x02, 0x15] + zeros(11) + [1, 0, 1, 0, 0] + zeros(32),
    [0x02, 0x13, 2, 1, 0, 0, 8, 0, 2, 0] + zeros(32), [0x0A, 0x04] + zeros(40) + Array("PROTVER=34".utf8) + zeros(20),
    [0x06, 0x8B, 1, 0, 0, 0, 1, 0, 0x21, 0x30, 0xE8, 3], [0x05, 0x01, 6, 1],
]

private let sentences = [
    "GNRMC,120000.00,A,4807.03800,N,01131.32400,E,3.50,84.4,010326,2.1,E,A,V",
    "GNGGA,120000.00,4807.03800,N,01131.32400,E,4,08,0.9,545.4,M,46.9,M,1.2,0031",
    "GNGSA,A,3,01,02,03,04,05,,,,,,,,2.5,1.3,2.1,1", "GPGSV,2,2,06,31,,,30,193,10,100,,1",
    "GNGRS,120000.00,1,0.5,-0.5,,,,,,,,,,,1,1", "GNTXT,01,01,02,FWVER=SPG 3.01",
    "PUBX,03,04,12,U,207,43,28,009,14,-,049,06,,000", "PASHR,120000.000,010.51,T,+00.39,-00.79,-00.84,0.151",
    "PMTK001,314,3", "GPXYZ,\\\"a", "GPVTG,54.7,34.4,5.5,10.2",
]
