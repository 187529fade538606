// SPDX-License-Identifier: Apache-2.0

internal import CSystemdNotify
internal import Dispatch
internal import Glibc
internal import Synchronization
internal import SystemSupport

/// Notifies the service manager that started the daemon, through sd_notify(3).
package final class ServiceManager: Sendable {
    /// The interval within which the manager expects a keep-alive message; nil if it expects none.
    package let watchdog: Duration?
    private let notify: @Sendable (String) -> Void
    private let patience: DispatchTimeInterval
    private let queue = DispatchQueue(label: "sd_notify")
    /// The number of messages that the manager has not accepted yet.
    private let waiting = Atomic(0)
    /// The maximum number of waiting messages; further ones are dropped until the manager accepts messages again.
    private static let limit = 8

    /// - Parameters:
    ///   - watchdog: The interval within which the manager expects a keep-alive message; nil if it expects none.
    ///   - patience: The longest time to wait for a message to be accepted.
    ///   - notify: Sends a message; called from one thread at a time.
    init(watchdog: Duration?, patience: DispatchTimeInterval, notify: @escaping @Sendable (String) -> Void) {
        (self.watchdog, self.patience, self.notify) = (watchdog, patience, notify)
    }

    /// Connects to the manager that the environment names; nil if it names none.
    package convenience init?() {
        guard getenv("NOTIFY_SOCKET") != nil else { return nil }
        var interval: UInt64 = 0
        let isWatched = sd_watchdog_enabled(0, &interval) > 0
        self.init(
            watchdog: isWatched ? .microseconds(Int64(clamping: interval)) : nil, patience: .seconds(1),
            notify: { _ = sd_notify(0, $0) })
    }

    /// Reports that the daemon is ready.
    package func ready(_ status: String) { send(["READY=1", Self.line(status)]) }

    /// Reports the status for `systemctl status`.
    package func status(_ status: String) { send([Self.line(status)]) }

    /// Reports that the configuration is being reloaded; `ready` reports the end of the reload.
    package func reloading() {
        send(["RELOADING=1", "MONOTONIC_USEC=\(SystemClock.monotonic / 1000)"])
    }

    /// Reports that the daemon is stopping.
    package func stopping() { send(["STOPPING=1", "STATUS=ending"]) }

    /// Runs a part of the start that takes long with a large store on a slow disk. Meanwhile asks the manager for more
    /// time: at once, and then as long as work goes on, for about an hour at most.
    ///
    /// - Throws: The error of `work`.
    package func extendingStart<Value, Failure: Error>(
        _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try extendingStart(every: StartExtension.interval, activity: { StartExtension.activity() }, work)
    }

    /// - Parameters:
    ///   - interval: The time between two requests.
    ///   - activity: Returns the process's activity so far.
    /// - Throws: The error of `work`.
    func extendingStart<Value, Failure: Error>(
        every interval: DispatchTimeInterval, activity: @escaping @Sendable () -> Int64,
        _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let isOver = DispatchSemaphore(value: 0)
        defer { isOver.signal() }
        let first = StartExtension(activity: activity())
        askForTime()
        // The work blocks the calling thread.
        DispatchQueue(label: "start extension").async { [self] in
            var further = first
            while isOver.wait(timeout: .now() + interval) == .timedOut {
                if further.mayAsk(activity: activity()) { askForTime() }
            }
        }
        return try work()
    }

    private func askForTime() { send(["EXTEND_TIMEOUT_USEC=\(StartExtension.grant)", "STATUS=opening the store"]) }

    /// Sends a keep-alive message.
    package func alive() { send(["WATCHDOG=1"]) }

    /// A status line. Line ends are replaced, so that the text cannot add another line.
    private static func line(_ status: String) -> String {
        "STATUS=" + String(status.map { $0.isNewline ? " " : $0 })
    }

    /// Sends a message. sd_notify(3) blocks indefinitely while the manager's queue is full. A dispatch queue therefore
    /// calls it, so that a hanging manager does not block the daemon.
    private func send(_ lines: [String]) {
        guard waiting.load(ordering: .relaxed) < Self.limit else { return }
        waiting.wrappingAdd(1, ordering: .relaxed)
        let isSent = DispatchSemaphore(value: 0)
        queue.async { [self] in
            notify(lines.joined(separator: "\n"))
            waiting.wrappingSubtract(1, ordering: .relaxed)
            isSent.signal()
        }
        _ = isSent.wait(timeout: .now() + patience)
    }
}
