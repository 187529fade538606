// SPDX-License-Identifier: Apache-2.0

/// The position of a public key: its tree and its leaf.
struct KeyPlace: Hashable, Sendable {
    var tree: Int
    var leaf: Int
}

/// NMAS: the status of the service (OSNMA SIS ICD 1.1, section 3.1.1).
enum NMAStatus: UInt8, Sendable {
    case test = 1
    case operational = 2
    case dontUse = 3
}

/// CPKS: the status of chain and keys (OSNMA SIS ICD 1.1, section 3.1.3).
enum ChainAndKeyStatus: UInt8, Sendable {
    case nominal = 1
    case endOfChain = 2
    case chainRevoked = 3
    case newPublicKey = 4
    case publicKeyRevoked = 5
    case newMerkleTree = 6
    case alert = 7
}

/// A message of several blocks that is transmitted in a phase.
enum AnnouncedMessage: Hashable, Sendable {
    /// DSM-KROOT of a chain, signed by a key.
    case rootKey(chain: Int, signer: KeyPlace)
    /// The message with the public key (DSM-PKR).
    case publicKey(KeyPlace)
    /// DSM-PKR with the alert message.
    case alert(tree: Int)
}

/// A period during which the header and the messages do not change.
struct ServicePhase: Hashable, Sendable {
    /// The first subframe.
    var first: Int
    var status: NMAStatus
    var change: ChainAndKeyStatus
    /// The chain in force, and the key that signs or that signed last.
    var chain: Int
    var key: KeyPlace
    /// The messages, which are transmitted in turn.
    var messages: [AnnouncedMessage]
    /// The number of consecutive subframes in which each message is transmitted before the next one follows.
    var turns: [Int] = [1]

    /// Gives each message as many subframes as it has blocks, or a proportional share if the phase is too short.
    ///
    /// - Parameters:
    ///   - blocks: The number of blocks of each message.
    ///   - length: The number of subframes in the phase.
    mutating func divide(blocks: [Int], length: Int) {
        let all = blocks.reduce(0, +)
        guard length < all else {
            turns = blocks
            return
        }
        turns = blocks.map { max(1, ($0 * length + all / 2) / all) }
    }

    /// The message transmitted in a subframe.
    func message(_ subframe: Int) -> AnnouncedMessage { messages[turn(subframe).message] }

    /// The number of earlier subframes of the phase in which the message was transmitted. Its blocks thus continue
    /// where they were interrupted by other messages.
    func place(of subframe: Int) -> Int {
        let turn = turn(subframe)
        return turn.round * turns[turn.message] + turn.place
    }

    private func turn(_ subframe: Int) -> (round: Int, message: Int, place: Int) {
        let cycle = max(1, turns.reduce(0, +))
        let (round, rest) = max(0, subframe - first).quotientAndRemainder(dividingBy: cycle)
        var (message, place) = (0, rest)
        while message + 1 < turns.count, place >= turns[message] {
            place -= turns[message]
            message += 1
        }
        return (round, message, place)
    }
}

/// A message of several blocks, with everything that determines its bytes.
struct DSM: Hashable, Sendable {
    var message: AnnouncedMessage
    /// For a root key: the header signed with it, and its hour.
    var header: UInt8 = 0
    var hour = 0

    var isRootKey: Bool { if case .rootKey = message { true } else { false } }
}
