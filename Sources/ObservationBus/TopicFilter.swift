// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Which observations a consumer wants: by what they are about and by which receiver they are from.
public struct TopicFilter: Hashable, Sendable {
    /// The kinds wanted; nil: all.
    public var kinds: Set<ObservationKind>?

    /// The sources wanted; nil: all.
    public var sources: Set<SourceID>?

    /// A filter. An observation passes where both its kind and its source are wanted.
    ///
    /// - Parameters:
    ///   - kinds: the kinds wanted; nil: all, an empty set: none.
    ///   - sources: the sources wanted; nil: all, an empty set: none.
    public init(kinds: Set<ObservationKind>? = nil, sources: Set<SourceID>? = nil) {
        self.kinds = kinds
        self.sources = sources
    }

    /// Passes every kind from every source.
    public static let all = TopicFilter()

    /// Whether an observation of that kind from that source passes.
    public func matches(_ kind: ObservationKind, from source: SourceID) -> Bool {
        (kinds?.contains(kind) ?? true) && (sources?.contains(source) ?? true)
    }

    /// Whether the observation passes.
    public func matches(_ observation: Observation) -> Bool {
        matches(observation.kind, from: observation.source)
    }
}
