// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Paths

/// What is to be changed of a path; nil leaves it.
public struct PathChange: Hashable, Sendable {
    /// A name for people; trimmed, and cut after 200 characters.
    public var name: String?
    /// How far it is.
    public var state: RecordedPath.State?
    /// When it was stopped.
    public var ended: UTCTime?
    /// The geodesic length of its lines in metres.
    public var length: Length?
    /// The area in square metres; not finite: none.
    public var area: Double?
    /// Its line crosses itself.
    public var crossesItself: Bool?
    /// Whether it has been handed on.
    public var sent: RecordedPath.SentState?
    /// Why handing it on failed last, cut after 1000 characters; empty: it did not.
    public var lastSendError: String?

    public init() {}

    /// With the changes made in a closure: `PathChange { $0.state = .paused }`.
    public init(_ make: (inout PathChange) -> Void) { make(&self) }
}
