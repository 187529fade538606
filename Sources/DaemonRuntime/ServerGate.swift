// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// Opens once all servers listen.
package final class ServerGate: Sendable {
    /// How many do not listen yet.
    private let missing: AsyncCondition<Int>
    private let onOpen: @Sendable () -> Void

    /// - Parameters:
    ///   - count: how many servers there are.
    ///   - onOpen: called once, when the last of them listens.
    package init(count: Int, onOpen: @escaping @Sendable () -> Void = {}) {
        missing = AsyncCondition(count)
        self.onOpen = onOpen
    }

    /// One more server listens.
    package func serverListens() {
        let left = missing.change { missing in
            missing -= 1
            return missing
        }
        if left == 0 { onOpen() }
    }

    /// Returns once all servers listen, or when the task is cancelled.
    package func wait() async { _ = await missing.wait { $0 <= 0 } }
}
