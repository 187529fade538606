// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import RTCM
internal import Wire

/// A complete RTCM 3 message with a valid checksum.
struct RTCMMessage: Hashable, Sendable {
    /// The complete frame.
    let bytes: [UInt8]

    /// The message number; nil if the message is empty.
    var number: UInt16? {
        bytes.count >= RTCMFrame.overhead + 2 ? UInt16(bytes[3]) << 4 | UInt16(bytes[4] >> 4) : nil
    }

    /// The ID of the reference station, 0...4095. Only observations and station descriptions contain it; nil for other
    /// messages.
    var station: UInt16? {
        guard let number, bytes.count >= RTCMFrame.overhead + 3 else { return nil }
        switch number {
        case 1001...1013, 1029...1034, 1071...1137, 1230: return UInt16(bytes[4] & 0xF) << 8 | UInt16(bytes[5])
        default: return nil
        }
    }
}

extension RTCMMessage {
    /// The position in message 1005 or 1006 (RTCM 10403, section 3.5.3); nil for other messages.
    var stationPosition: StationPosition? {
        guard let number, number == 1005 || number == 1006 else { return nil }
        let payload = bytes.span.extracting(3..<(bytes.count - 3))
        // DF025, DF026 and DF027: 38 bits each, in units of 0.1 mm, with two other bits between them.
        func coordinate(at start: Int) -> Double? {
            payload.bits(at: start, width: 38).map { Double(Int64(bitPattern: $0 << 26) >> 26) / 10_000 }
        }
        guard let x = coordinate(at: 34), let y = coordinate(at: 74), let z = coordinate(at: 114) else { return nil }
        return StationPosition(x: x, y: y, z: z)
    }
}

/// Finds RTCM 3 messages in a stream. It buffers at most one incomplete message of 1029 bytes.
struct RTCMStream: Sendable {
    private var pending: [UInt8] = []
    /// The number of bytes that belong to no message.
    private(set) var noise = 0
    /// The number of messages found.
    private(set) var messages = 0

    /// Processes the next bytes.
    ///
    /// - Returns: The messages that are now complete.
    mutating func consume(_ bytes: Span<UInt8>) -> [RTCMMessage] {
        bytes.withUnsafeBufferPointer { pending.append(contentsOf: $0) }
        var found: [RTCMMessage] = []
        var start = 0
        scan: while start < pending.count {
            switch RTCMFrame.candidate(pending.span.extracting(start..<pending.count)) {
            case .frame(let count):
                found.append(RTCMMessage(bytes: Array(pending[start..<(start + count)])))
                start += count
            case .incomplete: break scan
            case .none, .damaged:
                noise &+= 1
                start += 1
            }
        }
        pending.removeFirst(start)
        messages &+= found.count
        return found
    }
}
