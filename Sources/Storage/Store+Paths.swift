// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import GRDB
public import Paths

extension Store {
    /// Creates a path in the state `recording`.
    ///
    /// - Parameters:
    ///   - name: The name for people; trimmed, cut after 200 characters, "Untitled" if it is empty then.
    ///   - user: The owner: 1...100 characters on one line, without surrounding blanks.
    ///   - started: The start by the host's clock.
    ///   - kind: A path recorded by the operator, or a segment of the track log.
    /// - Returns: The path with its number, which is never reused.
    /// - Throws: `StoreError`; `.unsound` if the owner's name is not permitted.
    public func startPath(
        name: String, user: String = Store.localUser, started: UTCTime, kind: RecordedPath.Kind = .path
    ) async throws(StoreError) -> RecordedPath {
        var path = RecordedPath(id: 0, name: name, user: user, started: started)
        path.kind = kind
        return try await perform { [path] database in
            try StoredPath.known(try StoredPath.insert(path, database), database)
        }
    }

    /// Creates a path in the state `recording`, and stores a setting that belongs to it, in one transaction.
    ///
    /// - Parameters:
    ///   - name: The name for people, as for `startPath(name:user:started:kind:)`.
    ///   - user: The owner.
    ///   - started: The start by the host's clock.
    ///   - key: The key of the setting.
    ///   - value: Makes the setting from the number of the path.
    /// - Returns: The path with its number, which is never reused.
    /// - Throws: `StoreError`; neither is stored in that case.
    public func startPath<Value: Encodable & Sendable>(
        name: String, user: String = Store.localUser, started: UTCTime, setting key: String,
        to value: @escaping @Sendable (Int64) -> Value
    ) async throws(StoreError) -> RecordedPath {
        let new = RecordedPath(id: 0, name: name, user: user, started: started)
        return try await perform { [path] database in
            let id = try StoredPath.insert(new, database)
            let text = try Self.text(of: value(id), for: key, path: path)
            try Self.write(key, text, at: started.nanosecondsSince1970 / 1_000_000, database)
            return try StoredPath.known(id, database)
        }
    }

    /// Stores a complete path from another source in one transaction, in the state `finished`.
    ///
    /// - Parameters:
    ///   - path: The properties; the number and the count of points are ignored.
    ///   - points: The points in order.
    /// - Returns: The path as stored, with its number.
    /// - Throws: `StoreError`; nothing is stored in that case.
    public func importPath(_ path: RecordedPath, points: [PathPoint]) async throws(StoreError) -> RecordedPath {
        var path = path
        path.state = .finished
        path.ended = path.ended ?? points.last { $0.time != nil }?.time ?? path.started
        return try await perform { [path, sources] database in
            let id = try StoredPath.insert(path, database)
            var writer = PointWriter(database, path: id, sources)
            _ = try writer.append(points)
            return try StoredPath.known(id, database)
        }
    }

    /// Changes a path's properties.
    ///
    /// - Returns: The changed path.
    /// - Throws: `StoreError`; `.unknownPath` if the path does not exist. Nothing is changed in that case.
    @discardableResult
    public func update(path id: Int64, _ change: PathChange) async throws(StoreError) -> RecordedPath {
        try await perform { database in
            try Self.apply(change, to: id, database)
            return try StoredPath.known(id, database)
        }
    }

    /// Returns a path's properties; nil if the path does not exist.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func path(_ id: Int64) async throws(StoreError) -> RecordedPath? {
        try await perform { try StoredPath.find(id, $0) }
    }

    /// Returns the paths that match a query, the newest first.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func paths(_ query: PathQuery = PathQuery()) async throws(StoreError) -> [RecordedPath] {
        try await perform { [damage] database in
            let (condition, arguments) = query.condition()
            return damage.read(
                try StoreTable.paths.rows(database, StoredPath.selection + condition, arguments), StoredPath.path)
        }
    }

    /// Returns the newest unfinished path, which was being recorded when the daemon ended.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func unfinishedPath(kind: RecordedPath.Kind = .path) async throws(StoreError) -> RecordedPath? {
        try await paths(PathQuery { ($0.kind, $0.states, $0.limit) = (kind, [.recording, .paused], 1) }).first
    }

    /// Deletes a path with its points, in several transactions, so that a recording does not have to wait for all of
    /// them. From the first one on, the path counts as unknown.
    ///
    /// - Returns: True if the path existed.
    /// - Throws: `StoreError`; if the path is unknown then, `apply` or, at the next start, `discardArriving`
    ///   removes the rest of it.
    @discardableResult
    public func deletePath(_ id: Int64) async throws(StoreError) -> Bool {
        try await deletePath(id, atOnce: Self.discardedAtOnce)
    }

    /// - Parameter limit: The largest number of points to remove in one transaction.
    func deletePath(_ id: Int64, atOnce limit: Int) async throws(StoreError) -> Bool {
        let first = try await perform { database -> Bool? in
            guard try Self.hide(id, database) else { return nil }
            return try Self.removeSome(of: id, atMost: limit, database).isGone
        }
        guard var isGone = first else { return false }
        while !isGone { isGone = try await perform { try Self.removeSome(of: id, atMost: limit, $0).isGone } }
        return true
    }

    private static func apply(_ change: PathChange, to id: Int64, _ database: Database) throws {
        var assignments: [String] = []
        var arguments: [(any DatabaseValueConvertible)?] = []
        func assign<Value>(_ column: String, _ value: Value?, as make: (Value) -> (any DatabaseValueConvertible)?) {
            guard let value else { return }
            assignments.append(column)
            arguments.append(make(value))
        }
        assign("name = ?", change.name) { StoredText.name($0) }
        assign("state = ?", change.state) { $0.rawValue }
        assign("ended = ?", change.ended) { $0.nanosecondsSince1970 }
        assign("leap = leap & 1 | ?", change.ended) { $0.isLeapSecond ? 2 : 0 }
        assign("length = ?", change.length) { $0.metres }
        assign("area = ?", change.area) { $0.isFinite ? $0 : nil }
        assign("crosses = ?", change.crossesItself) { $0 }
        assign("sent = ?", change.sent) { $0.rawValue }
        assign("send_error = ?", change.lastSendError) { StoredText.error($0) }
        guard !assignments.isEmpty else { return }
        try database.execute(
            sql: "UPDATE paths AS p SET \(assignments.joined(separator: ", ")) WHERE id = ? AND \(StoredPath.isShown)",
            arguments: StatementArguments(arguments + [id]))
    }
}
