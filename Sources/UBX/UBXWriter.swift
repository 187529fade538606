// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// Encodes UBX frames: sync characters, class, number, length, payload and checksum.
public enum UBXWriter {
    /// Encodes a whole frame.
    ///
    /// - Parameters:
    ///   - id: Class and number.
    ///   - payload: 0...65 535 bytes; a longer one is truncated.
    public static func frame(_ id: MessageID, payload: [UInt8] = []) -> [UInt8] {
        let payload = payload.prefix(0xFFFF)
        var frame: [UInt8] = [0xB5, 0x62, id.messageClass, id.id]
        frame.reserveCapacity(payload.count + UBXFrame.overhead)
        frame.append(UInt8(payload.count & 0xFF))
        frame.append(UInt8(payload.count >> 8))
        frame.append(contentsOf: payload)
        let sum = FletcherChecksum.of(frame.span, in: 2..<frame.count)
        frame.append(sum.a)
        frame.append(sum.b)
        return frame
    }
}
