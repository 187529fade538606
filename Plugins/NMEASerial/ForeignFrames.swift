// SPDX-License-Identifier: Apache-2.0

/// Counts frames of binary protocols in a stream, to tell what a receiver speaks that speaks no NMEA.
struct ForeignFrames {
    /// UBX, of u-blox: B5 62, class, id, length (little-endian), payload, Fletcher checksum over all but the sync.
    private(set) var ubx = 0
    /// RTCM 3: D3, six bits 0, length (ten bits), payload, CRC-24Q over all before.
    private(set) var rtcm = 0

    private var pending: [UInt8] = []

    private static let longestUBX = 4096

    /// Looks at the next bytes.
    mutating func consume(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { pending.append(contentsOf: $0) }
        var start = 0
        scan: while start < pending.count {
            switch Self.frame(in: pending.span.extracting(start..<pending.count)) {
            case .ubx(let length):
                ubx &+= 1
                start += length
            case .rtcm(let length):
                rtcm &+= 1
                start += length
            case .none: start += 1
            case .incomplete: break scan
            }
        }
        pending.removeFirst(start)
    }

    private enum Verdict {
        case none
        case incomplete
        case ubx(Int)
        case rtcm(Int)
    }

    /// What begins at the first byte.
    private static func frame(in bytes: Span<UInt8>) -> Verdict {
        switch bytes[0] {
        case 0xB5:
            guard bytes.count >= 2 else { return .incomplete }
            guard bytes[1] == 0x62 else { return .none }
            guard bytes.count >= 6 else { return .incomplete }
            let length = Int(bytes[4]) | Int(bytes[5]) << 8
            guard length <= longestUBX else { return .none }
            guard bytes.count >= length + 8 else { return .incomplete }
            return isFletcherRight(bytes.extracting(2..<length + 8)) ? .ubx(length + 8) : .none
        case 0xD3:
            guard bytes.count >= 3 else { return .incomplete }
            guard bytes[1] & 0xFC == 0 else { return .none }
            let length = Int(bytes[1] & 0x03) << 8 | Int(bytes[2])
            guard bytes.count >= length + 6 else { return .incomplete }
            return remainder(bytes.extracting(0..<length + 6)) == 0 ? .rtcm(length + 6) : .none
        default: return .none
        }
    }

    /// - Parameter bytes: the part summed up, and the two bytes of the checksum.
    private static func isFletcherRight(_ bytes: Span<UInt8>) -> Bool {
        var (a, b) = (UInt8(0), UInt8(0))
        let end = bytes.count - 2
        for index in 0..<end {
            a &+= bytes[index]
            b &+= a
        }
        return bytes[end] == a && bytes[end + 1] == b
    }

    /// The remainder of CRC-24Q (polynomial 0x1864CFB): 0 over a frame with its checksum.
    private static func remainder(_ bytes: Span<UInt8>) -> UInt32 {
        var crc: UInt32 = 0
        for index in bytes.indices {
            crc ^= UInt32(bytes[index]) << 16
            for _ in 0..<8 { crc = crc & 0x80_0000 == 0 ? crc << 1 : crc << 1 ^ 0x186_4CFB }
        }
        return crc & 0xFF_FFFF
    }
}
