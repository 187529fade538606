// SPDX-License-Identifier: Apache-2.0

package import Settings

/// An unchecked value of the file with its place.
package struct ConfigurationNode: Sendable {
    /// The content of a node: a scalar, a list of nodes, or keys with nodes.
    package enum Content: Sendable {
        /// A word, number or text; `isPlain` is true if it is not quoted.
        case scalar(String, isPlain: Bool)
        /// A list.
        case list([ConfigurationNode])
        /// A section with unique keys, in the order of the file.
        case section([Entry])
    }

    /// A key of a section with its value.
    package struct Entry: Sendable {
        package var key: String
        var keyPosition: TextPosition
        package var value: ConfigurationNode
    }

    package var content: Content
    /// The start of the node, for error messages.
    package var position: TextPosition

    /// A section without keys.
    package static let empty = ConfigurationNode(content: .section([]), position: .start)

    /// True for no value: an empty unquoted scalar, `~` or `null`.
    var isNull: Bool {
        guard case .scalar(let text, isPlain: true) = content else { return false }
        return PlainScalar(text) == .null
    }

    /// The entry of a key; nil if this is not a section or the key is missing.
    package func entry(_ key: String) -> Entry? {
        guard case .section(let entries) = content else { return nil }
        return entries.first { $0.key == key }
    }

    /// The node of a key path such as `events[2].satellites[0]`; if a part of the path is missing, the last node before
    /// it.
    func nearest(_ path: String) -> ConfigurationNode {
        var node = self
        for part in path.split(whereSeparator: { $0 == "." || $0 == "[" || $0 == "]" }) {
            switch node.content {
            case .list(let nodes):
                guard let index = Int(part), nodes.indices.contains(index) else { return node }
                node = nodes[index]
            case .section:
                guard let entry = node.entry(String(part)) else { return node }
                node = entry.value
            case .scalar: return node
            }
        }
        return node
    }

    /// Creates a node from a value, all at one place, so that defaults pass the same checks as values from the file.
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
