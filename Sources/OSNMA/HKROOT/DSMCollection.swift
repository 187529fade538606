// SPDX-License-Identifier: Apache-2.0

/// The blocks of one DSM as they come, from any satellite, in any order, whole or in part.
///
/// Of each block up to four differing contents are kept, with the number of times that each was seen: so a satellite
/// that sends a false block does not keep the message from being completed.
struct DSMCollection: Sendable {
    /// A content of a block, as far as it is known.
    private struct Content: Sendable {
        var bytes: [UInt8]
        var known: UInt16
        var votes: Int
        var isWhole: Bool { known == 0x1FFF }
    }

    private static let contentLimit = 4
    private static let headerLimit = 3

    private var blocks: [[Content]] = Array(repeating: [], count: 16)
    private var headers: [(header: NMAHeader, votes: Int)] = []
    /// Blocks that came whole since the message was last complete.
    private var seen: UInt16 = 0
    /// The subframe of the first block.
    let since: Int
    /// The subframe of the last block.
    private(set) var last: Int
    let isPublicKey: Bool

    init(isPublicKey: Bool, subframe: Int) {
        self.isPublicKey = isPublicKey
        since = subframe
        last = subframe
    }

    /// Takes a block.
    ///
    /// - Parameters:
    ///   - known: which of the 13 bytes of the block are there, the first the lowest bit.
    /// - Returns: the block now made its message complete.
    mutating func insert(
        _ block: Int, bytes: [UInt8], known: UInt16, header: NMAHeader?, subframe: Int
    ) -> Bool {
        last = subframe
        if let header { vote(header) }
        guard known != 0, block < 16, bytes.count == 13 else { return false }
        guard merge(bytes, known, into: block) else { return false }
        seen |= 1 << UInt16(block)
        guard let count = blockCount, count <= 16 else { return false }
        let all = UInt16(truncatingIfNeeded: (1 << UInt32(count)) - 1)
        guard seen & all == all else { return false }
        seen = 0
        return true
    }

    /// Adds what is known of a block to the content that agrees with it; tells whether that is whole.
    private mutating func merge(_ bytes: [UInt8], _ known: UInt16, into block: Int) -> Bool {
        if let index = blocks[block].firstIndex(where: { Self.agree($0, bytes, known) }) {
            for byte in 0..<13 where known >> UInt16(byte) & 1 == 1 { blocks[block][index].bytes[byte] = bytes[byte] }
            blocks[block][index].known |= known
            blocks[block][index].votes += 1
            return blocks[block][index].isWhole
        }
        if blocks[block].count == Self.contentLimit {
            guard let least = blocks[block].indices.min(by: { blocks[block][$0].votes < blocks[block][$1].votes })
            else { return false }
            blocks[block].remove(at: least)
        }
        blocks[block].append(Content(bytes: bytes, known: known, votes: 1))
        return known == 0x1FFF
    }

    private static func agree(_ content: Content, _ bytes: [UInt8], _ known: UInt16) -> Bool {
        let both = content.known & known
        for byte in 0..<13 where both >> UInt16(byte) & 1 == 1 && content.bytes[byte] != bytes[byte] { return false }
        return true
    }

    private mutating func vote(_ header: NMAHeader) {
        if let index = headers.firstIndex(where: { $0.header == header }) {
            headers[index].votes += 1
        } else {
            if headers.count == Self.headerLimit { headers.removeFirst() }
            headers.append((header, 1))
        }
    }

    private var blockCount: Int? {
        guard let first = best(0)?.bytes.first else { return nil }
        return isPublicKey ? PublicKeyMessage.blockCount(first: first) : RootKeyMessage.blockCount(first: first)
    }

    private func ranked(_ block: Int) -> [Content] {
        blocks[block].filter(\.isWhole).sorted { $0.votes > $1.votes }
    }

    private func best(_ block: Int) -> Content? { ranked(block).first }

    /// What to try as the message, the likeliest first: the contents that were seen most often, then those with one
    /// block exchanged.
    ///
    /// - Parameter limit: at most so many.
    func candidates(limit: Int) -> [[UInt8]] {
        guard let count = blockCount else { return [] }
        let ranked = (0..<count).map { block in self.ranked(block).map { $0.bytes } }
        guard ranked.allSatisfy({ !$0.isEmpty }) else { return [] }
        var results = [ranked.flatMap { $0[0] }]
        for block in 0..<count {
            for other in ranked[block].dropFirst() where results.count < limit {
                var message = results[0]
                message.replaceSubrange(block * 13..<block * 13 + 13, with: other)
                results.append(message)
            }
        }
        return results
    }

    /// The NMA headers that were sent with the blocks, the one seen most often first.
    var headersByVotes: [NMAHeader] { headers.sorted { $0.votes > $1.votes }.map(\.header) }
}
