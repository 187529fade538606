// SPDX-License-Identifier: Apache-2.0

public import OSNMA

/// A file of trust material: the European GNSS Service Centre's XML, or a public key in PEM.
///
/// A file is accepted or refused as a whole: if anything in it is wrong, it has a problem and no entries.
public struct TrustFile: Sendable {
    /// A root or key and the file's information about it.
    public struct Entry: Hashable, Sendable {
        /// A root or key to be trusted.
        public enum Anchor: Hashable, Sendable {
            /// The root of a Merkle tree.
            case root(MerkleRoot)
            /// A public key.
            case key(PublicKey<Unverified>)
        }

        public let anchor: Anchor
        /// The leaf of the key in its tree, 0...15, if the file contains it.
        public internal(set) var leaf: UInt8?
        /// The root of the tree to which a key is proven to belong; nil if no file proves it.
        public internal(set) var tree: MerkleRoot?
        /// The start of its applicability, in milliseconds since 1970-01-01 UTC.
        public internal(set) var begin: Int64?
        /// The end of its applicability, in milliseconds since 1970-01-01 UTC.
        public internal(set) var end: Int64?

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - anchor: The root or key.
        ///   - leaf: The leaf of a key in its tree, 0...15.
        ///   - tree: The root of a key's tree.
        ///   - begin: The start of its applicability, in milliseconds since 1970-01-01 UTC.
        ///   - end: The end of its applicability, in milliseconds since 1970-01-01 UTC.
        public init(
            anchor: Anchor, leaf: UInt8? = nil, tree: MerkleRoot? = nil, begin: Int64? = nil, end: Int64? = nil
        ) {
            (self.anchor, self.leaf, self.tree, self.begin, self.end) = (anchor, leaf, tree, begin, end)
        }
    }

    /// A defect of the file.
    public struct ContentError: Hashable, Sendable, CustomStringConvertible {
        /// The line, from 1; nil if it concerns the whole file.
        public let line: Int?
        /// The defect and the expected content, as shown to the operator.
        public let text: String

        /// The text preceded by its line: `line 7: …`; without a line, only the text.
        public var description: String { line.map { "line \($0): \(text)" } ?? text }

        /// The text preceded by the file's name and the line: `key.xml, line 7: …`.
        public func description(in name: String) -> String { line == nil ? "\(name) \(self)" : "\(name), \(self)" }
    }

    /// The size in bytes of the largest file that is read: one mebibyte.
    public static let longest = 1 << 20

    /// Roots and keys in the order of the file, each once; empty if there is a problem.
    public private(set) var entries: [Entry] = []
    /// The Merkle trees of the file.
    private(set) var trees: [MerkleTree] = []
    /// True if the file declares itself as belonging to a simulation (`mission` of its header is `SIM`), whose
    /// private keys anyone may have.
    public private(set) var isSimulation = false
    /// The defects of the file.
    public private(set) var errors: [ContentError] = []

    /// The roots of the Merkle trees, which are their top nodes.
    public var roots: [MerkleRoot] {
        entries.compactMap { if case .root(let root) = $0.anchor { root } else { nil } }
    }

    /// The public keys, not trusted yet.
    public var keys: [PublicKey<Unverified>] {
        entries.compactMap { if case .key(let key) = $0.anchor { key } else { nil } }
    }

    /// Reads a file in XML or PEM.
    ///
    /// - Parameters:
    ///   - bytes: The file's content, at most `longest` bytes.
    ///   - name: The file's name; that of a key in PEM contains its PKID: `…PKID_2.pem`.
    ///   - pkid: The PKID of a key in PEM; nil to use the one in the name.
    public init(_ bytes: [UInt8], name: String, pkid: UInt8? = nil) {
        let text = String(decoding: bytes.prefix(Self.longest + 1), as: UTF8.self)
        if Self.isPEM(text) {
            self.init(pem: text, id: pkid ?? Self.number(in: name))
        } else {
            self.init(xml: text)
        }
    }

    /// Reads XML.
    ///
    /// - Parameter text: The file's content, at most `longest` bytes.
    public init(xml text: String) {
        do throws(TrustDocument.DocumentError) {
            let document = try Self.document(text)
            (entries, trees, isSimulation) = (document.entries, document.trees, document.isSimulation)
        } catch {
            errors = [ContentError(line: error.line, text: error.text)]
        }
    }

    private static func document(_ text: String) throws(TrustDocument.DocumentError) -> TrustDocument {
        guard text.utf8.count <= longest else { throw TrustDocument.DocumentError(line: nil, text: tooLong) }
        guard text.utf8.contains(UInt8(ascii: "<")) else {
            throw TrustDocument.DocumentError(
                line: nil, text: "is neither XML nor PEM; expected \(expected), or a public key in PEM")
        }
        let document = try TrustDocument.read(Array(text.utf8))
        guard !document.entries.isEmpty else {
            throw TrustDocument.DocumentError(
                line: nil,
                text: "contains neither a Merkle tree nor a public key in the right place; expected \(expected)")
        }
        return document
    }

    private static let expected = "OSNMA_MerkleTree_….xml or OSNMA_PublicKey_….xml of the European GNSS Service Centre"
    static let tooLong = "is larger than 1 MiB, so it is not a file of keys or Merkle trees"

    /// Creates a file that contains one key.
    init(_ entry: Entry) { entries = [entry] }

    /// Creates a file without usable content.
    init(_ error: ContentError) { errors = [error] }

    /// The number that follows `PKID_` in a file's name.
    private static func number(in path: String) -> UInt8? {
        let name = path.split(separator: "/").last ?? ""
        let parts = name.split(whereSeparator: { $0 == "_" || $0 == "." })
        guard let index = parts.firstIndex(where: { $0.hasSuffix("PKID") }), index + 1 < parts.count else { return nil }
        return UInt8(parts[index + 1])
    }
}
