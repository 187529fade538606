// SPDX-License-Identifier: Apache-2.0

/// Does one piece of work after the other, in the order in which they were asked for. Each is done to its end, even if its
/// client does not wait for it any more.
package actor WorkQueue {
    private var last: Task<Void, Never>?
    /// How many pieces of work are under way or wait.
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
