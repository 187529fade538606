// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import SystemSupport

/// Opens once all servers listen.
package final class ServerGate: Sendable {
    /// How many servers do not listen yet. The lock protects the number alone.
    private let missing: Mutex<Int>
    private let isOpen: AsyncCondition<Bool>
    private let onOpen: @Sendable () -> Void

    /// - Parameters:
    ///   - count: how many servers there are.
    ///   - onOpen: called once, when the last of them listens, before any task that waits goes on.
    package init(count: Int, onOpen: @escaping @Sendable () -> Void = {}) {
        missing = Mutex(count)
        isOpen = AsyncCondition(count <= 0)
        self.onOpen = onOpen
    }

    /// One more server listens.
    package func serverListens() {
        let left = missing.withLock { missing in
            missing -= 1
            return missing
        }
        guard left == 0 else { return }
        onOpen()
        isOpen.change { $0 = true }
    }

    /// Returns once all servers listen, or when the task is cancelled.
    package func wait() async { _ = await isOpen.wait { $0 } }
}
