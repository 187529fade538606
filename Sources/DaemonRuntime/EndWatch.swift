// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
package import Logging
internal import ServiceLifecycle
internal import Synchronization
internal import SystemSupport

/// Ends the daemon when it is asked to, whatever its parts do.
///
/// As a service it returns at the first signal, so that the group ends in order. From that signal on a thread of its own
/// counts the time, for what hangs may be Swift's thread pool. Parts that have not ended in time are named in the log, the
/// store is closed, and the process exits with `ExitStatus.tryLater`.
package final class EndWatch: Service {
    /// How long clients have to read what waits for them.
    package static let clientPatience = Duration.milliseconds(800)
    /// After so long parts that end in order are cancelled.
    package static let patience = Duration.milliseconds(1300)
    /// So long after the signal the parts that still run are given up.
    package static let limit = Duration.milliseconds(1750)
    /// So long the last words and the store may take after that: both may be what hangs.
    static let farewell = Duration.milliseconds(200)

    package let parts: RunningParts
    private let logger: Logger
    private let closeStore: @Sendable () -> Void
    private let exit: @Sendable (Int32) -> Void
    private let isArmed = Atomic(false)
    private let isOver = Atomic(false)
    private let asked = AsyncStream.makeStream(of: Void.self)
    /// Protects the sources of signals, which `deinit` cancels.
    private let sources = Mutex<[any DispatchSourceSignal]>([])
    /// Wakes the thread that counts the time.
    private let alarm = DispatchSemaphore(value: 0)
    private let onAsk: @Sendable () -> Void

    /// - Parameters:
    ///   - closeStore: brings everything to the disk; is called on a thread of its own.
    ///   - onAsk: called once, when the daemon is to end; must return at once.
    ///   - exit: ends the process at once.
    package init(
        parts: RunningParts, logger: Logger, closeStore: @escaping @Sendable () -> Void,
        onAsk: @escaping @Sendable () -> Void = {}, exit: @escaping @Sendable (Int32) -> Void = { _exit($0) }
    ) {
        (self.parts, self.logger, self.closeStore, self.exit) = (parts, logger, closeStore, exit)
        self.onAsk = onAsk
    }

    deinit { sources.withLock { for source in $0 { source.cancel() } } }

    /// Takes the signals from now on. The thread is made now: at the end there may be none left.
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

    /// Returns once the daemon is to end.
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

    /// The daemon has ended by itself.
    package func end() {
        isOver.store(true, ordering: .sequentiallyConsistent)
        alarm.signal()
    }

    /// The daemon is to end. A second call changes nothing.
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
        // The daemon has ended in the meantime: its own exit code is the right one.
        if !isOver.load(ordering: .sequentiallyConsistent) { exit(ExitStatus.tryLater.rawValue) }
    }

    /// What runs where no part does.
    private static let unnamed = "the start, the store or the processes of drivers"

    private func tell(_ names: String) {
        logger.error(
            "these parts did not stop in time: \(names.isEmpty ? Self.unnamed : names); the daemon exits now"
        )
    }

    /// Blocks until the condition holds or the time is up.
    ///
    /// A pause that lasted much longer than it was to is counted as 20 ms: then the machine had no processor for this
    /// thread, nor for the parts that are waited for. In no case it takes more than twice the limit.
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

/// Counts what is done.
private final class Tally: Sendable {
    let count = Atomic(0)
}
