// SPDX-License-Identifier: Apache-2.0

public import OSNMA
internal import Wire

/// What a file of trust material holds: the XML files of the European GNSS Service Centre, and the shortened forms of
/// them that are about.
///
/// It looks for the elements it needs, wherever they stand; a file without a root element is read as well.
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
        /// It applies from then on, in milliseconds since 1970-01-01 UTC.
        public internal(set) var begin: Int64?
        /// It applies until then, in milliseconds since 1970-01-01 UTC.
        public internal(set) var end: Int64?

        /// A root or a key.
        ///
        /// - Parameters:
        ///   - anchor: the root or key.
        ///   - leaf: of a key in its tree, 0...15.
        ///   - begin: it applies from then on, in milliseconds since 1970-01-01 UTC.
        ///   - end: it applies until then, as above.
        public init(anchor: Anchor, leaf: UInt8? = nil, begin: Int64? = nil, end: Int64? = nil) {
            (self.anchor, self.leaf, self.begin, self.end) = (anchor, leaf, begin, end)
        }
    }

    /// Something in the file that is not as it must be.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// Its line, from 1; nil where it concerns the whole file.
        public let line: Int?
        /// What is wrong and what is expected.
        public let text: String

        /// `line 7: …`.
        public var description: String { line.map { "line \($0): \(text)" } ?? text }
    }

    /// Roots and keys in the order of the file, each once.
    public private(set) var entries: [Entry] = []
    /// Whether it says that it is of a simulation (`mission` of its header is `SIM`): anybody may have its private keys.
    public private(set) var isSimulation = false
    /// What is wrong with it; whoever lets people add files refuses those that have problems.
    public private(set) var problems: [Problem] = []

    /// Roots of Merkle trees: of each tree the node at the top.
    public var roots: [MerkleRoot] {
        entries.compactMap { if case .root(let root) = $0.anchor { root } else { nil } }
    }

    /// Public keys, not yet trusted.
    public var keys: [PublicKey<Unverified>] {
        entries.compactMap { if case .key(let key) = $0.anchor { key } else { nil } }
    }

    /// Reads a file.
    ///
    /// - Parameter text: XML; at most a mebibyte of it is looked at.
    public init(xml text: String) {
        let elements = XMLElements(text.utf8.prefix(1 << 20))
        var reading = Reading()
        for leaf in elements.leaves { reading.take(leaf) }
        reading.finish()
        (entries, problems, isSimulation) = (reading.entries, reading.problems, reading.isSimulation)
        if entries.isEmpty, problems.isEmpty {
            problems = [
                Problem(
                    line: nil,
                    text: elements.hasTags
                        ? """
                        holds neither a Merkle tree (a TreeNode with j 4) nor a public key (PKID and point); expected is \
                        OSNMA_MerkleTree_….xml or OSNMA_PublicKey_….xml of the European GNSS Service Centre
                        """
                        : """
                        is neither XML nor PEM; expected is OSNMA_MerkleTree_….xml or OSNMA_PublicKey_….xml of the \
                        European GNSS Service Centre, or a public key in PEM
                        """)
            ]
        }
    }

    /// A file that holds one key.
    init(_ entry: Entry?, _ problems: [Problem]) {
        entries = [entry].compactMap { $0 }
        self.problems = problems
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

    /// What a message shows of a file: the beginning, on one line.
    static func excerpt(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(40).map { $0.value < 0x20 || $0.value == 0x7F ? "?" : $0 }))
    }
}

extension TrustFile {
    /// Goes through the elements.
    private struct Reading {
        var entries: [Entry] = []
        var problems: [Problem] = []
        var isSimulation = false
        private var begin: Int64?
        private var end: Int64?
        private var key = Key()
        /// The level of the node that is being read, and the nodes of the tree so far.
        private var level: Int?
        private var nodes: [Int: [UInt8]] = [:]
        private var line = 1

        private struct Key {
            var id: UInt8?
            var leaf: UInt8?
            var kind: PublicKeyKind?
            var point: [UInt8]?
            var line = 1

            var isBegun: Bool { id != nil || point != nil }

