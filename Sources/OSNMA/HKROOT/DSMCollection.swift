// SPDX-License-Identifier: Apache-2.0

/// Collects the blocks of one DSM from any satellite, in any order, complete or partial.
///
/// Nothing is proven before the message is complete, so a satellite may transmit anything under the message's ID.
/// Therefore each satellite has one vote for each block, namely its newest content; differing contents are kept side
/// by side; and every length stated by a first block is tried. If a message fails, only the failed combination is
/// discarded. A satellite that transmits false blocks thus cannot displace the blocks of others: once each genuine
/// satellite has transmitted each block, the contents with the most votes are genuine if genuine satellites are the
/// majority.
struct DSMCollection: Sendable {
    /// One version of a block's content; some of its bytes may be unknown.
    private struct Content: Sendable {
        var bytes: [UInt8]
        var known: UInt16
        /// The satellites whose newest content this is, one bit per satellite number.
        var senders: UInt64
        /// The order of its last arrival.
        var order: Int
        var isWhole: Bool { known == 0x1FFF }
        var votes: Int { senders.nonzeroBitCount }
    }

    /// A combination of blocks and a header that has not been tried yet. Public key messages have no header.
    struct Attempt: Hashable, Sendable {
        let header: NMAHeader?
        let bytes: [UInt8]
    }

    private static let triedLimit = 512
    private static let headerLimit = 3

    private var blocks: [[Content]] = Array(repeating: [], count: 16)
    /// The header that each satellite transmitted last, by satellite number.
    private var headers: [NMAHeader?] = Array(repeating: nil, count: 64)
    /// The blocks that have arrived completely since the message was last complete, one bit each.
    private var seen: UInt16 = 0
    private var order = 0
    private var tried: Set<Int> = []
    /// The reason why the last tried combination is invalid.
    var failure: MessageRejection?
    /// The subframe of the first block.
    let since: Int
    let isPublicKey: Bool

    init(isPublicKey: Bool, subframe: Int) {
        self.isPublicKey = isPublicKey
        since = subframe
    }

    /// The effect of a block on its message.
    enum Progress {
        /// The message is incomplete, or the block adds nothing new.
        case incomplete
        /// There may be a combination that was not tried before.
        case changed
        /// All blocks have arrived since the message was last complete.
        case complete
    }

    /// Adds a block.
    ///
    /// - Parameters:
    ///   - known: The known bytes of the block's 13, the first in the lowest bit.
    ///   - satellite: The satellite that transmitted it, 1...36.
    mutating func insert(
        _ block: Int, bytes: [UInt8], known: UInt16, header: NMAHeader?, satellite: UInt8
    ) -> Progress {
        guard satellite < 64 else { return .incomplete }
        if let header { headers[Int(satellite)] = header }
        guard known != 0, block < 16, bytes.count == 13 else { return .incomplete }
        order &+= 1
        let isWhole = merge(bytes, known, into: block, vote: 1 << UInt64(satellite))
        let lengths = lengths
        guard isWhole else { return .incomplete }
        seen |= 1 << UInt16(block)
        if lengths.contains(where: { seen & Self.mask($0) == Self.mask($0) }) {
            seen = 0
            return .complete
        }
        return lengths.isEmpty ? .incomplete : .changed
    }

    private static func mask(_ count: Int) -> UInt16 { UInt16(truncatingIfNeeded: (1 << UInt32(count)) - 1) }

    /// Moves a satellite's vote to the content that agrees with its transmission; returns whether that content is
    /// complete.
    private mutating func merge(_ bytes: [UInt8], _ known: UInt16, into block: Int, vote: UInt64) -> Bool {
        let match =
            blocks[block].firstIndex { $0.senders & vote != 0 && Self.agree($0, bytes, known) }
            ?? blocks[block].firstIndex { Self.agree($0, bytes, known) }
        for index in blocks[block].indices where index != match { blocks[block][index].senders &= ~vote }
        if let match {
            for byte in 0..<13 where known >> UInt16(byte) & 1 == 1 { blocks[block][match].bytes[byte] = bytes[byte] }
            blocks[block][match].known |= known
            blocks[block][match].senders |= vote
            blocks[block][match].order = order
        } else {
            blocks[block].append(Content(bytes: bytes, known: known, senders: vote, order: order))
        }
        let isWhole = blocks[block][match ?? blocks[block].count - 1].isWhole
        blocks[block].removeAll { $0.senders == 0 }
        return isWhole
    }

    private static func agree(_ content: Content, _ bytes: [UInt8], _ known: UInt16) -> Bool {
        let both = content.known & known
        for byte in 0..<13 where both >> UInt16(byte) & 1 == 1 && content.bytes[byte] != bytes[byte] { return false }
        return true
    }

    /// The numbers of blocks stated by first blocks, each once, those with the most votes first.
    private var lengths: [Int] {
        var lengths: [Int] = []
        for content in blocks[0].sorted(by: { $0.votes > $1.votes }) where content.isWhole {
            guard let length = Self.length(content.bytes, isPublicKey), length <= 16, !lengths.contains(length) else {
                continue
            }
            lengths.append(length)
        }
        return lengths
    }

