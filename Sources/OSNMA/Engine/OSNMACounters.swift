// SPDX-License-Identifier: Apache-2.0

/// The engine's counters. Tags are judged when their key is verified; `tagsOK` does not include tags whose key never
/// arrived.
public struct OSNMACounters: Hashable, Sendable {
    /// Counts by kind of authenticated data (ADKD).
    public struct ByADKD: Hashable, Sendable {
        public var ephemeris = 0
        /// Tags of timing parameters (ADKD 4).
        public var timing = 0
        /// Slow-MAC tags, whose key is disclosed ten subframes later than that of other tags (ADKD 12).
        public var slowMAC = 0
        public var total: Int { ephemeris + timing + slowMAC }

        mutating func count(_ adkd: ADKD) {
            switch adkd {
            case .inavEphemeris: ephemeris += 1
            case .inavTiming: timing += 1
            case .inavSlowMAC: slowMAC += 1
            }
        }
    }

    /// Pages received.
    public var pages = 0
    /// Pages with a wrong CRC.
    public var pagesBadCRC = 0
    /// Dummy pages.
    public var pagesDummy = 0
    public var pagesAlert = 0
    /// Pages refused for another reason: length, order of their parts, or time.
    public var pagesRefused = 0
    /// Pages received after a later subframe of the same satellite, or contradicting the trusted time.
    public var pagesLate = 0
    /// Words whose own time differs from that of their page.
    public var pagesWrongTime = 0
    /// Valid tags, including dummy tags.
    public var tagsOK = ByADKD()
    /// Invalid tags.
    public var tagsFailed = 0
    /// Valid dummy tags, which authenticate nothing.
    public var dummyTagsOK = 0
    /// Tags that are valid with a key of the next chain.
    public var crossChainOK = 0
    /// Tags whose data were not completely received.
    public var tagsWithoutData = 0
    /// Slow-MAC tags whose key did not arrive.
    public var tagsWithoutKey = 0
    /// Tags transmitted while OSNMA was declared unusable.
    public var tagsDontUse = 0
    /// Tags that the trusted time did not allow.
    public var tagsWithoutTime = 0
    /// MACK messages with a valid MACSEQ.
    public var sequencesOK = 0
    /// MACK messages with an invalid MACSEQ.
    public var sequencesFailed = 0
    /// Tags in a position for which the look-up table requires another tag.
    public var lookupFailed = 0
    /// Tags transmitted after too long a time without a verified root key.
    public var tagsWithoutRootKey = 0
    /// Subframes whose disclosed key was verified.
    public var keysVerified = 0
    /// Disclosed keys that do not belong to the chain; each distinct key counts once per subframe.
    public var keysFailed = 0
    /// Subframes whose key was not contained in any single complete message.
    public var keysMerged = 0
    /// MACK messages received with all fifteen pages.
    public var messagesComplete = 0
    /// MACK messages received with only some of their pages.
    public var messagesPartial = 0
    /// Complete root key messages that were verified.
    public var rootKeysVerified = 0
    /// Complete root key messages that are invalid.
    public var rootKeysFailed = 0
    /// Complete root key messages with a valid signature but invalid padding.
    public var rootKeysBadPadding = 0
    /// Complete root key messages signed with an unknown key.
    public var rootKeysWithoutKey = 0
    /// Complete public key messages that were verified.
    public var publicKeysVerified = 0
    /// Complete public key messages that lead to no known root.
    public var publicKeysFailed = 0
    /// Words recovered from parity words.
    public var wordsRecovered = 0
    /// Valid tags over a set of data that was completed with later words.
    public var byForwardLink = 0
    /// Invalid tags over a set of data that was completed with later words.
    public var forwardLinkFailed = 0
    /// Valid tags over the oldest words since the cut-off.
    public var byOldestWords = 0
    /// Valid tags over data that another tag had authenticated before.
    public var byCutOffContinuity = 0

    public init() {}
}
