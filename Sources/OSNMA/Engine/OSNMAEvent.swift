// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The way in which the data covered by a tag were found.
public enum DataSource: UInt8, Sendable, CaseIterable {
    /// The newest words before the tag.
    case window
    /// Completed with words of the same issue of data that arrived after the tag.
    case forwardLink
    /// The oldest words since the cut-off.
    case oldestWords
    /// Data that an earlier tag authenticated and that have not changed since.
    case continuity
}

/// A judged tag.
public struct TagVerdict: Sendable {
    /// The satellite whose data the tag covers.
    public let satellite: SatelliteID
    public let sender: SatelliteID
    /// The kind of data that the tag covers.
    public let adkd: ADKD
    /// The position in the message, from 1.
    public let counter: Int
    /// COP; 0 in a dummy tag.
    public let cutOff: Int
    /// The start of the subframe that contained the tag.
    public let time: GST
    /// The start of the subframe that contained its key.
    public let keyTime: GST
    /// The chain of the key.
    public let chainID: UInt8
    /// True if the service's status was `test`.
    public let isTest: Bool
    /// The way in which the data were found; nil for a dummy tag.
    public let source: DataSource?
}

/// An irregularity of a page or its satellite that reception losses do not explain.
public enum SatelliteAnomaly: Hashable, Sendable {
    /// A word carries the time of an earlier page, this many seconds before its own: the signal is a replayed
    /// recording.
    case replayed(seconds: Int)
    /// A word carries the time of a later page, this many seconds after its own.
    case ahead(seconds: Int)
    /// Word type 4 names another satellite as its sender.
    case otherSender(Int)
    /// The page arrived at a time that the trusted clock contradicts, by this many milliseconds after that clock's
    /// time.
    case contradictsTrustedTime(milliseconds: Int64)
    /// The page arrived after a later subframe of its satellite.
    case late
    /// The key that the satellite transmits does not belong to the chain.
    case wrongKey
    /// MACSEQ is invalid.
    case wrongSequence
    /// Tags are in positions for which the look-up table requires others.
    case wrongLookup
    /// A tag proves earlier data of the satellite, from which its newest words differ in more than the flags of word 5.
    /// They may have been recovered from word types 17...20, or be of data that changed without notice.
    case otherWords(DataGroup)
    /// The page's CRC is wrong.
    case checksum
}

/// The extent of a revocation.
public enum Revocation: Hashable, Sendable {
    /// The chain must not be used any more.
    case chain(UInt8)
    /// The alert message, or a header that announces it: no key or root is trusted any more.
    case everything
}

/// The engine's events, in the order in which it detects them.
public enum OSNMAEvent: Sendable {
    /// A root key was verified: the first of its chain, one with another header, or a newer root.
    case rootKeyVerified(RootKey<Verified>, time: GST)
    /// A root key with a valid signature has no effect: the message is a replay or late.
    case rootKeyRefused(RootKey<Verified>, RootKeyRejection, time: GST)
    /// A complete DSM-KROOT is invalid.
    case rootKeyFailed(RootKeyMessage.VerificationError, publicKeyID: UInt8, time: GST)
    /// A complete DSM-KROOT is signed with an unknown key.
    case publicKeyMissing(id: UInt8, time: GST)
    /// A previously unknown public key was verified.
    case publicKeyVerified(PublicKey<Verified>, time: GST)
    /// A complete DSM-PKR leads to none of the known roots.
    case publicKeyFailed(PublicKeyMessage.VerificationError, time: GST)
    /// A public key was dropped because it is no longer needed.
    case publicKeyDropped(id: UInt8, time: GST)
    /// The status proven by a signature or tag has changed.
    case statusChanged(NMAHeader, time: GST)
    /// A chain, or everything, was revoked.
    case revoked(Revocation, time: GST)
    /// The key disclosed in a subframe was verified; `merged` if no complete message of one satellite contained it.
    case keyVerified(TESLAKey<Verified>, chainID: UInt8, merged: Bool)
    /// The chain of the disclosed keys has changed.
    case chainChanged(from: UInt8, to: UInt8, time: GST)
    /// A tag is valid: the data are those that Galileo transmitted. `isAuthenticated` is true once the total of the
    /// tags' `bits` reaches the minimum.
    case authenticated(NavigationData<Verified>, TagVerdict, bits: Int, tags: Int, isAuthenticated: Bool)
    /// A dummy tag is valid.
    case dummyVerified(TagVerdict)
    /// A tag is invalid: the data or the tag itself are not those that Galileo transmitted.
    case tagFailed(TagVerdict)
    /// An irregularity of a satellite.
    case anomaly(SatelliteID, SatelliteAnomaly, time: GST)
}
