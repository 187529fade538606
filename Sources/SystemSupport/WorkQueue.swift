// SPDX-License-Identifier: Apache-2.0

/// Runs pieces of work one at a time, in the order of their requests. Each piece runs to its end, even if its client no
/// longer waits for it.
package actor WorkQueue {
    private var last: Task<Void, Never>?
    /// The number of pieces of work that run or wait.
    package private(set) var waiting = 0

    package init() {}

    /// Runs a piece of work if there is room for it.
    ///
    /// - Parameter limit: The largest number of pieces that may run or wait, with this one. It is compared in the same step
    ///   in which the piece is added, because many clients may ask at the same moment.
    /// - Returns: The result of the work; nil if there is no room.
    package func run<Value: Sendable>(
        ifAtMost limit: Int, _ work: @escaping @Sendable () async -> Value
    ) async -> Value? {
        guard waiting < limit else { return nil }
        return await run(work)
    }

    /// Runs a piece of work.
    ///
    /// - Returns: The result of the work.
    /// - Throws: The error of the work.
    package func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let before = last
        waiting += 1
        let task = Task { () -> Result<Value, Failure> in
            await before?.value
            do throws(Failure) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        last = Task { _ = await task.value }
        defer { waiting -= 1 }
        return try await task.value.get()
    }
}
