// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
package import Logging
internal import ServiceLifecycle
internal import Synchronization
internal import SystemSupport

/// Ends the daemon on request, even if parts of it hang.
///
/// As a service, it returns at the first signal, so that the service group shuts down in order. From then on, a
/// separate thread measures the time, because Swift's thread pool itself may hang. If parts do not end in time, it logs
/// their names, closes the store, and exits the process with `ExitStatus.tryLater`.
package final class EndWatch: Service {
    /// The time that clients have to read their remaining data.
    package static let clientPatience = Duration.milliseconds(800)
    /// The time after which parts that are still shutting down are cancelled.
    package static let patience = Duration.milliseconds(1300)
    /// The time after the signal at which the process exits without waiting for the remaining parts.
    package static let limit = Duration.milliseconds(1750)
    /// The additional time for the last log message and for the store, because either may hang.
    static let farewell = Duration.milliseconds(200)
    /// The time for the last lines of the log after the daemon ended by itself, because their reader may not read.
    package static let lastLines = Duration.milliseconds(250)

    package let parts: RunningParts
    private let logger: Logger
    private let log: LogWriter?
    private let closeStore: @Sendable () -> Void
    private let exit: @Sendable (Int32) -> Void
    private let isArmed = Atomic(false)
    private let isOver = Atomic(false)
    private let asked = AsyncStream.makeStream(of: Void.self)
    /// Protects the signal sources, which `deinit` cancels.
    private let sources = Mutex<[any DispatchSourceSignal]>([])
    /// Wakes the thread that measures the time.
    private let alarm = DispatchSemaphore(value: 0)
    private let onAsk: @Sendable () -> Void

    /// - Parameters:
    ///   - log: The writer of the logger's messages; nil if they are written immediately.
    ///   - closeStore: Flushes the store to disk; called on a separate thread.
    ///   - onAsk: Called once when the daemon must end; must return immediately.
    ///   - exit: Ends the process immediately.
    package init(
        parts: RunningParts, logger: Logger, log: LogWriter? = nil, closeStore: @escaping @Sendable () -> Void,
        onAsk: @escaping @Sendable () -> Void = {}, exit: @escaping @Sendable (Int32) -> Void = { _exit($0) }
    ) {
        (self.parts, self.logger, self.closeStore, self.exit) = (parts, logger, closeStore, exit)
        (self.log, self.onAsk) = (log, onAsk)
    }

    deinit { sources.withLock { for source in $0 { source.cancel() } } }

    /// Handles the signals from now on. The thread is created now, because the system may have no thread left at the
    /// end.
    package func begin(_ signals: [Int32]) {
        let problem = WorkerThread.detach { [self] in
            alarm.wait()
            wait(Self.limit) { isOver.load(ordering: .sequentiallyConsistent) }
            if !isOver.load(ordering: .sequentiallyConsistent) { force() }
        }
        if let problem {
            logger.warning("cannot start the thread that supervises the daemon's exit: \(problem)")
        }
        let queue = DispatchQueue(label: "gnss-gateway.end")
        sources.withLock { sources in
            for number in signals {
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler { [weak self] in self?.ask() }
                source.activate()
                sources.append(source)
            }
        }
    }

    /// Returns once the daemon must end.
    package func run() async {
        await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                for await _ in asked.stream { return }
            } onGracefulShutdown: {
                self.ask()
            }
        } onCancel: {
            ask()
        }
    }

    /// Records that the daemon has ended by itself.
    package func end() {
        isOver.store(true, ordering: .sequentiallyConsistent)
        alarm.signal()
    }

    /// Requests the end of the daemon. Further calls have no effect.
    func ask() {
        guard isArmed.compareExchange(expected: false, desired: true, ordering: .sequentiallyConsistent).exchanged
        else { return }
        alarm.signal()
        onAsk()
        asked.continuation.finish()
    }

    private func force() {
        let names = parts.names.joined(separator: ", ")
        let works: [@Sendable () -> Void] = [{ [self] in tell(names) }, closeStore]
        let done = Tally()
        for work in works {
            let error = WorkerThread.detach {
                work()
                done.count.add(1, ordering: .sequentiallyConsistent)
            }
            if error != nil { done.count.add(1, ordering: .sequentiallyConsistent) }
        }
        wait(Self.farewell) { done.count.load(ordering: .sequentiallyConsistent) == works.count }
        // If the daemon has ended by itself in the meantime, the process exits with the daemon's own code.
        if !isOver.load(ordering: .sequentiallyConsistent) { exit(ExitStatus.tryLater.rawValue) }
    }

    /// The description if no named part is running.
    private static let unnamed = "startup, the store or driver processes"

    private func tell(_ names: String) {
        logger.error(
            "these parts did not stop in time: \(names.isEmpty ? Self.unnamed : names); the daemon exits now"
        )
        log?.flush(within: Self.farewell)
    }

    /// Blocks until the condition is met or the time has passed.
    ///
    /// A pause that lasted much longer than requested counts as 20 ms, because the machine then had no processor time
    /// for this thread or for the parts it waits for. The total never exceeds twice the limit.
    private func wait(_ limit: Duration, until condition: () -> Bool) {
        let begin = ContinuousClock.now
        var (last, counted) = (begin, Duration.zero)
        while !condition(), counted < limit, last - begin < limit * 2 {
            poll(nil, 0, 10)
            let now = ContinuousClock.now
            counted += min(now - last, .milliseconds(20))
            last = now
        }
    }
}

/// A counter that several threads share.
private final class Tally: Sendable {
    let count = Atomic(0)
}
