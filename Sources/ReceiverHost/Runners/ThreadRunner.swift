// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import DriverKit
internal import PluginHosting
internal import Synchronization
internal import SystemSupport

/// A driver in the gateway's own process, on the thread that the contract specifies.
final class ThreadRunner: DriverRunner {
    private let driver: DriverInstance
    private let port: ReceiverPort
    /// Guards the callback, which is nil unless the driver runs; it is called once and without the lock.
    private let onEnd = Mutex<(@Sendable (RunOutcome) -> Void)?>(nil)

    init(_ driver: DriverInstance, _ port: ReceiverPort) { (self.driver, self.port) = (driver, port) }

    func start(onEnd: @escaping @Sendable (RunOutcome) -> Void) {
        self.onEnd.withLock { $0 = onEnd }
        if let error = WorkerThread.detach({ self.body() }) { end(.lost("cannot start a thread: \(error)")) }
    }

    func stop() {
        port.beginClosing()
        driver.stop()
    }

    var takesCorrections: Bool { driver.takesCorrections }

    func write(_ bytes: [UInt8]) throws(PluginError) -> Int {
        guard onEnd.withLock({ $0 != nil }) else { throw .writeFailed("the driver is not running") }
        return try driver.write(bytes)
    }

    /// Abandons the thread, which continues to run; the observations that it publishes are dropped.
    func abandon() {
        guard end(.stopped) else { return }
        port.log(.warning, "the driver did not stop in time; its thread keeps running")
    }

    private func body() { end(driver.plugin.description.outcome(driver.run())) }

    /// - Returns: True if it had not ended before.
    @discardableResult
    private func end(_ outcome: RunOutcome) -> Bool {
        port.close()
        let tell = onEnd.withLock { onEnd in
            defer { onEnd = nil }
            return onEnd
        }
        tell?(outcome)
        return tell != nil
    }
}
