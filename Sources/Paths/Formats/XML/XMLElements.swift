// SPDX-License-Identifier: Apache-2.0

/// The elements that are open while XML is read, without prefixes, and the text of the innermost one where it is wanted.
struct XMLElements {
    /// The longest text that is kept, in bytes.
    static let longestText = 1 << 16

    /// From the root inwards.
    private(set) var names: [String] = []
    private var kept: [UInt8]?

    /// The innermost element; empty outside the root.
    var last: String { names.last ?? "" }
    /// The one around it.
    var parent: String { names.dropLast().last ?? "" }

    /// Enters an element.
    ///
    /// - Parameter keepsText: its own text is wanted; that of elements within it is not.
    mutating func begin(_ name: String, keepsText: Bool) {
        names.append(Self.local(name))
        kept = keepsText ? [] : nil
    }

    /// Leaves the innermost element; its text, if it was kept and no other element was within.
    mutating func end() -> String? {
        if !names.isEmpty { names.removeLast() }
        defer { kept = nil }
        return kept.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Keeps a piece of text where it is wanted.
    ///
    /// - Throws: where the text gets too long.
    mutating func keep(_ piece: UnsafeBufferPointer<UInt8>) throws(PathFormatError) {
        guard let count = kept?.count else { return }
        guard count + piece.count <= Self.longestText else {
            throw PathFormatError(
                "the text of \(PathFormatError.quoted(last)) is longer than \(Self.longestText) bytes")
        }
        kept?.append(contentsOf: piece)
    }

    /// A name without its prefix.
    static func local(_ name: String) -> String {
        guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
        return String(name[name.index(after: colon)...])
    }
}
