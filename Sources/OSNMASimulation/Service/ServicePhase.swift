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

    /// Where several messages are sent in turn, so many subframes are for each: four minutes.
    static let turn = 8

    /// The message whose turn it is.
    func message(_ subframe: Int) -> AnnouncedMessage {
        messages[(subframe - first) / Self.turn % messages.count]
    }

    /// In so many subframes of the phase the message was sent before: its blocks go on where its last turn ended.
    func place(of subframe: Int) -> Int {
        let (turn, place) = (subframe - first).quotientAndRemainder(dividingBy: Self.turn)
        return turn / messages.count * Self.turn + place
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
