// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import DaemonRuntime
internal import Synchronization
internal import SystemSupport

/// Limits how many callers may do a kind of work at the same time.
package final class Errand: Sendable {
    private let refusal: ControlError
    private let limit: Int
    /// Protects the number of active callers, at most `limit`.
    private let count = Mutex(0)

    package init(_ words: String, limit: Int = 1) {
        (refusal, self.limit) = (ControlError(.conflict, words, code: .busy), limit)
    }

    /// Starts one errand; `end()` must follow.
    ///
    /// - Throws: The refusal given to `init` if `limit` errands are already running.
    package func begin() throws(ControlError) {
        let isFree = count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        if !isFree { throw refusal }
    }

    package func end() { count.withLock { $0 -= 1 } }

    /// Runs blocking work on its own thread. If the caller is cancelled, it does not wait for the work.
    ///
    /// - Throws: `ControlError` if the limit is reached or the work fails.
    package func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(BluetoothPairingError) -> Value
    ) async throws(ControlError) -> Value {
        try begin()
        let answer = AsyncStream.makeStream(of: Result<Value, BluetoothPairingError>.self)
        let error = WorkerThread.detach {
            let result: Result<Value, BluetoothPairingError>
            do throws(BluetoothPairingError) { result = .success(try work()) } catch { result = .failure(error) }
            self.end()
            answer.continuation.yield(result)
            answer.continuation.finish()
        }
        if let error {
            end()
            throw ControlError(.unavailable, "cannot start a thread: \(error)")
        }
        for await result in answer.stream {
            do throws(BluetoothPairingError) { return try result.get() } catch { throw ControlError(error) }
        }
        throw ControlError(.unavailable, "it was cancelled")
    }
}
