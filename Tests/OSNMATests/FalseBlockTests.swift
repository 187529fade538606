// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import OSNMA

/// Satellites that send false blocks of HKROOT, fewer than there are genuine ones: the root key comes at most two rounds
/// later than without them, a round being the time that a satellite takes for all blocks.
@Suite struct FalseBlockTests {
    /// What a satellite of the attacker sends as its HKROOT message in a subframe.
    enum Attack: String, CaseIterable {
        case length, content, flood, mixed, header

        func message(_ satellite: Int, _ subframe: Int, _ genuine: [UInt8], _ header: UInt8) -> [UInt8] {
            let noise = (0..<13).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ satellite &* 11 &+ subframe &* 101) }
            let count = genuine.count / 13
            let block = (subframe + satellite) % count
            switch self {
            // Block 0 with another number of blocks.
            case .length:
                let field = UInt8(1 + (subframe + satellite) % 8)
                return hkroot(header, dsm: 3, block: 0, [field << 4 | 1] + noise.dropFirst())
            // Each block in turn with another content.
            case .content: return hkroot(header, dsm: 3, block: block, noise)
            // All numbers of messages in turn.
            case .flood: return hkroot(header, dsm: UInt8((subframe * 6 + satellite) % 16), block: block, noise)
            case .mixed:
                let attack: Attack = [.length, .content, .flood][(subframe + satellite) % 3]
                return attack.message(satellite, subframe, genuine, header)
            // Genuine blocks under another header.
            case .header:
                return hkroot(
                    UInt8(truncatingIfNeeded: subframe &* 29 &+ satellite), dsm: 3, block: block,
                    genuine[(block * 13)..<(block * 13 + 13)])
            }
        }
    }

    /// How many subframes it takes until the root key is known.
    ///
    /// Genuine satellites send their blocks one after the other, beginning at places that differ by three.
    private func subframes(_ quiet: QuietSky, attackers: Int, genuine: Int, _ attack: Attack) -> Int {
        let message = quiet.sky.message(0).bytes
        let count = message.count / 13
        let header = quiet.header.byte
        // Nothing but HKROOT matters.
        let empty = SkyBits.page(
            word: [0, 0, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 122), osnma: [UInt8](repeating: 1, count: 40))
        var run = SkyRun(quiet.anchors)
        for index in 0..<4 * count {
            let subframe = SkyRun.begin + 2 + index
            let messages = (Array(1...genuine) + Array(21..<21 + attackers)).map { satellite in
                let block = (subframe + 3 * satellite) % count
                let own = hkroot(header, dsm: 3, block: block, message[(block * 13)..<(block * 13 + 13)])
                return (satellite, satellite < 21 ? own : attack.message(satellite, subframe, message, header))
            }
            for page in 0..<15 {
                for (satellite, bytes) in messages {
                    let sent = Sky.Page(satellite: satellite, start: subframe * 30 + 1 + 2 * page, bits: empty)
                    run.feed([sent.sending(hkroot: bytes[page])])
                }
            }
            if !run.engine.rootKeys.isEmpty { return index }
        }
        Issue.record("the root key never came")
        return 1000
    }

    @Test("the root key is late by two rounds at most", arguments: Attack.allCases, [(1, 2), (2, 4), (3, 4), (6, 7)])
    func delay(_ attack: Attack, _ numbers: (attackers: Int, genuine: Int)) throws {
        let quiet = try QuietSky()
        let round = quiet.sky.message(0).bytes.count / 13
        let without = subframes(quiet, attackers: 0, genuine: numbers.genuine, attack)
        let with = subframes(quiet, attackers: numbers.attackers, genuine: numbers.genuine, attack)
        #expect(with <= without + 2 * round, "\(without) subframes without, \(with) with \(numbers)")
    }

    @Test func `one satellite among seven delays the root key by no more than a few subframes`() throws {
        let quiet = try QuietSky()
        for attack in Attack.allCases {
            let without = subframes(quiet, attackers: 0, genuine: 7, attack)
            let with = subframes(quiet, attackers: 1, genuine: 7, attack)
            #expect(with <= without + 2, "\(attack): \(without) without, \(with) with")
        }
    }
}
