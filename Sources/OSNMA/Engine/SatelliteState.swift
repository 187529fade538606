// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A set of data that tags were right for.
public struct AuthenticatedSet: Sendable {
    /// The data.
    public let data: NavigationData<Verified>
    /// When the subframe began whose key proved it first.
    public let firstKeyTime: GST
    /// When the first subframe began of which a tag was right.
    public internal(set) var firstTagTime: GST
    /// When the last subframe began of which a tag was right.
    public internal(set) var lastTagTime: GST
    /// Right tags.
    public internal(set) var tags: Int
    /// Their bits in all.
    public internal(set) var bits: Int
}

/// What is known of one satellite.
struct SatelliteState: Sendable {
    /// By `DataGroup`: what the last tags were right for, so that later ones may be about the same.
    struct Continuity: Sendable {
        let data: NavigationDataContent
        let cutOff: Int
        let subframe: Int
    }

    private static let setLimit = 4

    var history = WordHistory()
    var recovery = WordRecovery()
    var continuity: [Continuity?] = [nil, nil]
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
