// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// What an attacker sends in the place of Galileo satellites.
///
/// A scenario states it; the page maker plays it. Delays of the whole sky are heard in the receiver's time too.
public struct SignalAttack: Hashable, Sendable {
    /// How; the names are those of a scenario's events.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Forged words, and the OSNMA field of the satellite.
        case forgedData = "forged-data"
        /// Forged words, and OSNMA under keys of the forger's own.
        case wrongKeys = "wrong-keys"
        /// Forged words, and again and again the OSNMA fields of before.
        case frozenOSNMA = "frozen-osnma"
        /// Forged words without OSNMA.
        case missingOSNMA = "missing-osnma"
        /// Genuine pages of ``SignalAttack/seconds`` ago.
        case replay
        /// All signals come ``SignalAttack/seconds`` late.
        case meaconing
        /// As with ``meaconing``, and the words are forged, under keys that have been published meanwhile.
        case lateForgery = "late-forgery"
        /// Genuine pages, handed over ``SignalAttack/seconds`` late under their own time.
        case latePages = "late-pages"
        /// The same of forged pages, with tags under keys that were published when they come.
        case lateForgedPages = "late-forged-pages"
        /// Genuine pages that are dated ``SignalAttack/seconds`` ahead.
        case futurePages = "future-pages"
        /// Forged words with tags and keys that follow from the root key of a coming chain.
        case nextRootForgery = "next-root-forgery"
        /// Genuine pages, with the HKROOT messages of ``SignalAttack/seconds`` ago.
        case oldMessages = "old-messages"
        /// Genuine pages, with first blocks of messages that state a false number of blocks.
        case falseFirstBlock = "false-first-block"
        /// Genuine pages, with blocks of messages whose content is noise.
        case falseBlocks = "false-blocks"
        /// Genuine pages, with blocks of messages that do not exist.
        case messageFlood = "message-flood"

        /// Whether all signals come late, those of other systems too.
        public var isOfWholeSky: Bool { self == .meaconing || self == .lateForgery }
        /// Whether it is about time.
        public var hasSeconds: Bool { isOfWholeSky || datesPages || self == .replay || self == .oldMessages }
        /// Whether pages come with a time that is not the receiver's: only formats in which pages bear one can say so.
        public var datesPages: Bool { [.latePages, .lateForgedPages, .futurePages].contains(self) }
    }

    public var kind: Kind
    /// How long ago, or how late: an even number, for pages last two seconds. Of no meaning for the others.
    public var seconds: Int
    /// In the place of these; nil: of all.
    public var satellites: [SatelliteID]?

    public init(_ kind: Kind, seconds: Int = 60, satellites: [SatelliteID]? = nil) {
        (self.kind, self.seconds, self.satellites) = (kind, seconds, satellites)
    }

    /// By so many seconds all signals are late.
    var skyDelay: Int { kind.isOfWholeSky ? max(0, seconds) / 2 * 2 : 0 }
}

extension ScenarioEvent {
    /// By so many seconds it makes all signals late.
    var skyDelay: Int {
        guard case .attack(let attack) = kind else { return 0 }
        return attack.skyDelay
    }
}
