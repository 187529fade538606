// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import DaemonRuntime
internal import DriverKit
internal import Glibc
internal import PluginHosting
internal import Synchronization
internal import SystemSupport

/// A driver in a separate process, with a thread that starts the process, reads its output, and ends it if it exceeds
/// its limits.
final class ChildRunner: DriverRunner {
    /// The driver to run and its limits.
    struct Order: Sendable {
        /// The program with the command `drivers host`.
        var program: String
        /// The plugin.
        var plugin: FoundPlugin
        /// The section `config` as JSON.
        var configuration: String
        var limits = ChildLimits()
    }

    private let order: Order
    private let port: ReceiverPort
    private let stopSignal = StopSignal()
    /// The corrections that wait for the pipe to the process.
    private let outbox = CorrectionQueue()
    /// Protects the process's id, which must not be used after the process was reaped, and the callback, which is
    /// called once, without holding the lock.
    private let state = Mutex(State())

    private struct State {
        var onEnd: (@Sendable (RunOutcome) -> Void)?
        /// The process, as long as it may be killed by its number.
        var process: pid_t?
        var isAbandoned = false
    }

    init(_ order: Order, _ port: ReceiverPort) { (self.order, self.port) = (order, port) }

    func start(onEnd: @escaping @Sendable (RunOutcome) -> Void) {
        state.withLock { $0.onEnd = onEnd }
        if let error = WorkerThread.detach({ self.body() }) { end(.lost("cannot start a thread: \(error)")) }
    }

    func stop() {
        port.beginClosing()
        stopSignal.signal()
    }

    var takesCorrections: Bool { order.plugin.description.takesCorrections }

    func write(_ bytes: [UInt8]) throws(PluginError) -> Int {
        guard takesCorrections else { throw .writeFailed("the driver \(order.plugin.description.kind) accepts none") }
        guard state.withLock({ $0.process != nil }) else { throw .writeFailed("the driver is not running") }
        guard outbox.put(bytes) else { throw .writeFailed("\(bytes.count) bytes are too many at once") }
        return outbox.takeGivenUp()
    }

    /// Kills the process. The thread then reaps it and reports its end.
    func abandon() {
        stop()
        state.withLock { state in
            state.isAbandoned = true
            if let process = state.process { ChildProcess.kill(group: process) }
        }
    }

    private func body() {
        guard !stopSignal.isSignalled else { return end(.stopped) }
        let process: ChildProcess
        do throws(GatewayError) {
            process = try ChildProcess(
                program: order.program, plugin: order.plugin.path, memoryMiB: order.limits.memoryMiB)
        } catch {
            return end(.lost(error.description))
        }
        state.withLock { state in
            state.process = process.pid
            if state.isAbandoned { process.kill() }
        }
        let session = ChildSession(order, port, stopSignal, outbox, process)
        session.run()
        // From here on, the number may be reused for another process.
        state.withLock { $0.process = nil }
        end(session.outcome(process.reap()))
    }

    private func end(_ outcome: RunOutcome) {
        port.close()
        let tell = state.withLock { state in
            defer { state.onEnd = nil }
            return state.onEnd
        }
        tell?(outcome)
    }
}
