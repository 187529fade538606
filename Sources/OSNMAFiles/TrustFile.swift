// SPDX-License-Identifier: Apache-2.0

public import OSNMA
import Wire

/// What a file of trust material holds: the XML files of the European GNSS Service Centre, and the shortened forms of
/// them that are about.
///
/// It looks for the elements it needs, wherever they stand; a file without a root element is read as well.
public struct TrustFile: Sendable {
    /// Roots of Merkle trees: of each tree the node at the top.
    public private(set) var roots: [MerkleRoot] = []
    /// Public keys, not yet trusted.
    public private(set) var keys: [PublicKey<Unverified>] = []
    /// The leaves that the keys are in their tree, in the order of `keys`; nil where the file does not say.
    public private(set) var leaves: [UInt8?] = []

    /// Reads a file.
    ///
    /// - Parameter text: XML; at most a mebibyte of it is looked at.
    public init(xml text: String) {
        let elements = XMLElements(text.utf8.prefix(1 << 20))
        var node = Node()
        var key = Key()
        for (name, content) in elements.leaves {
            switch name {
            case "j": node.level = Int(content)
            case "x_ji":
                if node.level == 4, let bytes = Self.bytes(content), let root = MerkleRoot(bytes), !roots.contains(root)
                {
                    roots.append(root)
                }
                node = Node()
            case "PKID": key.id = UInt8(content)
            case "i": key.leaf = UInt8(content)
            case "point": key.point = Self.bytes(content)
            case "PKType": key.kind = Self.kind(content)
            default: continue
            }
            guard let whole = key.whole, name != "j", name != "x_ji" else { continue }
            if !keys.contains(whole) {
                keys.append(whole)
                leaves.append(key.leaf)
            }
            if key.leaf != nil || name != "point" { key = Key() }
        }
        if let whole = key.whole, !keys.contains(whole) {
            keys.append(whole)
            leaves.append(key.leaf)
        }
    }

    private struct Node { var level: Int? }

    private struct Key {
        var id: UInt8?
        var leaf: UInt8?
        var kind: PublicKeyKind?
        var point: [UInt8]?

        /// The key, once all that makes it is there; the kind follows from the length too.
        var whole: PublicKey<Unverified>? {
            guard let id, let point else { return nil }
            guard let kind = kind ?? PublicKeyKind.allCases.first(where: { $0.pointByteCount == point.count }) else {
                return nil
            }
            return PublicKey(id: id, kind: kind, point: point)
        }
    }

    private static func kind(_ text: String) -> PublicKeyKind? {
        if text.contains("P-256") { return .p256 }
        return text.contains("P-521") ? .p521 : nil
    }

    /// Hexadecimal digits of either case, white space left out.
    static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 > 0x20 }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = Hexadecimal.value(digits[index], digits[index + 1]) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}

/// The elements of an XML text that hold text only, in their order.
private struct XMLElements {
    private(set) var leaves: [(name: String, content: String)] = []

    private static let limit = 4096

    init(_ bytes: some Sequence<UInt8>) {
        var name: [UInt8] = []
        var text: [UInt8] = []
        var tag: [UInt8]? = nil
        for byte in bytes {
            if byte == 0x3C {
                tag = []
            } else if byte == 0x3E, let closed = tag {
                if closed.first == 0x2F {
                    if Array(closed.dropFirst()) == name, leaves.count < Self.limit {
                        leaves.append((String(decoding: name, as: UTF8.self), String(decoding: text, as: UTF8.self)))
                    }
                    name = []
                } else {
                    name = Array(closed.prefix { $0 > 0x20 })
                }
                text = []
                tag = nil
            } else if tag != nil {
                if (tag?.count ?? 0) < Self.limit { tag?.append(byte) }
            } else if text.count < Self.limit, byte > 0x20 || !text.isEmpty {
                text.append(byte)
            }
        }
    }
}
