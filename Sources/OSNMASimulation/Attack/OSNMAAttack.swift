// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// What an attacker sends in the place of satellites.
public struct OSNMAAttack: Hashable, Sendable {
    /// What the attacker does.
    public enum Kind: Hashable, Sendable {
        /// The words say what a forger wants, the OSNMA field is that of the satellite.
        case forgedData
        /// Forged words, and OSNMA that is right in itself, under keys of the forger's own.
        case wrongKeys
        /// Forged words, and again and again the OSNMA fields of the last subframe before.
        case frozenOSNMA
        /// Forged words without OSNMA.
        case missingOSNMA
        /// Genuine pages of so many seconds ago, in the place of those of now; an even number.
        case replay(seconds: Int)
        /// All that the satellites send comes so many seconds late, and the receiver's time with it; an even number.
        case meaconing(seconds: Int)
        /// As with `meaconing`, and the words are forged, with tags under keys that have been published meanwhile: with 32
        /// seconds or more nothing but a clock of one's own tells it from genuine pages.
        case lateForgery(seconds: Int)
        /// Genuine pages, handed over so many seconds late under their own time; an even number.
        case latePages(seconds: Int)
        /// The same of forged pages, with tags under keys that were published when they come.
        case lateForgedPages(seconds: Int)
        /// Genuine pages that are dated so many seconds ahead; an even number.
        case futurePages(seconds: Int)
        /// Forged words with tags and keys that follow from the root key of a coming chain: from its announcement until it
        /// takes over. It needs no secret.
        case nextRootForgery
        /// Genuine pages, with the HKROOT messages of so many seconds ago.
        case oldMessages(seconds: Int)
        /// Genuine pages, with the first block of the message that is being sent, which states another number of blocks.
        case falseFirstBlock
        /// Genuine pages, with blocks of the message that is being sent whose content is noise.
        case falseBlocks
        /// Genuine pages, with blocks of messages that do not exist, under all numbers in turn.
        case messageFlood

        /// The names by which a scenario calls them.
        public static let names = [
            "forged-data", "wrong-keys", "frozen-osnma", "missing-osnma", "next-root-forgery", "false-first-block",
            "false-blocks", "message-flood", "replay", "meaconing", "late-forgery", "late-pages", "late-forged-pages",
            "future-pages",
            "old-messages",
        ]

        /// An attack by its name; nil if no attack has that name.
        ///
        /// - Parameters:
        ///   - name: one of `names`.
        ///   - seconds: how long ago, or how late; of no meaning for the others.
        public init?(name: String, seconds: Int = 60) {
            switch name {
            case "forged-data": self = .forgedData
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

        /// By so many seconds its pages are dated later than they are handed over.
        var datingError: Int {
            switch self {
            case .latePages(let seconds), .lateForgedPages(let seconds): -max(0, seconds) / 2 * 2
            case .futurePages(let seconds): max(0, seconds) / 2 * 2
            default: 0
            }
        }

        /// By so much all the sky is late.
        var delay: Int {
            switch self {
            case .meaconing(let seconds), .lateForgery(let seconds): max(0, seconds) / 2 * 2
            default: 0
            }
        }
    }

    public var kind: Kind
    /// In the place of these satellites; nil: of all. Delaying the whole sky affects all.
    public var satellites: [Int]?
    /// From this subframe on.
    public var begin: GST
    /// Until then; nil: to the end.
    public var end: GST?

    /// An attack.
    ///
    /// - Parameters:
    ///   - kind: how.
    ///   - satellites: in the place of these; nil: of all.
    ///   - begin: when it begins.
    ///   - end: when it ends; nil: not before the scenario does.
    public init(_ kind: Kind, on satellites: [Int]? = nil, from begin: GST, until end: GST? = nil) {
        (self.kind, self.satellites, self.begin, self.end) = (kind, satellites, begin, end)
    }

    func isUnderWay(_ seconds: Int) -> Bool {
        seconds >= begin.secondsSinceEpoch && seconds < end?.secondsSinceEpoch ?? .max
    }

    func concerns(_ satellite: Int) -> Bool { kind.delay > 0 || satellites?.contains(satellite) ?? true }
}

/// What a forger makes of the data of a source: clocks that are fast by 3 µs, which moves a position by some hundred
/// metres, under the same issue.
public struct ForgedSource: INAVSource {
    private let genuine: any INAVSource

    /// A source that forges another.
    public init(_ genuine: any INAVSource) { self.genuine = genuine }

    /// What the satellite sends, but for its clock.
    public func content(satellite: Int, subframe: GST) -> INAVContent? {
        var content = genuine.content(satellite: satellite, subframe: subframe)
        content?.af0 += 51_540 + 1000 * satellite
        return content
    }
}
