// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Paths

/// Changes to a path's properties; nil leaves a property unchanged.
public struct PathChange: Hashable, Sendable {
    /// The name for people; trimmed and cut after 200 characters.
    public var name: String?
    /// The recording state.
    public var state: RecordedPath.State?
    /// The time at which the path was stopped.
    public var ended: UTCTime?
    /// The geodesic length of its lines.
    public var length: Length?
    /// The area in square metres; a value that is not finite stores no area.
    public var area: Double?
    /// True if the path's line crosses itself.
    public var crossesItself: Bool?
    /// The state of sending the path to an external service.
    public var sent: RecordedPath.SentState?
    /// The reason that sending last failed, cut after 1000 characters; empty removes it.
    public var lastSendError: String?

    public init() {}

    /// Creates a change in a closure: `PathChange { $0.state = .paused }`.
    public init(_ make: (inout PathChange) -> Void) { make(&self) }
}
