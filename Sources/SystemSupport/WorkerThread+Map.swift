// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension WorkerThread {
    /// Applies a function that blocks to several elements at the same time, and waits for all results. The caller's
    /// thread blocks and does a part of the work, so all of it is done even if no other thread can be created.
    ///
    /// - Parameters:
    ///   - elements: The elements; each is passed to `body` once.
    ///   - limit: The largest number of elements that are worked on at the same time.
    ///   - body: Called on any thread.
    /// - Returns: The results, in the order of the elements.
    package static func map<Element: Sendable, Value: Sendable>(
        _ elements: [Element], atMost limit: Int, _ body: @escaping @Sendable (Element) -> Value
    ) -> [Value] {
        let work = SharedWork(elements, body)
        var threads: [WorkerThread] = []
        for _ in 0..<max(0, min(limit, elements.count) - 1) {
            guard let thread = try? WorkerThread({ work.run() }) else { break }
            threads.append(thread)
        }
        work.run()
        for thread in threads { thread.join() }
        return work.results
    }
}

/// Elements of which each thread takes the next one until none is left.
private final class SharedWork<Element: Sendable, Value: Sendable>: Sendable {
    private let elements: [Element]
    private let body: @Sendable (Element) -> Value
    /// The next element, and the results by the index of their element. Not held while `body` runs.
    private let state = Mutex<(next: Int, values: [Int: Value])>((0, [:]))

    init(_ elements: [Element], _ body: @escaping @Sendable (Element) -> Value) {
        (self.elements, self.body) = (elements, body)
    }

    /// The results so far, in the order of the elements.
    var results: [Value] {
        let values = state.withLock { $0.values }
        return elements.indices.compactMap { values[$0] }
    }

    func run() {
        while let index = take() {
            let value = body(elements[index])
            state.withLock { $0.values[index] = value }
        }
    }

    private func take() -> Int? {
        state.withLock { state in
            guard state.next < elements.count else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }
}
