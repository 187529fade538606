// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A set of data for which tags were valid.
public struct AuthenticatedSet: Sendable {
    public let data: NavigationData<Verified>
    /// The start of the subframe whose key proved the data first.
    public let firstKeyTime: GST
    /// The start of the first subframe with a valid tag.
    public internal(set) var firstTagTime: GST
    /// The start of the last subframe with a valid tag.
    public internal(set) var lastTagTime: GST
    /// Number of valid tags.
    public internal(set) var tags: Int
    /// The total number of bits of the valid tags.
    public internal(set) var bits: Int
}

/// The engine's knowledge of one satellite.
struct SatelliteState: Sendable {
    /// Data for which a tag was valid, so that other tags can be checked against the same data.
    struct Continuity: Sendable {
        let data: NavigationDataContent
        let cutOff: Int
        let subframe: Int

        /// Returns true if the cut-offs say that a later tag covers the same data.
        func applies(to tag: PendingTag) -> Bool {
            tag.cutOff >= cutOff && (0..<cutOff).contains(tag.subframe - subframe)
        }
    }

    private static let setLimit = 4
    /// Fifteen subframes that COP can reach back, plus eleven until the key of a slow-MAC tag.
    private static let continuityLimit = 26

    var history = WordHistory()
    var recovery = WordRecovery()
    /// For each `DataGroup`, and in it for each subframe, the data of its last valid tag, in chronological order.
    private(set) var continuity: [[Continuity]] = [[], []]
    /// For each `DataGroup`, the authenticated sets of data, the newest last.
    private(set) var sets: [[AuthenticatedSet]] = [[], []]
    /// For each `DataGroup`, the recently created contents, so that each is created only once.
    private var contents: [[NavigationDataContent]] = [[], []]
    /// The subframe of the last page.
    var lastSubframe = -1

    /// The data formed by words.
    mutating func content(_ satellite: UInt8, _ group: DataGroup, _ words: [Word]) -> NavigationDataContent {
        let place = Int(group.rawValue)
        if let known = contents[place].last(where: { $0.isMade(of: words) }) { return known }
        let made = NavigationDataContent(satellite: satellite, group: group, words: words)
        if contents[place].count == Self.setLimit { contents[place].removeFirst() }
        contents[place].append(made)
        return made
    }

    /// Records the data for which a tag was valid.
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

    /// Records a valid tag.
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
