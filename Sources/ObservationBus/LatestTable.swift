// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// The newest observation of each (source, kind), in one table for all consumers with the policy `latest`.
struct LatestTable {
    /// The source and kind of an observation.
    struct Key: Hashable {
        let source: SourceID
        let kind: ObservationKind
    }

    /// An observation and its position among all published ones.
    struct Entry {
        let observation: Observation
        let position: UInt64
        let bytes: Int
    }

    /// Limits the table, because receivers with new names may keep appearing.
    static let bound = QueueBound(observations: 4096, bytes: 16 << 20)

    private var entries: [Key: Entry] = [:]
    private(set) var tally = Tally()

    /// Stores an observation; returns the position of the one it replaces.
    mutating func replace(_ key: Key, with entry: Entry) -> UInt64? {
        let former = entries.updateValue(entry, forKey: key)
        tally += Tally(observations: 1, bytes: entry.bytes)
        if let former { tally -= Tally(observations: 1, bytes: former.bytes) }
        return former?.position
    }

    /// Removes and returns the oldest entry if the table exceeds its bound; the last entry is never removed.
    mutating func evictOldest() -> (Key, Entry)? {
        guard !tally.fits(Self.bound), entries.count > 1 else { return nil }
        guard let oldest = entries.min(by: { $0.value.position < $1.value.position }) else { return nil }
        entries[oldest.key] = nil
        tally -= Tally(observations: 1, bytes: oldest.value.bytes)
        return (oldest.key, oldest.value)
    }

    /// Returns the observations from a position on that pass the filter, in the order of publication.
    func entries(from position: UInt64, matching filter: TopicFilter) -> [Observation] {
        entries
            .filter { $0.value.position >= position && filter.matches($0.key.kind, from: $0.key.source) }
            .sorted { $0.value.position < $1.value.position }
            .map(\.value.observation)
    }

    mutating func removeAll() { self = LatestTable() }
}
