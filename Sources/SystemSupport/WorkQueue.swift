// SPDX-License-Identifier: Apache-2.0

/// Runs pieces of work one at a time, in the order of their requests. Each piece runs to its end, even if its client no
/// longer waits for it.
package actor WorkQueue {
    private var last: Task<Void, Never>?
    /// The number of pieces of work that run or wait.
    package private(set) var waiting = 0

    package init() {}

    package func run<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
        let before = last
        waiting += 1
        let task = Task {
            await before?.value
            return await work()
        }
        last = Task { _ = await task.value }
        defer { waiting -= 1 }
        return await task.value
    }
}
