// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// An attack in which an attacker transmits in place of Galileo satellites.
///
/// A scenario describes it; the page source performs it. Delays of the whole sky also affect the receiver's time.
public struct SignalAttack: Hashable, Sendable {
    /// The method of the attack, named as in scenario events.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Forged words with the satellite's genuine OSNMA field.
        case forgedData = "forged-data"
        /// Word types 17...20 of forged data in place of words 1...4, with the satellite's genuine OSNMA field.
        case forgedParity = "forged-parity"
        /// Forged words with OSNMA under the forger's own keys.
        case wrongKeys = "wrong-keys"
        /// Forged words with endless repetitions of earlier OSNMA fields.
        case frozenOSNMA = "frozen-osnma"
        /// Forged words without OSNMA.
        case missingOSNMA = "missing-osnma"
        /// Genuine pages from ``SignalAttack/seconds`` ago.
        case replay
        /// All signals arrive ``SignalAttack/seconds`` late.
        case meaconing
        /// As ``meaconing``, but with forged words under keys that have been disclosed in the meantime.
        case lateForgery = "late-forgery"
        /// Genuine pages delivered ``SignalAttack/seconds`` late under their own time.
        case latePages = "late-pages"
        /// As `latePages`, but with forged words and with tags under keys already disclosed at their arrival.
        case lateForgedPages = "late-forged-pages"
        /// Genuine pages dated ``SignalAttack/seconds`` ahead.
        case futurePages = "future-pages"
        /// Forged words with tags and keys derived from the root key of a coming chain.
        case nextRootForgery = "next-root-forgery"
        /// Genuine pages with the HKROOT messages from ``SignalAttack/seconds`` ago.
        case oldMessages = "old-messages"
        /// Genuine pages, but first blocks of messages state a false number of blocks.
        case falseFirstBlock = "false-first-block"
        /// Genuine pages, but blocks of messages contain noise.
        case falseBlocks = "false-blocks"
        /// Genuine pages, but with blocks of non-existent messages.
        case messageFlood = "message-flood"

        /// True if all signals arrive late, including those of other systems.
        public var isOfWholeSky: Bool { self == .meaconing || self == .lateForgery }
        /// True if the attack uses ``SignalAttack/seconds``.
        public var hasSeconds: Bool { isOfWholeSky || datesPages || self == .replay || self == .oldMessages }
        /// True if pages carry a time other than the receiver's, which only formats with timestamped pages can
        /// express.
        public var datesPages: Bool { [.latePages, .lateForgedPages, .futurePages].contains(self) }
    }

    public var kind: Kind
    /// The age or delay in seconds: an even number, because pages last two seconds. Other attacks ignore it.
    public var seconds: Int
    /// The affected satellites; nil for all.
    public var satellites: [SatelliteID]?

    public init(_ kind: Kind, seconds: Int = 60, satellites: [SatelliteID]? = nil) {
        (self.kind, self.seconds, self.satellites) = (kind, seconds, satellites)
    }

    /// The delay in seconds of all signals.
    var skyDelay: Int { kind.isOfWholeSky ? max(0, seconds) / 2 * 2 : 0 }
}

extension ScenarioEvent {
    /// The delay in seconds of all signals that the event causes.
    var skyDelay: Int {
        guard case .attack(let attack) = kind else { return 0 }
        return attack.skyDelay
    }
}