    private static func length(_ bytes: [UInt8], _ isPublicKey: Bool) -> Int? {
        guard let first = bytes.first else { return nil }
        return isPublicKey ? PublicKeyMessage.blockCount(first: first) : RootKeyMessage.blockCount(first: first)
    }

    // MARK: attempts

    /// The combinations to try next, the most likely first. Combinations that were tried recently are left out.
    ///
    /// - Parameter limit: The largest number of combinations.
    mutating func attempts(limit: Int) -> [Attempt] {
        var results: [Attempt] = []
        let headers: [NMAHeader?] = isPublicKey ? [nil] : headersByVotes
        for bytes in combinations() {
            for header in headers where results.count < limit {
                let attempt = Attempt(header: header, bytes: bytes)
                guard !tried.contains(attempt.hashValue) else { continue }
                if tried.count >= Self.triedLimit { tried.removeAll() }
                tried.insert(attempt.hashValue)
                results.append(attempt)
            }
        }
        return results
    }

    /// Distinct combinations of complete contents: those with the most votes, the newest, those that ignore one of
    /// the satellites that contradict others, and those with one block exchanged.
    private func combinations() -> [[UInt8]] {
        var likely: [[UInt8]] = []
        var others: [[UInt8]] = []
        for length in lengths {
            let first = blocks[0].filter { $0.isWhole && Self.length($0.bytes, isPublicKey) == length }
            let contents = [first] + blocks[1..<length].map { $0.filter(\.isWhole) }
            guard contents.allSatisfy({ !$0.isEmpty }) else { continue }
            let combinations = Self.combinations(of: contents)
            likely += combinations.prefix(2)
            others += combinations.dropFirst(2)
        }
        // The most likely combinations of each length come first, regardless of the number of false contents.
        var known: Set<[UInt8]> = []
        return (likely + others).filter { known.insert($0).inserted }
    }

    private static func combinations(of contents: [[Content]]) -> [[UInt8]] {
        let ranked = contents.map { block in
            block.sorted { ($0.votes, $0.order) > ($1.votes, $1.order) }
        }
        let best = ranked.flatMap { $0[0].bytes }
        let conflicts = ranked.filter { $0.count > 1 }
        guard !conflicts.isEmpty else { return [best] }
        var results = [best, contents.flatMap { block in block.max { $0.order < $1.order }?.bytes ?? [] }]
        let suspects = conflicts.reduce(UInt64(0)) { $1.reduce($0) { $0 | $1.senders } }
        for satellite in 0..<64 where suspects >> UInt64(satellite) & 1 == 1 {
            if let message = without(1 << UInt64(satellite), ranked) { results.append(message) }
        }
        for block in ranked.indices {
            for other in ranked[block].dropFirst() {
                var message = best
                message.replaceSubrange(block * 13..<block * 13 + 13, with: other.bytes)
                results.append(message)
            }
        }
        return results
    }

    /// The contents with the most votes if one satellite's vote is ignored; nil if only that satellite transmitted a
    /// block.
    private static func without(_ vote: UInt64, _ ranked: [[Content]]) -> [UInt8]? {
        var message: [UInt8] = []
        for contents in ranked {
            let others = contents.filter { $0.senders & ~vote != 0 }
            let best = others.max {
                (($0.senders & ~vote).nonzeroBitCount, $0.order) < (($1.senders & ~vote).nonzeroBitCount, $1.order)
            }
            guard let best else { return nil }
            message += best.bytes
        }
        return message
    }

    /// The NMA headers that satellites transmitted last with the blocks, the most frequent first.
    private var headersByVotes: [NMAHeader?] {
        var votes: [(header: NMAHeader, count: Int)] = []
        for header in headers.compactMap({ $0 }) {
            if let index = votes.firstIndex(where: { $0.header == header }) {
                votes[index].count += 1
            } else {
                votes.append((header, 1))
            }
        }
        return votes.sorted { $0.count > $1.count }.prefix(Self.headerLimit).map(\.header)
    }

    /// Allows failed combinations to be tried again, because another public key is trusted now.
    mutating func tryAgain() { tried.removeAll(keepingCapacity: true) }

    /// Discards all blocks, so that the next message can be collected.
    mutating func clear() {
        for index in blocks.indices { blocks[index].removeAll(keepingCapacity: true) }
        for index in headers.indices { headers[index] = nil }
        tryAgain()
        failure = nil
        seen = 0
    }
}

/// The reason why a complete message has no effect.
enum MessageRejection: Sendable {
    /// A root key signed with an unknown public key.
    case withoutKey(UInt8)
    /// An invalid root key.
    case rootKey(RootKeyMessage.VerificationError, publicKeyID: UInt8)
    /// An invalid public key.
    case publicKey(PublicKeyMessage.VerificationError)
}
