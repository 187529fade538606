// SPDX-License-Identifier: Apache-2.0

public import OSNMA

/// A file of trust material: XML of the European GNSS Service Centre, or a public key in PEM.
///
/// A file counts whole or not at all: if anything about it is wrong, it has a problem and no entries.
public struct TrustFile: Sendable {
    /// A root or a key, with what the file says of it.
    public struct Entry: Hashable, Sendable {
        /// What is to be trusted.
        public enum Anchor: Hashable, Sendable {
            /// The root of a Merkle tree.
            case root(MerkleRoot)
            /// A public key.
            case key(PublicKey<Unverified>)
        }

        /// The root or key.
        public let anchor: Anchor
        /// The leaf of the key in its tree, 0...15, where the file says it.
        public internal(set) var leaf: UInt8?
        /// The root of the tree that a key is proven to belong to; nil where no file proves it.
        public internal(set) var tree: MerkleRoot?
        /// It applies from then on, in milliseconds since 1970-01-01 UTC.
        public internal(set) var begin: Int64?
        /// It applies until then, in milliseconds since 1970-01-01 UTC.
        public internal(set) var end: Int64?

        /// A root or a key.
        ///
        /// - Parameters:
        ///   - anchor: the root or key.
        ///   - leaf: of a key in its tree, 0...15.
        ///   - tree: the root of a key's tree.
        ///   - begin: it applies from then on, in milliseconds since 1970-01-01 UTC.
        ///   - end: it applies until then, as above.
        public init(
            anchor: Anchor, leaf: UInt8? = nil, tree: MerkleRoot? = nil, begin: Int64? = nil, end: Int64? = nil
        ) {
            (self.anchor, self.leaf, self.tree, self.begin, self.end) = (anchor, leaf, tree, begin, end)
        }
    }

    /// Something in the file that is not as it must be.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// Its line, from 1; nil where it concerns the whole file.
        public let line: Int?
        /// What is wrong and what is expected.
        public let text: String

        /// The text with its line: `line 7: …`; without a line the text alone.
        public var description: String { line.map { "line \($0): \(text)" } ?? text }

        /// The same with the name of the file: `key.xml, line 7: …`.
        public func description(in name: String) -> String { line == nil ? "\(name) \(self)" : "\(name), \(self)" }
    }

    /// The greatest file that is read, in bytes: a mebibyte.
    public static let longest = 1 << 20

    /// Roots and keys in the order of the file, each once; none if there is a problem.
    public private(set) var entries: [Entry] = []
    /// The Merkle trees of the file.
    private(set) var trees: [MerkleTree] = []
    /// Whether it says that it is of a simulation (`mission` of its header is `SIM`): anybody may have its private keys.
    public private(set) var isSimulation = false
    /// What is wrong with it.
    public private(set) var problems: [Problem] = []

    /// Roots of Merkle trees: of each tree the node at the top.
    public var roots: [MerkleRoot] {
        entries.compactMap { if case .root(let root) = $0.anchor { root } else { nil } }
    }

    /// Public keys, not yet trusted.
    public var keys: [PublicKey<Unverified>] {
        entries.compactMap { if case .key(let key) = $0.anchor { key } else { nil } }
    }

    /// Reads a file, XML or PEM, whichever it is.
    ///
    /// - Parameters:
    ///   - bytes: its content, at most `longest`.
    ///   - name: its name, in which a key in PEM has its PKID: `…PKID_2.pem`.
    ///   - pkid: the PKID of a key in PEM; nil: that in the name.
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
    /// - Parameter text: the content of the file, at most `longest` bytes.
    public init(xml text: String) {
        do throws(TrustDocument.Failure) {
            let document = try Self.document(text)
            (entries, trees, isSimulation) = (document.entries, document.trees, document.isSimulation)
        } catch {
            problems = [Problem(line: error.line, text: error.text)]
        }
    }

    private static func document(_ text: String) throws(TrustDocument.Failure) -> TrustDocument {
        guard text.utf8.count <= longest else { throw TrustDocument.Failure(line: nil, text: tooLong) }
        guard text.utf8.contains(UInt8(ascii: "<")) else {
            throw TrustDocument.Failure(
                line: nil, text: "is neither XML nor PEM; expected \(expected), or a public key in PEM")
        }
        let document = try TrustDocument.read(Array(text.utf8))
        guard !document.entries.isEmpty else {
            throw TrustDocument.Failure(
                line: nil,
                text: "contains neither a Merkle tree nor a public key in the right place; expected \(expected)")
        }
        return document
    }

    private static let expected = "OSNMA_MerkleTree_….xml or OSNMA_PublicKey_….xml of the European GNSS Service Centre"
    static let tooLong = "is larger than 1 MiB, so it is not a file of keys or Merkle trees"

    /// A file that holds one key.
    init(_ entry: Entry) { entries = [entry] }

    /// A file that holds nothing that counts.
    init(_ problem: Problem) { problems = [problem] }

    /// The number behind `PKID_` in a file's name.
    private static func number(in path: String) -> UInt8? {
        let name = path.split(separator: "/").last ?? ""
        let parts = name.split(whereSeparator: { $0 == "_" || $0 == "." })
        guard let index = parts.firstIndex(where: { $0.hasSuffix("PKID") }), index + 1 < parts.count else { return nil }
        return UInt8(parts[index + 1])
    }
}
