// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import Glibc
internal import Synchronization

/// A driver on the thread that the contract gives it.
final class ReceiverThread: Sendable {
    let id: String
    private let driver: DriverInstance
    private let port: ReceiverPort
    private let onEnd: @Sendable () -> Void
    private let state = Mutex(State.idle)

    private enum State {
        case idle
        case running
        case ended(RunOutcome)
    }

    /// - Parameter onEnd: called once, when the driver has ended, on its thread.
    init(id: String, driver: DriverInstance, port: ReceiverPort, onEnd: @escaping @Sendable () -> Void) {
        (self.id, self.driver, self.port, self.onEnd) = (id, driver, port, onEnd)
    }

    /// Whether the driver was started and has not ended.
    var isRunning: Bool {
        state.withLock { state in
            if case .running = state { true } else { false }
        }
    }

    /// Why it failed for good, or nil.
    var failure: String? {
        state.withLock { state in
            guard case .ended(.failed(let reason)) = state else { return nil }
            return "\(id): \(reason)"
        }
    }

    /// Starts the thread.
    func start() {
        state.withLock { $0 = .running }
        port.report(DriverStateReport(.starting, reason: "the driver begins"))
        var thread = pthread_t()
        let me = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<ReceiverThread>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, me.toOpaque())
        if code == 0 {
            pthread_detach(thread)
        } else {
            me.release()
            end(.failed("no thread for it: \(String(cString: strerror(code)))"))
        }
    }

    /// Makes the driver end; returns at once.
    func stop() {
        port.close()
        driver.stop()
    }

    private func body() { end(driver.run()) }

    private func end(_ outcome: RunOutcome) {
        let report =
            switch outcome {
            case .stopped: DriverStateReport(.stopped, reason: "stopped as asked")
            case .finished: DriverStateReport(.stopped, reason: "the source came to its end")
            case .lost(let reason): DriverStateReport(.lost, reason: reason)
            case .failed(let reason): DriverStateReport(.stopped, reason: reason)
            }
        port.report(report)
        state.withLock { $0 = .ended(outcome) }
        onEnd()
    }
}
