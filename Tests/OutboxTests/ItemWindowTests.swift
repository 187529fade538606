// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Outbox

struct ItemWindowTests {
    private func items(_ numbers: ClosedRange<Int64>) -> [StoredItem] {
        numbers.map { StoredItem(number: $0, content: [1]) }
    }

    @Test func `items are sent once, in order, and removed after their acknowledgement`() {
        var window = ItemWindow()
        #expect(window.needsPage)
        window.add(items(1...3))
        #expect(!window.needsPage && window.cursor == 3)
        let sent = (1...4).map { window.next($0)?.number }
        #expect(sent == [1, 2, 3, nil] && window.needsPage && window.unacknowledged == 3)
        let answers = [2, 2, 77].map { window.acknowledged($0) }
        #expect(answers == [true, false, false])
        #expect(window.accepted == [2])
        window.removed([2])
        #expect(window.accepted.isEmpty && window.unacknowledged == 2)
    }

    @Test func `an empty page ends the reading until something is stored`() {
        var window = ItemWindow()
        window.add([])
        let item = window.next(1)
        #expect(!window.needsPage && item == nil)
        window.appended()
        #expect(window.needsPage)
    }

    @Test func `after a lost connection everything that is not acknowledged is sent again`() {
        var window = ItemWindow()
        window.add(items(1...4))
        for token in 1...3 as ClosedRange<UInt64> { _ = window.next(token) }
        _ = window.acknowledged(1)
        window.reset()
        // What the broker has must leave the store before the oldest items are read again.
        window.rewindIfPossible()
        let early = window.next(9)
        #expect(!window.needsPage && early == nil)
        window.removed([1])
        window.rewindIfPossible()
        #expect(window.needsPage && window.cursor == 0)
        let late = window.acknowledged(2)
        #expect(!late, "an acknowledgement of the old connection means nothing")
    }

    @Test func `a refusal waits for the other answers, and what was refused stays in the queue`() {
        var window = ItemWindow()
        window.add(items(1...3))
        for token in 1...3 as ClosedRange<UInt64> { _ = window.next(token) }
        _ = window.refused(1)
        window.rewindIfPossible()
        #expect(window.cursor == 3)
        _ = (window.acknowledged(2), window.refused(3))
        #expect(window.accepted == [2])
        window.removed([2])
        window.rewindIfPossible()
        #expect(window.needsPage && window.cursor == 0)
    }

    @Test func `nothing is sent while the store cannot remove what is delivered`() {
        var window = ItemWindow()
        var token: UInt64 = 0
        for page in 0..<10 {
            window.add(items(Int64(page * 200 + 1)...Int64(page * 200 + 200)))
            while window.next(token + 1) != nil {
                token += 1
                _ = window.acknowledged(token)
            }
        }
        #expect(window.accepted.count == ItemWindow.undeletedLimit)
    }
}
