// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import GPSDServer

@Suite("What waits for a slow client")
struct OutboundQueueTests {
    @Test("is the newest, and what gave way is counted")
    func newestKept() {
        var queue = OutboundQueue(limit: 10)
        for text in ["aaaa", "bbbb", "cc", "dddd"] { queue.append(ByteBuffer(string: text)) }
        #expect(queue.bytes == 10)
        #expect(queue.lostBytes == 4)
        #expect(queue.takeLoss() == 4)
        #expect(queue.takeLoss() == 0)
        #expect(queue.popFirst() == ByteBuffer(string: "bbbb"))
        #expect(queue.popFirst() == ByteBuffer(string: "cc"))
        #expect(queue.popFirst() == ByteBuffer(string: "dddd"))
        #expect(queue.popFirst() == nil && queue.isEmpty && queue.bytes == 0)
    }

    @Test("is at least the newest, however long")
    func longest() {
        var queue = OutboundQueue(limit: 3)
        queue.append(ByteBuffer(string: "aa"))
        queue.append(ByteBuffer(string: "bbbb"))
        #expect(queue.popFirst() == ByteBuffer(string: "bbbb"))
        #expect(queue.lostBytes == 2)
    }
}
