// SPDX-License-Identifier: Apache-2.0

/// What was counted. Tags are judged when their key is verified; those whose key never came are not in `tagsOK`.
public struct OSNMACounters: Hashable, Sendable {
    /// Counts by kind of authenticated data (ADKD).
    public struct ByADKD: Hashable, Sendable {
        public var ephemeris = 0
        /// Tags of timing parameters (ADKD 4).
        public var timing = 0
        /// Tags of ephemerides whose key comes ten subframes later than that of other tags (ADKD 12).
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

    /// Pages that were handed in.
    public var pages = 0
    /// Pages with a wrong CRC.
    public var pagesBadCRC = 0
    /// Pages that are fillers.
    public var pagesDummy = 0
    public var pagesAlert = 0
    /// Pages refused for another reason: length, order of parts, time.
    public var pagesRefused = 0
    /// Pages that came after a later subframe of their satellite, or that contradict the trusted time.
    public var pagesLate = 0
    /// Words whose own time is not that of their page.
    public var pagesWrongTime = 0
    /// Tags that are right, dummies among them.
    public var tagsOK = ByADKD()
    /// Tags that are wrong.
    public var tagsFailed = 0
    /// Tags that are right and authenticate nothing.
    public var dummyTagsOK = 0
    /// Tags that are right with a key of the next chain.
    public var crossChainOK = 0
    /// Tags whose data were not received whole.
    public var tagsWithoutData = 0
    /// Slow tags whose key did not come.
    public var tagsWithoutKey = 0
    /// Tags sent while OSNMA was not to be used.
    public var tagsDontUse = 0
    /// Tags that the trusted time did not allow to be used.
    public var tagsWithoutTime = 0
    /// MACK messages with the right MACSEQ.
    public var sequencesOK = 0
    /// MACK messages with a wrong MACSEQ.
    public var sequencesFailed = 0
    /// Tags that stand in a place where their table has no such tag.
    public var lookupFailed = 0
    /// Tags sent when no root key had been verified for too long.
    public var tagsWithoutRootKey = 0
    /// Subframes whose broadcast key was verified.
    public var keysVerified = 0
    /// Broadcast keys that are not of the chain; each content once a subframe.
    public var keysFailed = 0
    /// Subframes whose key no single complete message gave.
    public var keysMerged = 0
    /// MACK messages of which all fifteen pages came.
    public var messagesComplete = 0
    /// MACK messages of which some pages came.
    public var messagesPartial = 0
    /// Root key messages that became complete and are verified.
    public var rootKeysVerified = 0
    /// Root key messages that became complete and are wrong.
    public var rootKeysFailed = 0
    /// Root key messages whose signature is right and whose padding is not.
    public var rootKeysBadPadding = 0
    /// Root key messages signed with a key that is not known.
    public var rootKeysWithoutKey = 0
    /// Public key messages that became complete and are verified.
    public var publicKeysVerified = 0
    /// Public key messages that became complete and lead to no known root.
    public var publicKeysFailed = 0
    /// Words recovered from parity words.
    public var wordsRecovered = 0
    /// Right tags over a set completed with later words.
    public var byForwardLink = 0
    /// Wrong tags over a set completed with later words.
    public var forwardLinkFailed = 0
    /// Right tags over the oldest words since the cut-off.
    public var byOldestWords = 0
    /// Right tags over data that another tag authenticated before.
    public var byCutOffContinuity = 0

    public init() {}
}