            /// The key, once all that makes it is there; the kind follows from the length too.
            var whole: PublicKey<Unverified>? {
                guard let id, let point else { return nil }
                guard let kind = kind ?? PublicKeyKind.allCases.first(where: { $0.pointByteCount == point.count })
                else { return nil }
                return PublicKey(id: id, kind: kind, point: point)
            }
        }

        mutating func take(_ element: XMLElements.Leaf) {
            line = element.line
            let content = element.content
            switch element.name {
            case "mission": isSimulation = isSimulation || content == "SIM"
            case "Begin": begin = UTCText.milliseconds(content)
            case "End": end = UTCText.milliseconds(content)
            case "UID": (begin, end) = (nil, nil)
            case "j":
                closeKey()
                level = Int(content)
            case "x_ji": node(content)
            case "i": if level == nil { key.leaf = UInt8(content) }
            case "PKID": id(content)
            case "point": point(content)
            case "PKType": kind(content)
            default: break
            }
            if key.isBegun { key.line = element.line }
        }

        mutating func finish() {
            closeKey()
            checkTree()
        }

        private mutating func problem(_ text: String) { problems.append(Problem(line: line, text: text)) }

        private mutating func node(_ content: String) {
            defer { level = nil }
            guard let bytes = TrustFile.bytes(content), bytes.count == 32 else {
                return problem("x_ji is not 64 hexadecimal digits")
            }
            guard let level, (0...4).contains(level) else {
                return problem("this TreeNode has no level j of 0...4")
            }
            nodes[level] = bytes
            if level == 4, let root = MerkleRoot(bytes) {
                add(Entry(anchor: .root(root), leaf: nil, begin: begin, end: end))
            }
        }

        private mutating func id(_ content: String) {
            if key.id != nil { closeKey() }
            key.id = UInt8(content)
            if !(0...15).contains(key.id ?? 16) {
                problem("PKID is \"\(TrustFile.excerpt(content))\", not a number of 0...15")
            }
        }

        private mutating func point(_ content: String) {
            if key.point != nil { closeKey() }
            key.point = TrustFile.bytes(content)
            if key.point == nil { problem("point is not hexadecimal digits") }
        }

        private mutating func kind(_ content: String) {
            if content.contains("P-256") {
                key.kind = .p256
            } else if content.contains("P-521") {
                key.kind = .p521
            } else {
                problem(
                    "PKType is \"\(TrustFile.excerpt(content))\"; expected is ECDSA P-256/SHA-256 or ECDSA P-521/SHA-512"
                )
            }
        }

        private mutating func closeKey() {
            defer { key = Key() }
            guard key.isBegun else { return }
            guard let whole = key.whole else {
                if problems.isEmpty { problems.append(Problem(line: key.line, text: incompleteText)) }
                return
            }
            guard whole.provisioned() != nil else {
                problems.append(
                    Problem(line: key.line, text: "the point is none of its curve: a digit of it may be wrong"))
                return
            }
            add(Entry(anchor: .key(whole), leaf: key.leaf, begin: begin, end: end))
        }

        private var incompleteText: String {
            guard key.id != nil else { return "a public key has no PKID of 0...15 beside its point" }
            guard let point = key.point else { return "a public key has no point beside its PKID" }
            let expected = key.kind.map { "\($0.pointByteCount)" } ?? "33 (P-256) or 67 (P-521)"
            return "the compressed point has \(point.count) bytes, expected are \(expected)"
        }

        private mutating func add(_ entry: Entry) {
            if let index = entries.firstIndex(where: { $0.anchor == entry.anchor }) {
                entries[index].leaf = entries[index].leaf ?? entry.leaf
            } else {
                entries.append(entry)
            }
        }

        /// The file of a tree proves its own key.
        private mutating func checkTree() {
            let siblings = (0...3).compactMap { nodes[$0] }
            guard siblings.count == 4, let root = nodes[4].flatMap(MerkleRoot.init), entries.count == 2,
                case .key(let key)? = entries.map(\.anchor).first(where: { if case .key = $0 { true } else { false } }),
                let leaf = entries.compactMap(\.leaf).first
            else { return }
            guard key.verified(under: root, leaf: leaf, siblings: siblings) == nil else { return }
            problems.append(
                Problem(
                    line: nil,
                    text: "its key of leaf \(leaf) does not lead to its root: the file is damaged, or not genuine"))
        }
    }
}
