// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// UBX-ACK-ACK and UBX-ACK-NAK: the result of a command; 2 bytes.
public struct Acknowledgement: Hashable, Sendable {
    /// The message being answered.
    public let message: MessageID
    /// True for UBX-ACK-ACK, false for UBX-ACK-NAK.
    public let isAccepted: Bool

    /// Reads a message; nil if it is a different one or has fewer than 2 bytes.
    public init?(_ id: MessageID, _ payload: Span<UInt8>) {
        guard id == .ackAck || id == .ackNak, payload.count >= 2 else { return nil }
        message = MessageID(payload.u1(0), payload.u1(1))
        isAccepted = id == .ackAck
    }
}

/// UBX-SEC-UNIQID: the unique ID of the chip; 9 bytes, 10 in version 2.
public struct ReceiverUniqueID: Hashable, Sendable {
    /// 5 bytes, 6 in version 2, in the order of the message.
    public let bytes: [UInt8]

    /// Reads a payload; nil if it has a different version or bytes are missing.
    public init?(_ payload: Span<UInt8>) {
        let version = payload.count > 0 ? Int(payload.u1(0)) : 0
        guard (1...2).contains(version), payload.count >= 8 + version else { return nil }
        bytes = (4..<8 + version).map { payload.u1($0) }
    }

    /// The ID in upper-case hexadecimal digits.
    public var text: String { Hexadecimal.upperText(bytes) }
}
