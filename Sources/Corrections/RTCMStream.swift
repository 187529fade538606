// SPDX-License-Identifier: Apache-2.0

internal import RTCM
internal import Wire

/// A message of RTCM 3, whole and checked.
struct RTCMMessage: Hashable, Sendable {
    /// The whole frame.
    let bytes: [UInt8]

    /// The message number; nil where the message is empty.
    var number: UInt16? {
        bytes.count >= RTCMFrame.overhead + 2 ? UInt16(bytes[3]) << 4 | UInt16(bytes[4] >> 4) : nil
    }

    /// The reference station, 0...4095, where such a message names it: observations and descriptions of stations.
    var station: UInt16? {
        guard let number, bytes.count >= RTCMFrame.overhead + 3 else { return nil }
        switch number {
        case 1001...1013, 1029...1034, 1071...1137, 1230: return UInt16(bytes[4] & 0xF) << 8 | UInt16(bytes[5])
        default: return nil
        }
    }
}

/// Cuts messages of RTCM 3 out of a stream. Holds one that is not whole yet: 1029 bytes at most.
struct RTCMStream: Sendable {
    private var pending: [UInt8] = []
    /// Bytes that belong to no message.
    private(set) var noise = 0
    /// Messages that were found.
    private(set) var messages = 0

    /// Takes the next bytes.
    ///
    /// - Returns: the messages that are whole now.
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
