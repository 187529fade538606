// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import GRDB

extension Store {
    /// The key under which people and sessions are stored.
    public static let accessKey = "access"
    /// The key under which people and sessions are kept that could not be read.
    public static let unreadAccessKey = "access.unreadable"

    /// Reads a person's setting.
    ///
    /// - Parameters:
    ///   - key: The name in `snake_case` with dots.
    ///   - type: The type to decode it as.
    /// - Returns: The value; nil if it is not set.
    /// - Throws: `StoreError`; `.corrupt` if the stored value cannot be decoded as the type. The error does not quote the
    ///   value, which may contain hashes of passwords.
    public func setting<Value: Decodable & Sendable>(
        _ key: String, as type: Value.Type = Value.self
    ) async throws(StoreError) -> Value? {
        let text = try await perform { database in
            try StoreTable.settings.first(database, "SELECT key, value FROM settings WHERE key = ?", [key])?.text(
                "value")
        }
        guard let text else { return nil }
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            let place = Self.place(of: error)
            throw .corrupt(
                path: path,
                detail:
                    "the setting \(key), \(text.utf8.count) bytes, cannot be read\(place.isEmpty ? "" : " at \(place)")"
            )
        }
    }

    /// The keys and indices that lead to the value that cannot be decoded: `people[3].role`; empty for the whole value.
    private static func place(of error: any Error) -> String {
        let path: [any CodingKey]
        switch error as? DecodingError {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            path = context.codingPath
        case .keyNotFound(let key, let context): path = context.codingPath + [key]
        default: path = []
        }
        return path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue.prefix(100)
            }
        }
    }

    /// Stores a person's setting.
    ///
    /// - Parameters:
    ///   - key: The name in `snake_case` with dots.
    ///   - value: The new value, stored as JSON.
    ///   - time: The current time in milliseconds since 1970-01-01 UTC.
    ///   - former: The key under which the former value is kept, whatever it is; nil if it is not kept.
    /// - Throws: `StoreError`; the setting is unchanged in that case.
    public func set(
        _ key: String, to value: some Encodable & Sendable, at time: Int64, keepingFormerAs former: String? = nil
    ) async throws(StoreError) {
        let text = try Self.text(of: value, for: key, path: path)
        try await perform { database in
            if let former {
                try database.execute(
                    sql: """
                        INSERT OR REPLACE INTO settings (key, value, changed)
                        SELECT ?, CAST(value AS TEXT), ? FROM settings WHERE key = ?
                        """, arguments: [former, time, key])
            }
            try Self.write(key, text, at: time, database)
        }
    }

    /// Returns a value as JSON.
    ///
    /// - Throws: `StoreError.failed` if the value has no form in JSON.
    static func text(of value: some Encodable, for key: String, path: String) throws(StoreError) -> String {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            throw .failed(path: path, reason: "cannot write the setting \(key) as JSON: \(error)")
        }
    }

    /// Stores a setting's text within a transaction.
    ///
    /// - Throws: SQLite's error.
    static func write(_ key: String, _ text: String, at time: Int64, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO settings (key, value, changed) VALUES (?, ?, ?)
                ON CONFLICT (key) DO UPDATE SET value = excluded.value, changed = excluded.changed
                """, arguments: [key, text, time])
    }

    /// Removes a person's setting, so that the operator's value or the default applies again.
    ///
    /// - Throws: `StoreError`; the setting is unchanged in that case.
    public func removeSetting(_ key: String) async throws(StoreError) {
        try await perform { database in
            try database.execute(sql: "DELETE FROM settings WHERE key = ?", arguments: [key])
        }
    }
}
