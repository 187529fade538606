// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import GRDB
public import Paths

/// The criteria of a search for paths; nil matches any.
public struct PathQuery: Hashable, Sendable {
    /// The owner.
    public var user: String?
    /// Only paths that this user may see: those of the user, those that belong to all, and the one that is being recorded.
    public var visitor: String?
    /// Paths recorded by the operator, or segments of the track log.
    public var kind: RecordedPath.Kind? = .path
    /// The permitted recording states.
    public var states: Set<RecordedPath.State>?
    /// The state of sending the paths to an external service.
    public var sent: RecordedPath.SentState?
    /// Only paths that started at this time or later.
    public var from: UTCTime?
    /// Only paths that started before this time.
    public var until: UTCTime?
    /// The largest number of paths, 1...10 000; the newest come first.
    public var limit = 100
    /// The number of newest paths to skip.
    public var offset = 0

    /// Creates a query for the newest hundred paths of a user, or of all users if nil.
    public init(user: String? = nil) { self.user = user }

    /// Creates a query in a closure: `PathQuery { $0.sent = .unsent }`.
    public init(_ make: (inout PathQuery) -> Void) { make(&self) }

    /// The SQL that follows `StoredPath.selection`, with its arguments.
    func condition() -> (sql: String, arguments: StatementArguments) {
        var conditions = [StoredPath.isShown]
        var arguments: [(any DatabaseValueConvertible)?] = []
        func require(_ condition: String, _ value: (any DatabaseValueConvertible)?) {
            guard let value else { return }
            conditions.append(condition)
            arguments.append(value)
        }
        require("u.name = ?", user)
        let isOpen = "p.state <> \(RecordedPath.State.finished.rawValue)"
        require("(u.name IN (?, '\(StoreSchema.localUser)') OR \(isOpen))", visitor)
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
