// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes

/// Other participants, each of which sends a position per second.
struct Crowd: Sendable {
    /// The number of participants.
    let members: Int
    /// The number of positions in a message, which is sent in the second of its last position.
    let batch: Int
    /// The numbers of positions and messages delivered so far.
    private(set) var (positions, messages) = (0, 0)
    /// The next second to deliver, and the next participant in that second.
    private var (second, member) = (1, 0)

    init(_ members: Int, batch: Int) { (self.members, self.batch) = (members, batch) }

    static func uuid(_ kind: Int, _ number: Int) -> String {
        String(format: "%08x-0000-4000-8000-%012x", kind, number)
    }

    /// The list of endpoints.
    var listing: [UInt8] {
        var list = FieldWriter()
        for number in 0..<members {
            list.add(1) {
                $0.add(1, Self.uuid(0xC0, number))
                $0.add(2, "Machine \(number)")
                $0.add(3, "application")
                $0.add(4, "active")
            }
        }
        return list.bytes
    }

    /// Returns the messages sent since the last call, as push notifications with one message each.
    ///
    /// - Parameter limit: The size of an answer in bytes; the rest follows in the next one.
    mutating func publish(until now: HostTime, atMost limit: Int) -> [[UInt8]] {
        let last = Int(now.monotonicNanoseconds / 1_000_000_000)
        var pushes: [[UInt8]] = []
        var size = 0
        while second <= last, size < limit * 9 / 10 {
            if (second + member) % batch == 0 {
                let push = push(now)
                // The size in base64, with the envelope and the surrounding JSON.
                size += (push.count + 120) / 3 * 4 + 160
                pushes.append(push)
                (messages, positions) = (messages + 1, positions + batch)
            }
            member += 1
            if member == members { (second, member) = (second + 1, 0) }
        }
        return pushes
    }

    private func push(_ now: HostTime) -> [UInt8] {
        let content = content
        var push = FieldWriter()
        push.add(1) { message in
            message.add(1) { header in
                header.add(1, Self.uuid(0xB0, 0))
                header.add(2, "gps:info")
                header.add(5, UInt64(content.count))
                header.add(6) { $0.add(1, UInt64(VirtualClock.start) + UInt64(second)) }
                header.add(7, UInt64(second))
                header.add(8, Self.uuid(0xC0, member))
                header.add(9) { $0.add(1, UInt64(now.wallNanoseconds / 1_000_000_000)) }
                header.add(10, Self.uuid(0xD0, messages))
            }
            message.add(2) {
                $0.add(1, "types.agrirouter.com/agrirouter.technicalmessagetype.GPSList")
                $0.add(2, content)
            }
        }
        return push.bytes
    }

    private var content: [UInt8] {
        var list = FieldWriter()
        for time in (second - batch + 1)...second {
            list.add(1) { entry in
                entry.add(1, 50 + Double(member) * 0.01 + Double(time) * 1e-5)
                entry.add(2, 8 + Double(member) * 0.005)
                entry.add(3, UInt64(2 * (100_000 + member)))
                entry.add(4, UInt64(4))
                entry.add(5, 1.2)
                entry.add(6, 0.7)
                entry.add(7, UInt64(17))
                entry.add(8) { $0.add(1, UInt64(VirtualClock.start + Int64(time))) }
            }
        }
        return list.bytes
    }
}
