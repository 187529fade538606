// SPDX-License-Identifier: Apache-2.0

internal import OSNMA
internal import XMLReading

/// A `PublicKey` element while it is being read.
struct PublicKeyDraft {
    /// The names of the elements that are read, which are also those of the short form.
    static let names: Set = ["i", "PKID", "PKType", "point", "lengthInBits"]

    private var seen: Set<String> = []
    private var id: UInt8?
    private var leaf: UInt8?
    private var kind: PublicKeyKind?
    private var point: [UInt8]?

    /// Adds a child element; unknown ones are ignored.
    ///
    /// - Parameter value: The element's text; nil if it has child elements.
    /// - Throws: `XMLError` if the element is repeated or has an invalid value.
    mutating func take(_ name: String, _ value: String?) throws(XMLError) {
        guard Self.names.contains(name) else { return }
        guard seen.insert(name).inserted else { throw XMLError("a public key has a second \(name)") }
        let value = value ?? ""
        switch name {
        case "i":
            leaf = UInt8(value)
            guard (leaf ?? 16) < 16 else { throw wrong(name, value, "a number from 0 to 15") }
        case "PKID":
            id = UInt8(value)
            guard (id ?? 16) < 16 else { throw wrong(name, value, "a number from 0 to 15") }
        case "point":
            point = TrustFile.bytes(value)
            guard point != nil else { throw XMLError("point does not consist of hexadecimal digits") }
        case "PKType":
            kind = value.contains("P-256") ? .p256 : value.contains("P-521") ? .p521 : nil
            guard kind != nil else { throw wrong(name, value, "ECDSA P-256/SHA-256 or ECDSA P-521/SHA-512") }
        default: break
        }
    }

    /// The key and its leaf. If the kind is missing, it is derived from the length of the point.
    ///
    /// - Throws: `XMLError` if a part is missing or does not match the others.
    func finished() throws(XMLError) -> (key: PublicKey<Unverified>, leaf: UInt8?) {
        guard let id else { throw XMLError("a public key has a point but no PKID from 0 to 15") }
        guard let point else { throw XMLError("a public key has a PKID but no point") }
        let kind = kind ?? PublicKeyKind.allCases.first { $0.pointByteCount == point.count }
        guard let kind, let key = PublicKey<Unverified>(id: id, kind: kind, point: point) else {
            let expected = kind.map { "\($0.pointByteCount)" } ?? "33 (P-256) or 67 (P-521)"
            throw XMLError("the compressed point has \(point.count) bytes, expected \(expected)")
        }
        guard key.provisioned() != nil else {
            throw XMLError("the point is not on its curve: a digit may be wrong")
        }
        return (key, leaf)
    }
}

/// A `MerkleTree` element while it is being read.
struct MerkleTreeDraft {
    /// A `TreeNode` element while it is being read.
    struct Node {
        fileprivate var level: UInt8?
        fileprivate var index: UInt8?
        fileprivate var bytes: [UInt8]?

        /// Adds a child element.
        ///
        /// - Throws: `XMLError` if the element is repeated or has an invalid value.
        mutating func take(_ name: String, _ value: String?) throws(XMLError) {
            let value = value ?? ""
            switch name {
            case "j":
                guard level == nil, let number = UInt8(value), number <= 4 else {
                    throw wrong(name, value, "one level from 0 to 4")
                }
                level = number
            case "i":
                guard index == nil, let number = UInt8(value), number < 16 else {
                    throw wrong(name, value, "one number from 0 to 15")
                }
                index = number
            case "x_ji":
                guard bytes == nil, let node = TrustFile.bytes(value), node.count == 32 else {
                    throw XMLError("x_ji does not consist of 64 hexadecimal digits")
                }
                bytes = node
            default: break
            }
        }
    }

    var node: Node?
    var keys: [(key: PublicKey<Unverified>, leaf: UInt8?)] = []
    private var nodes: [MerkleTree.Place: [UInt8]] = [:]

    /// Adds the node that was just read to the tree.
    ///
    /// - Throws: `XMLError` if the node is incomplete or exists already.
    mutating func addNode() throws(XMLError) {
        guard let level = node?.level, let index = node?.index, let bytes = node?.bytes else {
            throw XMLError("a TreeNode must have j, i and x_ji")
        }
        guard nodes.updateValue(bytes, forKey: MerkleTree.Place(level: level, index: index)) == nil else {
            throw XMLError("there are two TreeNodes with j \(level) and i \(index)")
        }
        node = nil
    }

    /// The tree, after it has proven the keys in it.
    ///
    /// - Throws: `XMLError` if the tree has no root or does not prove a key.
    func finished() throws(XMLError) -> MerkleTree {
        guard let top = nodes[MerkleTree.Place(level: 4, index: 0)], let root = MerkleRoot(top) else {
            throw XMLError("a Merkle tree has no root (a TreeNode with j 4 and i 0)")
        }
        var tree = MerkleTree(root: root, nodes: nodes)
        for (key, leaf) in keys {
            guard let leaf, tree.siblings(of: leaf) != nil else {
                throw XMLError("the Merkle tree lacks nodes that prove its key PKID \(key.id)")
            }
            guard tree.proves(key, leaf: leaf) else {
                throw XMLError(
                    "the key of leaf \(leaf) does not lead to the root: the file is damaged, or not genuine")
            }
        }
        return tree
    }
}

/// A period of applicability, in milliseconds since 1970-01-01 UTC.
struct Applicability {
    private(set) var begin: Int64?
    private(set) var end: Int64?

    /// Adds a child element; others than `Begin` and `End` are ignored.
    ///
    /// - Throws: `XMLError` if the element is not an instant.
    mutating func take(_ name: String, _ value: String?) throws(XMLError) {
        guard name == "Begin" || name == "End" else { return }
        if name == "End", UTCText.isNever(value ?? "") { return }
        guard let time = UTCText.milliseconds(value ?? "") else {
            throw wrong(name, value ?? "", "an instant such as 2025-12-10T10:00:00Z")
        }
        if name == "Begin" { begin = time } else { end = time }
    }
}

private func wrong(_ name: String, _ value: String, _ expected: String) -> XMLError {
    XMLError("\(name) is \"\(TrustFile.excerpt(value))\"; expected \(expected)")
}
