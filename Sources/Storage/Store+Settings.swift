// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import GRDB

extension Store {
    /// The key under which people and sessions are stored.
    public static let accessKey = "access"

    /// Reads a person's setting.
    ///
    /// - Parameters:
    ///   - key: The name in `snake_case` with dots.
    ///   - type: The type to decode it as.
    /// - Returns: The value; nil if it is not set.
    /// - Throws: `StoreError`; `.corrupt` if the stored value cannot be decoded as the type.
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
            throw .corrupt(path: path, detail: "the setting \(key) is \(text.prefix(200))")
        }
    }

    /// Stores a person's setting.
    ///
    /// - Parameters:
    ///   - key: The name in `snake_case` with dots.
    ///   - value: The new value, stored as JSON.
    ///   - time: The current time in milliseconds since 1970-01-01 UTC.
    /// - Throws: `StoreError`; the setting is unchanged in that case.
    public func set(_ key: String, to value: some Encodable & Sendable, at time: Int64) async throws(StoreError) {
        let text: String
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            text = String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            throw .failed(path: path, reason: "cannot write the setting \(key) as JSON: \(error)")
        }
        try await perform { database in
            try database.execute(
                sql: """
                    INSERT INTO settings (key, value, changed) VALUES (?, ?, ?)
                    ON CONFLICT (key) DO UPDATE SET value = excluded.value, changed = excluded.changed
                    """, arguments: [key, text, time])
        }
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
