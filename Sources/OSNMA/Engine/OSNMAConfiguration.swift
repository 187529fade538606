// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Optional methods that authenticate data earlier or more often than is possible with complete subframes of single
/// satellites. Each can be switched off, so that its effect can be measured.
public struct Improvements: OptionSet, Hashable, Sendable {
    /// One bit for each improvement.
    public let rawValue: UInt16

    /// Creates a set of improvements.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Uses tags and keys from subframes with missing pages.
    public static let partialSubframes = Improvements(rawValue: 1 << 0)
    /// Assembles a key from pages of different satellites.
    public static let keyMerging = Improvements(rawValue: 1 << 1)
    /// Assembles an HKROOT block from bytes of different satellites.
    public static let blockMerging = Improvements(rawValue: 1 << 2)
    /// Recovers word types 1...4 from word types 17...20.
    public static let reedSolomon = Improvements(rawValue: 1 << 3)
    /// Uses word types 1...5 from E5b-I as well.
    public static let e5bWords = Improvements(rawValue: 1 << 4)
    /// Completes a set of data with words of the same issue that arrived after the tag.
    public static let forwardLink = Improvements(rawValue: 1 << 5)
    /// Lets tags authenticate the data of a satellite that has gone out of view.
    public static let cutOffContinuity = Improvements(rawValue: 1 << 6)
    /// Tries the oldest words since the cut-off if the newest ones fail.
    public static let oldestWords = Improvements(rawValue: 1 << 7)
    /// Keeps messages that arrive before the root key until the root key is known.
    public static let earlyMessages = Improvements(rawValue: 1 << 8)

    /// Tries words of the tag's own subframe if none arrived before it.
    public static let ownSubframe = Improvements(rawValue: 1 << 9)

    /// If the header of a subframe was not received, tries the subframe's tags with the status of the next subframe.
    public static let assumedStatus = Improvements(rawValue: 1 << 10)

    /// All improvements: the default.
    public static let all = Improvements(rawValue: (1 << 11) - 1)
    /// All improvements except those that try combinations that no rule guarantees. Counters are compared with this
    /// set.
    public static let full = Improvements.all.subtracting([.ownSubframe, .assumedStatus])
    /// Only `earlyMessages`: complete subframes of single satellites on E1-B.
    public static let reference: Improvements = [.earlyMessages]

    /// The names by which the operator switches improvements off.
    public static let names: [(name: String, improvement: Improvements)] = [
        ("partial-subframes", .partialSubframes), ("key-merging", .keyMerging), ("block-merging", .blockMerging),
        ("reed-solomon", .reedSolomon), ("e5b", .e5bWords), ("forward-link", .forwardLink),
        ("cop-continuity", .cutOffContinuity), ("oldest-words", .oldestWords), ("early-messages", .earlyMessages),
        ("own-subframe", .ownSubframe),
        ("assumed-status", .assumedStatus),
    ]
}

/// The rules by which the engine judges.
public struct OSNMAConfiguration: Hashable, Sendable {
    /// The improvements in use.
    public var improvements: Improvements
    /// The minimum number of tag bits for a set of data to count as authenticated.
    public var minimumTagBits = SettingDefaults.OSNMA.minimumTagBits
    /// The largest number of hashes to find a key's place in its chain; 2880 hashes cover a day.
    public var maximumChainSteps = 3000
    /// True if tags are still judged if they were transmitted before OSNMA was declared unusable and their key came
    /// later. A navigating receiver discards them; an analysis of a recording may need them.
    public var keepsPendingTags = false
    /// True if time from outside the signal is required: without it nothing is authenticated. Recordings have none.
    public var requiresTrustedTime = true

    /// The time in seconds without a verified root key of a chain after which its keys authenticate nothing, counted from
    /// the first page at the earliest. The guidelines demand that the signature, and with it status and chain, is verified
    /// again within an hour (receiver guidelines 1.3, 4.2.1). Nil: no limit.
    public var maximumRootKeyAge: Int? = 3600

    /// A word that arrived after its tag is used only if it arrived at least this many seconds, 0...30, before the
    /// start of the tag's key. Nil: twice the uncertainty of the trusted time plus two seconds, because words may have
    /// arrived with that delay after their stated time.
    public var margin: Int?

    /// True if keys and tags are judged; if false, only root keys and public keys are looked for.
    public var judgesTags = true

    /// - Parameter improvements: The improvements to use.
    public init(improvements: Improvements = .all) { self.improvements = improvements }

    /// The configuration for recordings: no time from outside the signal, pending tags are kept, and root keys
    /// do not expire.
    public static func recording(_ improvements: Improvements) -> OSNMAConfiguration {
        var configuration = OSNMAConfiguration(improvements: improvements)
        configuration.keepsPendingTags = true
        configuration.requiresTrustedTime = false
        configuration.maximumRootKeyAge = nil
        configuration.margin = 30
        return configuration
    }
}

/// Time from outside the signal, as OSNMA requires it.
public struct TrustedTime: Hashable, Sendable {
    /// Galileo time at the reception of the page, in milliseconds since the epoch of Galileo time.
    public let milliseconds: Int64
    /// The largest possible error in milliseconds.
    public let uncertainty: Int64

    /// - Parameters:
    ///   - milliseconds: Since 1999-08-22T00:00:00 GST.
    ///   - uncertainty: The bound of the error in milliseconds; a negative value means unknown.
    public init(milliseconds: Int64, uncertainty: Int64) {
        self.milliseconds = milliseconds
        self.uncertainty = uncertainty
    }
}
