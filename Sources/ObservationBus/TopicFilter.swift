// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The observations that a consumer wants, by kind and by source.
public struct TopicFilter: Hashable, Sendable {
    /// The kinds wanted; nil: all.
    public let kinds: Set<ObservationKind>?

    /// The sources wanted; nil: all.
    public let sources: Set<SourceID>?

    private let mask: KindMask?

    /// Creates a filter. An observation passes if both its kind and its source are wanted.
    ///
    /// - Parameters:
    ///   - kinds: The kinds wanted; nil: all, an empty set: none.
    ///   - sources: The sources wanted; nil: all, an empty set: none.
    public init(kinds: Set<ObservationKind>? = nil, sources: Set<SourceID>? = nil) {
        self.kinds = kinds
        self.sources = sources
        mask = kinds.map(KindMask.init)
    }

    /// Passes every kind from every source.
    public static let all = TopicFilter()

    /// Returns true if observations of a kind from a source pass.
    public func matches(_ kind: ObservationKind, from source: SourceID) -> Bool {
        (mask?.contains(kind) ?? true) && (sources?.contains(source) ?? true)
    }

    /// Returns true if the observation passes.
    public func matches(_ observation: Observation) -> Bool {
        matches(observation.kind, from: observation.source)
    }
}
