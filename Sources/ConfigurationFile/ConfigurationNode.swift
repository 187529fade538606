// SPDX-License-Identifier: Apache-2.0

package import Settings

/// A value as it stands in the file, with its place; not yet checked.
package struct ConfigurationNode: Sendable {
    /// What a node is made of: one value, a list of nodes, or keys with nodes.
    package enum Content: Sendable {
        /// A word, a number or a text; `isPlain` where it stands without quotes.
        case scalar(String, isPlain: Bool)
        /// A list.
        case list([ConfigurationNode])
        /// A section: keys, each once, in the order of the file.
        case section([Entry])
    }

    /// A key of a section with its value.
    package struct Entry: Sendable {
        package var key: String
        var keyPosition: TextPosition
        package var value: ConfigurationNode
    }

    package var content: Content
    /// Where the node begins, for messages to the operator.
    package var position: TextPosition

    /// A section without keys.
    package static let empty = ConfigurationNode(content: .section([]), position: .start)

    /// Whether it is nothing: an empty plain scalar, `~` or `null`.
    var isNull: Bool {
        guard case .scalar(let text, isPlain: true) = content else { return false }
        return PlainScalar(text) == .null
    }

    /// The entry of a key, nil where this is no section or has no such key.
    package func entry(_ key: String) -> Entry? {
        guard case .section(let entries) = content else { return nil }
        return entries.first { $0.key == key }
    }

    /// The node that a value would have been read from, all of it at one place: so that defaults pass the same checks.
    package init(_ value: ConfigurationValue, at position: TextPosition) {
        self.position = position
        switch value {
        case .null: content = .scalar("null", isPlain: true)
        case .boolean(let flag): content = .scalar(flag ? "true" : "false", isPlain: true)
        case .integer(let integer): content = .scalar("\(integer)", isPlain: true)
        case .number(let number): content = .scalar("\(number)", isPlain: true)
        case .text(let text): content = .scalar(text, isPlain: false)
        case .list(let values): content = .list(values.map { ConfigurationNode($0, at: position) })
        case .section(let members):
            content = .section(
                members.map {
                    Entry(key: $0.key, keyPosition: position, value: ConfigurationNode($0.value, at: position))
                })
        }
    }

    package init(content: Content, position: TextPosition) {
        self.content = content
        self.position = position
    }
}
