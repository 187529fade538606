// SPDX-License-Identifier: Apache-2.0

/// A queue in a circular buffer whose capacity is a power of two and is doubled when full. Its owner limits its size.
struct CircularQueue<Element> {
    private var slots: [Element?] = []
    private var first = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The element at an offset from the first; nil beyond the last.
    subscript(offset: Int) -> Element? {
        guard offset >= 0 && offset < count else { return nil }
        return slots[(first + offset) & (slots.count - 1)]
    }

    mutating func append(_ element: Element) {
        if count == slots.count { grow() }
        slots[(first + count) & (slots.count - 1)] = element
        count += 1
    }

    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[first]
        slots[first] = nil
        first = (first + 1) & (slots.count - 1)
        count -= 1
        return element
    }

    private mutating func grow() {
        var larger: [Element?] = []
        larger.reserveCapacity(max(16, slots.count * 2))
        for offset in 0..<count { larger.append(self[offset]) }
        larger.append(contentsOf: repeatElement(nil, count: max(16, slots.count * 2) - count))
        slots = larger
        first = 0
    }
}
