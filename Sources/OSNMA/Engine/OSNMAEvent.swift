// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// How the data were found that a tag is about.
public enum DataSource: UInt8, Sendable, CaseIterable {
    /// The newest words before the tag.
    case window
    /// With words of the same issue that came after the tag.
    case forwardLink
    /// The oldest words since the cut-off.
    case oldestWords
    /// What an earlier tag authenticated, and has not changed since.
    case continuity
}

/// A tag and what it says.
public struct TagVerdict: Sendable {
    /// Whose data it is about.
    public let satellite: SatelliteID
    public let sender: SatelliteID
    /// What it is about.
    public let adkd: ADKD
    /// Its place in the message, from 1.
    public let counter: Int
    /// COP; 0 in a dummy tag.
    public let cutOff: Int
    /// When the subframe began that carried it.
    public let time: GST
    /// When the subframe began that carried its key.
    public let keyTime: GST
    /// The chain of the key.
    public let chainID: UInt8
    /// The status that was in force was `test`.
    public let isTest: Bool
    /// How the data were found; nil in a dummy tag.
    public let source: DataSource?
}

/// What happened to a page's satellite that is no matter of loss.
public enum SatelliteAnomaly: Hashable, Sendable {
    /// A word carries the time of an earlier page, so many seconds before this one: what is received is a recording.
    case replayed(seconds: Int)
    /// A word carries the time of a later page, so many seconds after this one.
    case ahead(seconds: Int)
    /// Word type 4 names another satellite as its sender.
    case otherSender(Int)
    /// The page came at a time that the trusted clock contradicts, so many milliseconds after what that says.
    case contradictsTrustedTime(milliseconds: Int64)
    /// The page came after a later subframe of its satellite.
    case late
    /// The key that the satellite sends is not that of the chain.
    case wrongKey
    /// MACSEQ is wrong.
    case wrongSequence
    /// Tags stand where their table has none such.
    case wrongLookup
    /// Its CRC is wrong.
    case checksum
}

/// How much a satellite message put out of use when it stopped OSNMA.
public enum Revocation: Hashable, Sendable {
    /// The chain is not to be used any more.
    case chain(UInt8)
    /// The alert message, or a header that announces it: no key or root is trusted any more.
    case everything
}

/// What the engine has to say, in the order in which it finds it out.
public enum OSNMAEvent: Sendable {
    /// A root key was verified: the first of its chain, another header or a newer root.
    case rootKeyVerified(RootKey<Verified>, time: GST)
    /// A root key whose signature is right changes nothing: an attacker sends it again, or it is late.
    case rootKeyRefused(RootKey<Verified>, RootKeyRejection, time: GST)
    /// A whole DSM-KROOT is wrong.
    case rootKeyFailed(RootKeyMessage.Failure, publicKeyID: UInt8, time: GST)
    /// A whole DSM-KROOT is signed with a key that is not known.
    case publicKeyMissing(id: UInt8, time: GST)
    /// A public key was verified that was not known.
    case publicKeyVerified(PublicKey<Verified>, time: GST)
    /// A whole DSM-PKR leads to none of the known roots.
    case publicKeyFailed(PublicKeyMessage.Failure, time: GST)
    /// Keys that are not needed any more were dropped.
    case publicKeyDropped(id: UInt8, time: GST)
    /// The status that a signature or a tag proves has changed.
    case statusChanged(NMAHeader, time: GST)
    /// What may not be used any more.
    case revoked(Revocation, time: GST)
    /// The broadcast key of a subframe was verified; `merged` where no complete message of one satellite gave it.
    case keyVerified(TESLAKey<Verified>, chainID: UInt8, merged: Bool)
    /// The chain of the broadcast keys has changed.
    case chainChanged(from: UInt8, to: UInt8, time: GST)
    /// A tag is right: the data are those that Galileo sent. `isAuthenticated`: with so many bits of tags in all the
    /// minimum is reached.
    case authenticated(NavigationData<Verified>, TagVerdict, bits: Int, tags: Int, isAuthenticated: Bool)
    /// A dummy tag is right.
    case dummyVerified(TagVerdict)
    /// A tag is wrong: its data, or it itself, are not those that Galileo sent.
    case tagFailed(TagVerdict)
    /// Something about a satellite that needs a name.
    case anomaly(SatelliteID, SatelliteAnomaly, time: GST)
}
