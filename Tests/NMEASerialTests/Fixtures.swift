// SPDX-License-Identifier: Apache-2.0

import DriverKit
import DriverTesting
import GNSSTypes
import Glibc
import Synchronization

@testable import NMEASerial
@testable import SerialReceiver

/// Sentences of a second, with checksums.
func burst(_ second: Int) -> [UInt8] {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = "\(two(second / 3600 % 24))\(two(second / 60 % 60))\(two(second % 60)).00"
    return nmea([
        "GPRMC,\(time),A,4552.65403,S,17030.00668,E,0.025,12.5,120426,,,A",
        "GPGGA,\(time),4552.65403,S,17030.00668,E,1,12,0.64,14.2,M,1.8,M,,",
        "GPGSA,A,3,13,15,,,,,,,,,,,1.2,0.64,1.0",
    ])
}

func nmea(_ bodies: [String]) -> [UInt8] {
    bodies.flatMap { body -> [UInt8] in
        let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
        let digits = String(sum, radix: 16, uppercase: true)
        return Array("$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n".utf8)
    }
}

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

/// A driver that runs on a thread of its own.
final class Run: Sendable {
    let host: RecordingHost
    let stop = StopSignal()
    let outbox = Outbox()
    private let outcome = Mutex<Result<Void, DriverError>?>(nil)

    init(_ driver: NMEASerialDriver) {
        let host = RecordingHost(delivers: NMEASerialDriver.plugin.delivers)
        self.host = host
        Thread.start { [self] in
            var result = Result<Void, DriverError>.success(())
            do throws(DriverError) {
                try driver.run(DriverContext(host: host, stop: stop, outbox: outbox))
            } catch {
                result = .failure(error)
            }
            outcome.withLock { $0 = result }
        }
    }

    deinit { stop.signal() }

    var hasEnded: Bool { outcome.withLock { $0 != nil } }
    var error: DriverError? {
        outcome.withLock {
            if case .failure(let error) = $0 { error } else { nil }
        }
    }
    var states: [DriverStateReport] { host.recorded.states }
    var fixes: [Fix] {
        host.recorded.observations.compactMap { if case .fix(let fix) = $0.payload { fix } else { nil } }
    }

    func end() -> Bool {
        stop.signal()
        return eventually { hasEnded }
    }

    /// Whether a state with such words was reported.
    func said(_ state: DriverState, _ words: String) -> Bool {
        eventually { states.contains { $0.state == state && $0.reason.contains(words) } || hasEnded }
            && states.contains { $0.state == state && $0.reason.contains(words) }
    }
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
