// SPDX-License-Identifier: Apache-2.0

/// The blocks of one DSM as they come, from any satellite, in any order, whole or in part.
///
/// Nothing is proven before the message is whole, so a satellite may send anything under the message's number. Each
/// satellite therefore has one vote for each block, its newest content; contents that differ are kept side by side; every
/// length that a first block states is tried. When the message fails, nothing but the failed combination is given up. A
/// satellite that sends false blocks can so never displace what others sent: once each genuine satellite has sent each
/// block, the contents with the most votes are genuine if more satellites are.
struct DSMCollection: Sendable {
    /// A content of a block, as far as it is known.
    private struct Content: Sendable {
        var bytes: [UInt8]
        var known: UInt16
        /// The satellites whose newest content this is, bit by number.
        var senders: UInt64
        /// The order in which it came last.
        var order: Int
        var isWhole: Bool { known == 0x1FFF }
        var votes: Int { senders.nonzeroBitCount }
    }

    /// A combination of blocks under a header that has not been tried yet. Public keys have no header.
    struct Attempt: Hashable, Sendable {
        let header: NMAHeader?
        let bytes: [UInt8]
    }

    private static let triedLimit = 512
    private static let headerLimit = 3

    private var blocks: [[Content]] = Array(repeating: [], count: 16)
    /// By satellite: the header that it sent last.
    private var headers: [NMAHeader?] = Array(repeating: nil, count: 64)
    /// Blocks that came whole since the message was last complete.
    private var seen: UInt16 = 0
    private var order = 0
    private var tried: Set<Int> = []
    /// Why what was tried is not right.
    var failure: MessageRejection?
    /// The subframe of the first block.
    let since: Int
    let isPublicKey: Bool

    init(isPublicKey: Bool, subframe: Int) {
        self.isPublicKey = isPublicKey
        since = subframe
    }

    /// What a block did to its message.
    enum Progress {
        /// It is not whole, or nothing about it is new.
        case incomplete
        /// There may be something to try that was not tried before.
        case changed
        /// All its blocks came since it was last complete.
        case complete
    }

    /// Takes a block.
    ///
    /// - Parameters:
    ///   - known: which of the 13 bytes of the block are there, the first the lowest bit.
    ///   - satellite: who sent it, 1...36.
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

    /// Moves a satellite's vote to the content that agrees with what it sent; tells whether that is whole.
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

    /// The numbers of blocks that first blocks state, each once, that which most satellites state first.
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

    // MARK: what to try

    /// What to try as the message now, the likeliest first; each is answered once.
    ///
    /// - Parameter limit: at most so many.
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

    /// Combinations of whole contents, each once: those with the most votes, the newest, those without what one of the
    /// satellites sent that contradict others, and those with one block exchanged.
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
        // However many false contents there are, the likeliest of each length are tried.
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

    /// The contents with the most votes when one satellite has none; nil where it alone sent a block.
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

    /// The NMA headers that satellites sent last with the blocks, the one that most sent first.
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

    /// What failed may be right now: another public key is trusted.
    mutating func tryAgain() { tried.removeAll(keepingCapacity: true) }

    /// The message is known: its blocks are collected again.
    mutating func clear() {
        for index in blocks.indices { blocks[index].removeAll(keepingCapacity: true) }
        for index in headers.indices { headers[index] = nil }
        tryAgain()
        failure = nil
        seen = 0
    }
}

/// Why a whole message brings nothing.
enum MessageRejection: Sendable {
    /// A root key that is signed with a public key that is not known.
    case withoutKey(UInt8)
    /// A root key that is wrong.
    case rootKey(RootKeyMessage.Failure, publicKeyID: UInt8)
    /// A public key that is wrong.
    case publicKey(PublicKeyMessage.Failure)
}
