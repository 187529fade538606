// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import GPSDServer

@Suite("The settings of a serial line")
struct SerialLineTests {
    @Test(
        "are read from the end of the reason for running",
        arguments: [
            ("NMEA 0183 at 38400 baud", 38400, "N", 1), ("u-blox ZED-F9P: UBX at 4800 baud 7E2", 4800, "E", 2),
            ("at 9600 baud 8O1", 9600, "O", 1),
        ] as [(String, Int, Character, Int)])
    func stated(_ reason: String, _ speed: Int, _ parity: Character, _ stopBits: Int) {
        let line = GPSDDevice.SerialLine(DriverStateReport(.running, reason: reason))
        #expect(line == GPSDDevice.SerialLine(speed: speed, parity: parity, stopBits: stopBits))
        #expect(GPSDDevice.SerialLine(DriverStateReport(.degraded, reason: reason)) == nil)
    }

    @Test(
        "are unknown after other words",
        arguments: [
            "", "baud", "at baud", "9600 baud", "UBX over USB", "NMEA 0183 at 9600", "at 9600 baud: no byte",
            "at x baud", "at -9600 baud", "at 9600 baud 8X1", "at 9600 baud 8N3", "at 9600 baud xN1",
            "at 9600 baud 8N1 now", "at 99999999999999999999 baud",
        ])
    func unstated(_ reason: String) {
        #expect(GPSDDevice.SerialLine(DriverStateReport(.running, reason: reason)) == nil)
    }

    @Test("stay known after a state without them, until the receiver is gone")
    func kept() {
        var state = DeviceState(GPSDDevice(source: TestServer.rover, path: "/dev/ttyS0"))
        _ = state.activate(at: SampleEpoch.noon)
        let news = ["NMEA 0183 at 38400 baud", "receiving data again", "NMEA 0183 at 9600 baud"].map {
            state.learnLine(from: DriverStateReport(.running, reason: $0))
        }
        #expect(news == [true, false, true] && state.line?.speed == 9600)
        let isGone = state.lose()
        #expect(isGone && state.line == nil)
    }
}
