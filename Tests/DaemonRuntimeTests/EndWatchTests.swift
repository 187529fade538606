// SPDX-License-Identifier: Apache-2.0

import Glibc
import Logging
import Synchronization
import Testing

@testable import DaemonRuntime

struct EndWatchTests {
    /// What a watch did.
    private final class Evidence: Sendable {
        let code = Mutex<Int32?>(nil)
        let isStoreClosed = Mutex(false)
    }

    private func watch(_ evidence: Evidence, _ parts: RunningParts = RunningParts()) -> EndWatch {
        EndWatch(
            parts: parts, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            closeStore: { evidence.isStoreClosed.withLock { $0 = true } },
            exit: { code in evidence.code.withLock { $0 = code } })
    }

    /// Waits on a thread of the system's, for up to ten seconds.
    private func eventually(_ condition: () -> Bool) async -> Bool {
        for _ in 0..<1000 {
            if condition() { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    @Test func `parts that do not end are given up: the store is closed and the process exits with 75`() async {
        let (evidence, parts) = (Evidence(), RunningParts())
        let watch = watch(evidence, parts)
        parts.began("hung")
        let begin = ContinuousClock.now
        watch.begin([])
        watch.ask()
        #expect(await eventually { evidence.code.withLock { $0 } == 75 })
        #expect(evidence.isStoreClosed.withLock { $0 })
        #expect(ContinuousClock.now - begin >= EndWatch.limit)
        #expect(parts.names == ["hung"])
    }

    @Test func `a store that hangs holds nothing up`() async {
        let evidence = Evidence()
        let watch = EndWatch(
            parts: RunningParts(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            closeStore: {
                while evidence.code.withLock({ $0 }) == nil { sched_yield() }
            },
            exit: { code in evidence.code.withLock { $0 = code } })
        watch.begin([])
        watch.ask()
        #expect(await eventually { evidence.code.withLock { $0 } == 75 })
    }

    @Test func `where all ends in time nothing is forced, however often it is asked`() async throws {
        let evidence = Evidence()
        let watch = watch(evidence)
        watch.begin([])
        for _ in 0..<3 { watch.ask() }
        await watch.run()
        watch.end()
        try await Task.sleep(for: EndWatch.limit + EndWatch.farewell + .milliseconds(200))
        #expect(evidence.code.withLock { $0 } == nil)
        #expect(!evidence.isStoreClosed.withLock { $0 })
    }
}
