// SPDX-License-Identifier: Apache-2.0

/// A public key: of which tree, and of which leaf.
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

/// CPKS: what happens to chain and keys (OSNMA SIS ICD 1.1, section 3.1.3).
enum ChainAndKeyStatus: UInt8, Sendable {
    case nominal = 1
    case endOfChain = 2
    case chainRevoked = 3
    case newPublicKey = 4
    case publicKeyRevoked = 5
    case newMerkleTree = 6
    case alert = 7
}

/// A message that takes several blocks, as a phase names it.
enum AnnouncedMessage: Hashable, Sendable {
    /// DSM-KROOT: of which chain, signed by which key.
    case rootKey(chain: Int, signer: KeyPlace)
    /// DSM-PKR.
    case publicKey(KeyPlace)
    /// DSM-PKR with the alert message.
    case alert(tree: Int)
}

/// A time in which header and messages stay as they are.
struct ServicePhase: Hashable, Sendable {
    /// The first subframe.
    var first: Int
    var status: NMAStatus
    var change: ChainAndKeyStatus
    /// The chain in force, and the key that signs or did so last.
    var chain: Int
    var key: KeyPlace
    /// They are sent in turn.
    var messages: [AnnouncedMessage]
    /// For so many subframes each.
    var turns: [Int] = [1]

    /// Gives each message as many subframes as it has blocks; in a phase that is too short for that, its share.
    ///
    /// - Parameters:
    ///   - blocks: of each message.
    ///   - length: how many subframes the phase lasts.
    mutating func divide(blocks: [Int], length: Int) {
        let all = blocks.reduce(0, +)
        guard length < all else {
            turns = blocks
            return
        }
        turns = blocks.map { max(1, ($0 * length + all / 2) / all) }
    }

    /// The message whose turn it is.
    func message(_ subframe: Int) -> AnnouncedMessage { messages[turn(subframe).message] }

    /// In so many subframes of the phase the message was sent before: its blocks go on where its last turn ended.
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

/// A message that takes several blocks, with all that its bytes follow from.
struct DSM: Hashable, Sendable {
    var message: AnnouncedMessage
    /// Of a root key: the header that is signed with it, and the hour it is of.
    var header: UInt8 = 0
    var hour = 0

    var isRootKey: Bool { if case .rootKey = message { true } else { false } }
}
