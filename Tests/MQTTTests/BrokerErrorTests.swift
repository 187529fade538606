// SPDX-License-Identifier: Apache-2.0

import MQTT
import Testing

struct BrokerErrorTests {
    @Test(arguments: [
        (0x86, BrokerError.Cause.notAuthorised), (0x87, .notAuthorised), (5, .notAuthorised), (0x85, .clientID),
        (0x8E, .takenOver), (0x84, .protocolError), (1, .protocolError), (0x95, .tooLarge), (0x8B, .busy), (200, .busy),
        (-1, .busy), (Int.max, .busy),
    ])
    func `each reason of a broker has a cause`(reason: Int, cause: BrokerError.Cause) {
        #expect(BrokerError(reason: reason).cause == cause)
    }

    @Test func `words of a broker become one short line`() {
        let hostile = "a\u{1B}[2J\r\nb\u{202E}c" + String(repeating: "x", count: 100_000)
        let error = BrokerError(reason: 0x87, words: hostile)
        #expect(error.detail.count <= 200)
        #expect(error.detail.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" })
    }

    @Test func `a secret is shown nowhere`() {
        var settings = BrokerSettings(
            host: "localhost", port: 1, client: "x", will: Publication(topic: "x", payload: [], isRetained: true))
        settings.password = BrokerSecret("apple")
        settings.encryption = .sharedKey(identity: "me", key: BrokerSecret("c0ffee"))
        for text in ["\(settings)", String(reflecting: settings)] {
            #expect(!text.contains("apple") && !text.contains("c0ffee"))
        }
    }
}
