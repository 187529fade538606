// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Opens once all servers listen. One task waits for it.
final class ServerGate: Sendable {
    private let missing: Mutex<Int>
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// - Parameter count: how many servers there are.
    init(count: Int) {
        missing = Mutex(count)
        (stream, continuation) = AsyncStream<Void>.makeStream()
    }

    /// One more server listens.
    func serverListens() {
        let isOpen = missing.withLock { missing in
            missing -= 1
            return missing == 0
        }
        if isOpen { continuation.finish() }
    }

    /// Returns once all servers listen, or when the task is cancelled.
    func wait() async {
        for await _ in stream {}
    }
}
