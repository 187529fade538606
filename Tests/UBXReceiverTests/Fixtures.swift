// SPDX-License-Identifier: Apache-2.0

import DriverKit
import DriverTesting
import GNSSTypes
import Glibc
import Synchronization
import SystemSupport
import Transport
import UBX

@testable import SerialReceiver
@testable import UBXReceiver

/// A thread for what blocks.
enum Thread {
    static func start(_ body: @escaping @Sendable () -> Void) { _ = WorkerThread.detach(body) }
}

/// Waits for a condition, with a generous limit.
func eventually(within seconds: Int = 90, _ condition: () -> Bool) -> Bool {
    for _ in 0..<seconds * 200 {
        if condition() { return true }
        usleep(5000)
    }
    return condition()
}

/// A driver that runs on a thread of its own.
final class Run: Sendable {
    let host: RecordingHost
    let stop = StopSignal()
    let outbox = Outbox()
    private let outcome = Mutex<Result<Void, DriverError>?>(nil)

    init(_ driver: UBXReceiverDriver) {
        let host = RecordingHost(delivers: UBXReceiverDriver.plugin.delivers)
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
    var log: [String] { host.recorded.log }
    var positions: Int {
        host.recorded.observations.count { if case .fix(let fix) = $0.payload { fix.position != nil } else { false } }
    }
    var identities: [ReceiverIdentity] {
        host.recorded.observations.compactMap { if case .receiver(let identity) = $0.payload { identity } else { nil } }
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

    /// Whether such words were logged.
    func logged(_ words: String) -> Bool {
        eventually { log.contains { $0.contains(words) } || hasEnded } && log.contains { $0.contains(words) }
    }
}

/// A driver with short times; answers may take long where the machine is busy.
func driver(_ device: String, _ more: String = "") throws -> UBXReceiverDriver {
    var driver = try UBXReceiverDriver(DriverConfiguration(json: "{\"device\": \"\(device)\"\(more)}"))
    driver.receiver.timing.listen = 250_000_000
    driver.receiver.timing.listenAtOne = 600_000_000
    driver.receiver.timing.gap = 10_000_000
    driver.settings.timing.answer = 700_000_000
    driver.settings.timing.acknowledgement = 300_000_000
    return driver
}

let ram = ", \"configure\": \"ram\""
