// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// An attack in which an attacker transmits in place of satellites.
public struct OSNMAAttack: Hashable, Sendable {
    /// The method of the attack.
    public enum Kind: Hashable, Sendable {
        /// Forged words with the satellite's genuine OSNMA field.
        case forgedData
        /// Word types 17...20 of forged data in place of types 1...4 and 17...20, with the satellite's genuine OSNMA
        /// field. Receivers compute the forged words 1...4 from them.
        case forgedParity
        /// Forged words with consistent OSNMA under the forger's own keys.
        case wrongKeys
        /// Forged words with endless repetitions of the OSNMA fields of the last genuine subframe.
        case frozenOSNMA
        /// Forged words without OSNMA.
        case missingOSNMA
        /// Genuine pages from this many seconds ago (an even number) instead of the current ones.
        case replay(seconds: Int)
        /// All signals of the satellites arrive late by this number of seconds (an even number), and the receiver's
        /// time is late by the same amount.
        case meaconing(seconds: Int)
        /// Like `meaconing`, but with forged words and with tags under keys that have been disclosed in the meantime.
        /// From 32 seconds on, only an independent clock can distinguish it from genuine pages.
        case lateForgery(seconds: Int)
        /// Genuine pages delivered this many seconds late (an even number) under their own time.
        case latePages(seconds: Int)
        /// Like `latePages`, but with forged words and with tags under keys already disclosed at their arrival.
        case lateForgedPages(seconds: Int)
        /// Genuine pages dated this many seconds ahead (an even number).
        case futurePages(seconds: Int)
        /// Forged words with tags and keys derived from the root key of a coming chain, from its announcement until
        /// the chain takes over. This attack needs no secret.
        case nextRootForgery
        /// Genuine pages with the HKROOT messages from this many seconds ago.
        case oldMessages(seconds: Int)
        /// Genuine pages, but the first block of the current message states another number of blocks.
        case falseFirstBlock
        /// Genuine pages, but the blocks of the current message contain noise.
        case falseBlocks
        /// Genuine pages, but with blocks of non-existent messages under all message IDs in turn.
        case messageFlood

        /// The names used in scenarios.
        public static let names = [
            "forged-data", "forged-parity", "wrong-keys", "frozen-osnma", "missing-osnma", "next-root-forgery",
            "false-first-block",
            "false-blocks", "message-flood", "replay", "meaconing", "late-forgery", "late-pages", "late-forged-pages",
            "future-pages",
            "old-messages",
        ]

        /// Creates an attack from its name; nil if the name is unknown.
        ///
        /// - Parameters:
        ///   - name: One of `names`.
        ///   - seconds: The age or delay; ignored by attacks without an age or delay.
        public init?(name: String, seconds: Int = 60) {
            switch name {
            case "forged-data": self = .forgedData
            case "forged-parity": self = .forgedParity
            case "wrong-keys": self = .wrongKeys
            case "frozen-osnma": self = .frozenOSNMA
            case "missing-osnma": self = .missingOSNMA
            case "replay": self = .replay(seconds: seconds)
            case "meaconing": self = .meaconing(seconds: seconds)
            case "late-forgery": self = .lateForgery(seconds: seconds)
            case "late-pages": self = .latePages(seconds: seconds)
            case "late-forged-pages": self = .lateForgedPages(seconds: seconds)
            case "future-pages": self = .futurePages(seconds: seconds)
            case "next-root-forgery": self = .nextRootForgery
            case "old-messages": self = .oldMessages(seconds: seconds)
            case "false-first-block": self = .falseFirstBlock
            case "false-blocks": self = .falseBlocks
            case "message-flood": self = .messageFlood
            default: return nil
            }
        }

        /// The number of seconds by which the attack's pages are dated later than they are delivered.
        var datingError: Int {
            switch self {
            case .latePages(let seconds), .lateForgedPages(let seconds): -max(0, seconds) / 2 * 2
            case .futurePages(let seconds): max(0, seconds) / 2 * 2
            default: 0
            }
        }

        /// The delay of the whole sky in seconds.
        var delay: Int {
            switch self {
            case .meaconing(let seconds), .lateForgery(let seconds): max(0, seconds) / 2 * 2
            default: 0
            }
        }
    }

    public var kind: Kind
    /// The affected satellites; nil for all. A delay of the whole sky always affects all satellites.
    public var satellites: [Int]?
    /// The start of the attack.
    public var begin: GST
    /// The end of the attack; nil if it lasts until the end of the scenario.
    public var end: GST?

    /// Creates an attack.
    ///
    /// - Parameters:
    ///   - kind: The method.
    ///   - satellites: The affected satellites; nil for all.
    ///   - begin: The start of the attack.
    ///   - end: The end; nil to last until the end of the scenario.
    public init(_ kind: Kind, on satellites: [Int]? = nil, from begin: GST, until end: GST? = nil) {
        (self.kind, self.satellites, self.begin, self.end) = (kind, satellites, begin, end)
    }

    func isUnderWay(_ seconds: Int) -> Bool {
        seconds >= begin.secondsSinceEpoch && seconds < end?.secondsSinceEpoch ?? .max
    }

    func concerns(_ satellite: Int) -> Bool { kind.delay > 0 || satellites?.contains(satellite) ?? true }
}

/// Forged navigation data derived from a genuine source, with the same issue of data: the clocks are fast by 3 µs,
/// which moves a position by some hundred metres.
public struct ForgedSource: INAVSource {
    private let genuine: any INAVSource

    /// Creates a source that forges the data of another.
    public init(_ genuine: any INAVSource) { self.genuine = genuine }

    /// The satellite's genuine data with a forged clock.
    public func content(satellite: Int, subframe: GST) -> INAVContent? {
        var content = genuine.content(satellite: satellite, subframe: subframe)
        content?.af0 += 51_540 + 1000 * satellite
        return content
    }
}
