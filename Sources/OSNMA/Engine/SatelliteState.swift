// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A set of data that tags were right for.
public struct AuthenticatedSet: Sendable {
    public let data: NavigationData<Verified>
    /// When the subframe began whose key proved it first.
    public let firstKeyTime: GST
    /// When the first subframe began of which a tag was right.
    public internal(set) var firstTagTime: GST
    /// When the last subframe began of which a tag was right.
    public internal(set) var lastTagTime: GST
    /// Number of valid tags.
    public internal(set) var tags: Int
    /// Their bits in all.
    public internal(set) var bits: Int
}

/// What is known of one satellite.
struct SatelliteState: Sendable {
    /// What a tag was right for, so that others may be about the same.
    struct Continuity: Sendable {
        let data: NavigationDataContent
        let cutOff: Int
        let subframe: Int

        /// The cut-offs say that a later tag is about the same data.
        func applies(to tag: PendingTag) -> Bool {
            tag.cutOff >= cutOff && (0..<cutOff).contains(tag.subframe - subframe)
        }
    }

    private static let setLimit = 4
    /// Fifteen subframes that COP reaches back, and eleven by which slow tags are judged later than others.
    private static let continuityLimit = 26

    var history = WordHistory()
    var recovery = WordRecovery()
    /// By `DataGroup`: of each subframe what its last tag was right for, in order of time.
    private(set) var continuity: [[Continuity]] = [[], []]
    /// By `DataGroup`: the newest last.
    private(set) var sets: [[AuthenticatedSet]] = [[], []]
    /// By `DataGroup`: contents that were made lately, to be made once only.
    private var contents: [[NavigationDataContent]] = [[], []]
    /// The subframe of the last page.
    var lastSubframe = -1

    /// The data that words make.
    mutating func content(_ satellite: UInt8, _ group: DataGroup, _ words: [Word]) -> NavigationDataContent {
        let place = Int(group.rawValue)
        if let known = contents[place].last(where: { $0.isMade(of: words) }) { return known }
        let made = NavigationDataContent(satellite: satellite, group: group, words: words)
        if contents[place].count == Self.setLimit { contents[place].removeFirst() }
        contents[place].append(made)
        return made
    }

    /// Takes note of what a tag was right for.
    mutating func note(_ tag: PendingTag, _ data: NavigationDataContent) {
        let place = Int(tag.adkd.group.rawValue)
        let entry = Continuity(data: data, cutOff: tag.cutOff, subframe: tag.subframe)
        let index = continuity[place].lastIndex { $0.subframe <= tag.subframe }
        if let index, continuity[place][index].subframe == tag.subframe {
            continuity[place][index] = entry
        } else {
            continuity[place].insert(entry, at: (index ?? -1) + 1)
        }
        if continuity[place].count > Self.continuityLimit { continuity[place].removeFirst() }
    }

    /// Takes note of a right tag.
    mutating func add(
        _ data: NavigationData<Verified>, tagBits: Int, tagTime: GST, keyTime: GST
    ) -> AuthenticatedSet {
        let place = Int(data.group.rawValue)
        if let index = sets[place].lastIndex(where: { $0.data == data }) {
            sets[place][index].tags += 1
            sets[place][index].bits += tagBits
            sets[place][index].firstTagTime = min(sets[place][index].firstTagTime, tagTime)
            sets[place][index].lastTagTime = max(sets[place][index].lastTagTime, tagTime)
            return sets[place][index]
        }
        if sets[place].count == Self.setLimit { sets[place].removeFirst() }
        let set = AuthenticatedSet(
            data: data, firstKeyTime: keyTime, firstTagTime: tagTime, lastTagTime: tagTime, tags: 1, bits: tagBits)
        sets[place].append(set)
        return set
    }
}
