// SPDX-License-Identifier: Apache-2.0

internal import CSystemdNotify
internal import Dispatch
internal import Glibc
internal import Synchronization
internal import SystemSupport

/// The service manager that started the daemon, told through sd_notify(3).
package final class ServiceManager: Sendable {
    /// How often it wants a sign of life; nil: it does not ask for one.
    package let watchdog: Duration?
    private let notify: @Sendable (String) -> Void
    private let patience: DispatchTimeInterval
    private let queue = DispatchQueue(label: "sd_notify")
    /// Messages that the manager has not taken yet.
    private let waiting = Atomic(0)
    /// How many may wait; a manager that takes none gets no more.
    private static let limit = 8

    /// - Parameters:
    ///   - watchdog: how often the manager wants a sign of life; nil: it does not ask for one.
    ///   - patience: how long the daemon waits at most for a message to be taken.
    ///   - notify: sends a message; called by one thread at a time.
    init(watchdog: Duration?, patience: DispatchTimeInterval, notify: @escaping @Sendable (String) -> Void) {
        (self.watchdog, self.patience, self.notify) = (watchdog, patience, notify)
    }

    /// The manager that the process's environment names; nil: no manager waits for word of this daemon.
    package convenience init?() {
        guard getenv("NOTIFY_SOCKET") != nil else { return nil }
        var interval: UInt64 = 0
        let isWatched = sd_watchdog_enabled(0, &interval) > 0
        self.init(
            watchdog: isWatched ? .microseconds(Int64(clamping: interval)) : nil, patience: .seconds(1),
            notify: { _ = sd_notify(0, $0) })
    }

    /// The daemon is ready.
    package func ready(_ status: String) { send(["READY=1", Self.line(status)]) }

    /// How it goes, for `systemctl status`.
    package func status(_ status: String) { send([Self.line(status)]) }

    /// The configuration is being read again; `ready` ends that.
    package func reloading() {
        send(["RELOADING=1", "MONOTONIC_USEC=\(SystemClock.monotonic / 1000)"])
    }

    /// Reports that the daemon is stopping.
    package func stopping() { send(["STOPPING=1", "STATUS=ending"]) }

    /// A sign of life.
    package func alive() { send(["WATCHDOG=1"]) }

    /// A status line: its words must not begin another one.
    private static func line(_ status: String) -> String {
        "STATUS=" + String(status.map { $0.isNewline ? " " : $0 })
    }

    /// Sends a message. sd_notify(3) waits without limit while the manager's queue is full, and a manager that hangs must not
    /// hang the daemon: a thread of the queue waits in its place.
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
