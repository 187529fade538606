// SPDX-License-Identifier: Apache-2.0

import DriverKit
import DriverTesting
import GNSSTypes
import Glibc
import Synchronization
import SystemSupport
import Testing
import Transport

@testable import BluetoothRFCOMM
@testable import SerialReceiver

/// Sentences of a second, with checksums.
func burst(_ second: Int) -> [UInt8] {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = "\(two(second / 3600 % 24))\(two(second / 60 % 60))\(two(second % 60)).00"
    return [
        "GPRMC,\(time),A,4552.65403,S,17030.00668,E,0.025,12.5,120426,,,A",
        "GPGGA,\(time),4552.65403,S,17030.00668,E,1,12,0.64,14.2,M,1.8,M,,",
        "GPGSA,A,3,13,15,,,,,,,,,,,1.2,0.64,1.0",
    ].flatMap { body -> [UInt8] in
        let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
        let digits = String(sum, radix: 16, uppercase: true)
        return Array("$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n".utf8)
    }
}

/// A thread for what blocks.
enum Thread {
    static func start(_ body: @escaping @Sendable () -> Void) { _ = WorkerThread.detach(body) }
}

/// Waits for a condition, with a generous limit.
func eventually(within seconds: Int = 90, _ condition: () -> Bool) -> Bool {
    for _ in 0..<seconds * 500 {
        if condition() { return true }
        usleep(2000)
    }
    return condition()
}

/// Receivers' addresses that no other test uses: what is known of them is kept for the whole process.
private let addresses = Atomic(0x00AA_0102_0000)

func newAddress() -> BluetoothAddress {
    let number = addresses.wrappingAdd(1, ordering: .relaxed).newValue
    let bytes = (0..<6).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    return BluetoothAddress(kernel: bytes) ?? receiverAddress
}

private let receiverAddress = BluetoothAddress(kernel: [1, 2, 3, 4, 5, 6]) ?? newAddress()

/// A driver with short times.
func driver(
    _ radio: FalseRadio, _ address: BluetoothAddress = newAddress(), _ more: String = ""
) throws -> BluetoothRFCOMMDriver {
    let json = "{\"address\": \"\(address)\"\(more)}"
    var driver = BluetoothRFCOMMDriver(try BluetoothSettings(DriverConfiguration(json: json)), radio: radio)
    driver.timing = BluetoothConnector.Timing(look: 5_000_000, linkDecay: 5_000_000)
    driver.receiver.timing.listenAtOne = 300_000_000
    driver.receiver.timing.gap = 10_000_000
    return driver
}

/// A driver that runs on a thread of its own.
final class Run: Sendable {
    let host: RecordingHost
    let stop = StopSignal()
    let outbox = Outbox()
    private let outcome = Mutex<Result<Void, DriverError>?>(nil)

    init(_ driver: BluetoothRFCOMMDriver) {
        let host = RecordingHost(delivers: BluetoothRFCOMMDriver.plugin.delivers)
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

    /// How it ended, once it has; nil: as asked.
    var error: DriverError? {
        guard eventually({ hasEnded }) else { return .failed("it has not ended") }
        return outcome.withLock { if case .failure(let error) = $0 { error } else { nil } }
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
        func isThere() -> Bool { states.contains { $0.state == state && $0.reason.contains(words) } }
        return eventually { isThere() || hasEnded } && isThere()
    }
}
