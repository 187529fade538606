// SPDX-License-Identifier: Apache-2.0

import DriverKit
import ReceiverFixtures

@testable import NMEASerial
@testable import SerialReceiver

/// A UBX frame.
func ubx(_ kind: (UInt8, UInt8) = (1, 7), payload: [UInt8] = Array(repeating: 0x5A, count: 92)) -> [UInt8] {
    let body = [kind.0, kind.1, UInt8(payload.count & 0xFF), UInt8(payload.count >> 8)] + payload
    var (a, b) = (UInt8(0), UInt8(0))
    for byte in body {
        a &+= byte
        b &+= a
    }
    return [0xB5, 0x62] + body + [a, b]
}

/// A driver with short times; the pauses within a burst may be long where the machine is busy.
func driver(_ pty: Pty, _ more: String = "") throws -> NMEASerialDriver {
    let json = "{\"device\": \"\(pty.path)\"\(more)}"
    var driver = try NMEASerialDriver(DriverConfiguration(json: json))
    driver.receiver.timing.listen = 150_000_000
    driver.receiver.timing.listenAtOne = 400_000_000
    driver.receiver.timing.gap = 10_000_000
    return driver
}

extension Run {
    /// Starts the driver.
    convenience init(_ driver: NMEASerialDriver) { self.init(driver, of: NMEASerialDriver.plugin) }
}
