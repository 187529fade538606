// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Observations published together, usually one epoch, with a summary that allows applying filters without accessing
/// each observation. Created before the lock is acquired.
struct Batch {
    /// The observations of one source and kind.
    struct Group {
        let source: SourceID
        let kind: ObservationKind
        var tally: Tally
        /// The index of the newest observation.
        var newest: Int
    }

    let observations: [Observation]
    let groups: [Group]
    let tally: Tally
    /// True if any of the observations is from a replay.
    let isReplay: Bool

    init(_ observations: [Observation]) {
        var groups: [Group] = []
        var isReplay = false
        for (index, observation) in observations.enumerated() {
            let kind = observation.kind
            if observation.origin.isReplay { isReplay = true }
            let one = Tally(observations: 1, bytes: observation.footprint)
            if let known = groups.firstIndex(where: { $0.kind == kind && $0.source == observation.source }) {
                groups[known].tally += one
                groups[known].newest = index
            } else {
                groups.append(Group(source: observation.source, kind: kind, tally: one, newest: index))
            }
        }
        self.observations = observations
        self.isReplay = isReplay
        self.groups = groups
        tally = groups.reduce(into: Tally()) { $0 += $1.tally }
    }

    /// Returns the tally of the observations that pass the filter.
    func share(of filter: TopicFilter) -> Tally {
        if filter.kinds == nil && filter.sources == nil { return tally }
        var share = Tally()
        for group in groups where filter.matches(group.kind, from: group.source) { share += group.tally }
        return share
    }

    /// Returns the observations that pass the filter; the batch itself if all do.
    func restricted(to filter: TopicFilter) -> Batch {
        share(of: filter) == tally ? self : Batch(observations.filter(filter.matches))
    }
}
