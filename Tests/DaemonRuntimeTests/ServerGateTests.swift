// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import DaemonRuntime

struct ServerGateTests {
    /// Whether the gate said that it opens.
    private final class Evidence: Sendable {
        private let said = Mutex(false)
        var isSaid: Bool { said.withLock { $0 } }
        func say() { said.withLock { $0 = true } }
    }

    @Test("a server that listens on a further address later counts once")
    func again() {
        let evidence = Evidence()
        let gate = ServerGate(count: 2) { evidence.say() }
        let (first, second) = (gate.server(), gate.server())
        #expect(first())
        #expect(!first() && !evidence.isSaid)
        #expect(second() && evidence.isSaid)
    }

    @Test("opens after the last server, and says so before any task goes on")
    func order() async {
        let evidence = Evidence()
        let gate = ServerGate(count: 2) { evidence.say() }
        gate.serverListens()
        #expect(!evidence.isSaid)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    await gate.wait()
                    return evidence.isSaid
                }
            }
            gate.serverListens()
            for await wasSaid in group { #expect(wasSaid) }
        }
    }

    @Test("without servers is open from the beginning")
    func none() async { await ServerGate(count: 0).wait() }

    @Test("a task that is cancelled does not wait")
    func cancelled() async {
        let gate = ServerGate(count: 1)
        let task = Task { await gate.wait() }
        task.cancel()
        await task.value
    }
}
