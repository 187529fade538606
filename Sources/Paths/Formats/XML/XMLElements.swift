// SPDX-License-Identifier: Apache-2.0

/// The stack of open elements, without namespace prefixes, and the innermost element's text if requested.
struct XMLElements {
    /// The longest text to keep, in bytes.
    static let longestText = 1 << 16

    /// The open elements from the root inwards.
    private(set) var names: [String] = []
    private var kept: [UInt8]?

    /// The innermost element; empty outside the root.
    var last: String { names.last ?? "" }
    /// The parent of the innermost element; empty if none exists.
    var parent: String { names.dropLast().last ?? "" }

    /// Enters an element.
    ///
    /// - Parameter keepsText: True to keep the element's own text, but not that of nested elements.
    mutating func begin(_ name: String, keepsText: Bool) {
        names.append(Self.local(name))
        kept = keepsText ? [] : nil
    }

    /// Leaves the innermost element and returns its text, if it was kept and the element contained no other element.
    mutating func end() -> String? {
        if !names.isEmpty { names.removeLast() }
        defer { kept = nil }
        return kept.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Keeps a piece of text if requested.
    ///
    /// - Throws: `PathFormatError` if the text becomes too long.
    mutating func keep(_ piece: UnsafeBufferPointer<UInt8>) throws(PathFormatError) {
        guard let count = kept?.count else { return }
        guard count + piece.count <= Self.longestText else {
            throw PathFormatError(
                "the text of \(PathFormatError.quoted(last)) is longer than \(Self.longestText) bytes")
        }
        kept?.append(contentsOf: piece)
    }

    /// Removes the namespace prefix from a name.
    static func local(_ name: String) -> String {
        guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
        return String(name[name.index(after: colon)...])
    }
}
