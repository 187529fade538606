// SPDX-License-Identifier: Apache-2.0

/// Classes ACK, 0x05, INF, 0x04, and UPD, 0x09.
enum InformationTable {
    static let all: [MessageLayout] = [
        acknowledgement("ACK-ACK", 0x01), acknowledgement("ACK-NAK", 0x00), text("INF-ERROR", 0x00),
        text("INF-WARNING", 0x01), text("INF-NOTICE", 0x02), text("INF-TEST", 0x03), text("INF-DEBUG", 0x04),
        text("INF-USER", 0x07), backup, restored,
    ]

    private static func acknowledgement(_ name: StaticString, _ id: UInt8) -> MessageLayout {
        MessageLayout(name, 0x05, id, length: 2, [Field("clsID", at: 0, .u1), Field("msgID", at: 1, .u1)])
    }

    private static func text(_ name: StaticString, _ id: UInt8) -> MessageLayout {
        MessageLayout(name, 0x04, id, length: 0, [Field("message", at: 0, .remainingText)])
    }

    static let backup = MessageLayout(
        "UPD-SOS", 0x09, 0x14, length: 4, when: [.length(4...4)], [Field("cmd", at: 0, .u1)])

    static let restored = MessageLayout(
        "UPD-SOS", 0x09, 0x14, length: 8, [Field("cmd", at: 0, .u1), Field("response", at: 4, .u1)])
}
