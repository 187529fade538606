// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Simulation
import Testing
import UBX

/// The frames of a stream that holds nothing but UBX.
struct Frames {
    private var list: [(id: MessageID, payload: [UInt8])] = []

    init(_ played: [(epoch: ScenarioEpoch, bytes: [UInt8])]) {
        var bytes = played.flatMap(\.bytes)[...]
        while bytes.count >= 8, bytes.starts(with: [0xB5, 0x62]) {
            let head = Array(bytes.prefix(6))
            let count = Int(head[4]) | Int(head[5]) << 8
            list.append((MessageID(head[2], head[3]), Array(bytes.dropFirst(6).prefix(count))))
            bytes = bytes.dropFirst(8 + count)
        }
        #expect(bytes.isEmpty, "something else than UBX")
    }

    subscript(id: MessageID) -> [[UInt8]] { list.filter { $0.id == id }.map(\.payload) }
    /// The subframes of a system.
    func subframes(_ system: Constellation) -> [Subframe] {
        self[.rxmSFRBX].compactMap { Subframe($0.span) }.filter { $0.gnssID == system.rawValue }
    }
}

/// The bits of a navigation message, as a receiver reads them.
struct SentBits {
    /// One each, the first sent first.
    var bits: [UInt8] = []

    mutating func append(_ word: UInt32, _ width: Int) {
        for bit in (0..<width).reversed() { bits.append(UInt8(word >> UInt32(bit) & 1)) }
    }

    func unsigned(_ start: Int, _ count: Int) -> Int { bits[start..<start + count].reduce(0) { $0 << 1 | Int($1) } }

    /// In two's complement.
    func signed(_ start: Int, _ count: Int) -> Int {
        unsigned(start, count) - (bits[start] == 1 ? 1 << count : 0)
    }

    /// A sign and a magnitude.
    func magnitude(_ start: Int, _ count: Int) -> Int {
        (bits[start] == 1 ? -1 : 1) * unsigned(start + 1, count - 1)
    }
}

/// What a ZED-F9P received on 2020-06-10 at 21:28 UTC, where `GNSS_TEST_DATA` is set.
enum ReceivedSubframes {
    private static let path = ProcessInfo.processInfo.environment["GNSS_TEST_DATA"].map {
        $0 + "/receivers/ubx/ublox-zed-f9p-sfrbx.log"
    }

    static let areThere = {
        let isThere = path.map { FileManager.default.fileExists(atPath: $0) } ?? false
        if !isThere { print("GNSS_TEST_DATA is not set: received subframes are not looked at") }
        return isThere
    }()

    static func of(_ system: Constellation) -> [Subframe] {
        let bytes = path.flatMap { FileManager.default.contents(atPath: $0) }.map { [UInt8]($0) } ?? []
        return bytes.indices.dropLast(16).compactMap { start in
            guard bytes[start..<start + 4].elementsEqual([0xB5, 0x62, 0x02, 0x13]) else { return nil }
            let count = Int(bytes[start + 4]) | Int(bytes[start + 5]) << 8
            guard start + 6 + count <= bytes.count else { return nil }
            let payload = Array(bytes[start + 6..<start + 6 + count])
            return Subframe(payload.span).flatMap { $0.gnssID == system.rawValue ? $0 : nil }
        }
    }
}
