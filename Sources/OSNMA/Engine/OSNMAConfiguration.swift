// SPDX-License-Identifier: Apache-2.0

/// What makes authentication come earlier or more often than by whole subframes of single satellites. Each can be left
/// out, so that its effect can be measured.
public struct Improvements: OptionSet, Hashable, Sendable {
    /// One bit an improvement.
    public let rawValue: UInt16

    /// A set of improvements.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Tags and keys are taken from subframes of which pages are missing.
    public static let partialSubframes = Improvements(rawValue: 1 << 0)
    /// The pages of a key may come from different satellites.
    public static let keyMerging = Improvements(rawValue: 1 << 1)
    /// The bytes of an HKROOT block may come from different satellites.
    public static let blockMerging = Improvements(rawValue: 1 << 2)
    /// Word types 1...4 are recovered from word types 17...20.
    public static let reedSolomon = Improvements(rawValue: 1 << 3)
    /// Word types 1...5 are also taken from E5b-I.
    public static let e5bWords = Improvements(rawValue: 1 << 4)
    /// Words of the same issue that came after the tag complete a set.
    public static let forwardLink = Improvements(rawValue: 1 << 5)
    /// Tags go on authenticating the data of a satellite that is out of view.
    public static let cutOffContinuity = Improvements(rawValue: 1 << 6)
    /// Where the newest words fail, the oldest since the cut-off are tried.
    public static let oldestWords = Improvements(rawValue: 1 << 7)
    /// Messages that came before the root key are kept for it.
    public static let earlyMessages = Improvements(rawValue: 1 << 8)

    /// Words of the tag's own subframe are tried where none came before it.
    public static let ownSubframe = Improvements(rawValue: 1 << 9)

    /// Tags of a subframe whose header no satellite gave are tried with the status of the next.
    public static let assumedStatus = Improvements(rawValue: 1 << 10)

    /// All improvements, which are in use unless a person switches some off.
    public static let all = Improvements(rawValue: (1 << 11) - 1)
    /// All but those that try what no rule says to be right: what counters are compared by.
    public static let full = Improvements.all.subtracting([.ownSubframe, .assumedStatus])
    /// None but that messages are kept: complete subframes of single satellites on E1-B.
    public static let reference: Improvements = [.earlyMessages]

    /// The names by which a person switches them off.
    public static let names: [(name: String, improvement: Improvements)] = [
        ("partial-subframes", .partialSubframes), ("key-merging", .keyMerging), ("block-merging", .blockMerging),
        ("reed-solomon", .reedSolomon), ("e5b", .e5bWords), ("forward-link", .forwardLink),
        ("cop-continuity", .cutOffContinuity), ("oldest-words", .oldestWords), ("early-messages", .earlyMessages),
        ("own-subframe", .ownSubframe),
        ("assumed-status", .assumedStatus),
    ]
}

/// How the engine is to judge.
public struct OSNMAConfiguration: Hashable, Sendable {
    /// What it does beyond the plain rule.
    public var improvements: Improvements
    /// A set of data counts as authenticated when its tags sum up to so many bits (40 since January 2024).
    public var minimumTagBits = 40
    /// At most so many hashes to find the place of a key in its chain; 2880 are a day.
    public var maximumChainSteps = 3000
    /// Tags that were sent before OSNMA was declared unusable, and whose key came after, are still judged. A receiver
    /// that navigates forgets them; who examines a recording may want them.
    public var keepsPendingTags = false
    /// Time from outside the signal is required: without it nothing is authenticated. Recordings have none.
    public var requiresTrustedTime = true

    /// Nothing is authenticated while no root key was verified for so many seconds, counted at the earliest from the
    /// first page: within an hour the signature, and with it status and chain, are to be verified again (receiver
    /// guidelines 1.3, 4.2.1). Nil: however long that was.
    public var maximumRootKeyAge: Int? = 3600

    /// Words that came after their tag count if they came so many seconds before the key began, 0...30. Nil: twice the
    /// uncertainty of the trusted time and two seconds, at most 30: by so much they may have come later than their time
    /// says.
    public var margin: Int?

    /// Keys and tags are judged; without it only root keys and public keys are looked for.
    public var judgesTags = true

    /// - Parameter improvements: what it does beyond the plain rule.
    public init(improvements: Improvements = .all) { self.improvements = improvements }

    /// For recordings: no time from outside, pending tags are kept, root keys hold for all of it.
    public static func recording(_ improvements: Improvements) -> OSNMAConfiguration {
        var configuration = OSNMAConfiguration(improvements: improvements)
        configuration.keepsPendingTags = true
        configuration.requiresTrustedTime = false
        configuration.maximumRootKeyAge = nil
        configuration.margin = 30
        return configuration
    }
}

/// Time from outside the signal, as the requirement of OSNMA asks for it.
public struct TrustedTime: Hashable, Sendable {
    /// Galileo time when the page had been received, in milliseconds since the epoch of Galileo time.
    public let milliseconds: Int64
    /// It is wrong by this at most, in milliseconds.
    public let uncertainty: Int64

    /// - Parameters:
    ///   - milliseconds: since 1999-08-22T00:00:00 GST.
    ///   - uncertainty: the bound of its error, in milliseconds; below 0 counts as unknown.
    public init(milliseconds: Int64, uncertainty: Int64) {
        self.milliseconds = milliseconds
        self.uncertainty = uncertainty
    }
}
