// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import DaemonRuntime

struct ServerGateTests {
    @Test("opens after the last server, and says so before any task goes on")
    func order() async {
        let said = Mutex(false)
        let gate = ServerGate(count: 2) { said.withLock { $0 = true } }
        gate.serverListens()
        #expect(!said.withLock { $0 })
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    await gate.wait()
                    return said.withLock { $0 }
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
