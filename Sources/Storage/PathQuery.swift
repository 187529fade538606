// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import GRDB
public import Paths

/// Which paths are wanted; nil: any.
public struct PathQuery: Hashable, Sendable {
    public var user: String?
    /// Those of a person, or pieces of the track log.
    public var kind: RecordedPath.Kind? = .path
    /// How far they are.
    public var states: Set<RecordedPath.State>?
    /// Whether they have been handed on.
    public var sent: RecordedPath.SentState?
    /// Started then or later.
    public var from: UTCTime?
    /// Only paths that started before this time.
    public var until: UTCTime?
    /// So many at most, 1...10 000; the newest come first.
    public var limit = 100
    /// So many of the newest are left out.
    public var offset = 0

    /// A person's paths, the newest hundred.
    public init(user: String? = nil) { self.user = user }

    /// With the wishes made in a closure: `PathQuery { $0.sent = .unsent }`.
    public init(_ make: (inout PathQuery) -> Void) { make(&self) }

    /// What follows `StoredPath.selection`.
    func condition() -> (sql: String, arguments: StatementArguments) {
        var conditions = [StoredPath.isShown]
        var arguments: [(any DatabaseValueConvertible)?] = []
        func require(_ condition: String, _ value: (any DatabaseValueConvertible)?) {
            guard let value else { return }
            conditions.append(condition)
            arguments.append(value)
        }
        require("u.name = ?", user)
        require("p.kind = ?", kind?.rawValue)
        require("p.sent = ?", sent?.rawValue)
        require("p.started >= ?", from?.nanosecondsSince1970)
        require("p.started < ?", until?.nanosecondsSince1970)
        if let states {
            let numbers = states.map { String($0.rawValue) }.sorted().joined(separator: ", ")
            conditions.append("p.state IN (\(numbers))")
        }
        let filter = " WHERE " + conditions.joined(separator: " AND ")
        arguments += [min(max(limit, 1), 10_000), max(offset, 0)]
        return (filter + " ORDER BY p.started DESC, p.id DESC LIMIT ? OFFSET ?", StatementArguments(arguments))
    }
}
