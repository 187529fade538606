// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import SystemSupport

/// A gate that opens once all servers listen.
package final class ServerGate: Sendable {
    /// The number of servers that do not listen yet. The lock protects only this number.
    private let missing: Mutex<Int>
    private let isOpen: AsyncCondition<Bool>
    private let onOpen: @Sendable () -> Void

    /// - Parameters:
    ///   - count: The number of servers.
    ///   - onOpen: Called once when the last server listens, before any waiting task continues.
    package init(count: Int, onOpen: @escaping @Sendable () -> Void = {}) {
        missing = Mutex(count)
        isOpen = AsyncCondition(count <= 0)
        self.onOpen = onOpen
    }

    /// Records that one more server listens.
    package func serverListens() {
        let left = missing.withLock { missing in
            missing -= 1
            return missing
        }
        guard left == 0 else { return }
        onOpen()
        isOpen.change { $0 = true }
    }

    /// Returns a function for one server that may listen more than once: only its first call is recorded.
    ///
    /// The function returns true for that call.
    package func server() -> @Sendable () -> Bool {
        let hasListened = Atomic(false)
        return {
            guard !hasListened.exchange(true, ordering: .relaxed) else { return false }
            self.serverListens()
            return true
        }
    }

    /// Returns once all servers listen, or if the task is cancelled.
    package func wait() async { _ = await isOpen.wait { $0 } }
}
