// SPDX-License-Identifier: Apache-2.0

internal import OSNMA
internal import XMLReading

/// Reads the service centre's XML. Roots and keys are accepted only at the places where the centre's files contain
/// them.
///
/// These places are `signalData/body/MerkleTree` and `signalData/body/PublicKey`, each also as the root element. Some
/// public keys are distributed in a short form, which is the content of a `PublicKey` element without the element
/// itself.
final class TrustDocument: XMLSink {
    /// The reason for refusing a document.
    struct DocumentError: Error {
        let line: Int?
        let text: String
    }

    /// The deepest allowed nesting of elements; the service centre's files have six levels.
    private static let depth = 16
    /// The longest allowed text of an element, in bytes.
    private static let longestText = 4096

    private(set) var entries: [TrustFile.Entry] = []
    private(set) var trees: [MerkleTree] = []
    private(set) var isSimulation = false

    /// The element names from the outermost inwards, with prefixes; the service centre uses none.
    private var path: [String] = []
    private var outermost: String?
    /// The text of the innermost element; nil after a child element.
    private var text: [UInt8]?
    private var key: PublicKeyDraft?
    private var tree: MerkleTreeDraft?
    private var times = Applicability()

    /// Reads a whole document.
    ///
    /// - Throws: `DocumentError` if the document is malformed or has invalid content.
    static func read(_ bytes: [UInt8]) throws(DocumentError) -> TrustDocument {
        let document = TrustDocument()
        var failure: DocumentError?
        do throws(XMLError) {
            try XMLReader.read(bytes, into: document, depth: depth)
        } catch { failure = DocumentError(line: error.line, text: error.reason) }
        // In the short form, the first element counts as the whole document, and everything after it is refused.
        if document.outermost.map(PublicKeyDraft.names.contains) ?? false { return try read(shortForm: bytes) }
        if let failure { throw failure }
        return document
    }

    private static func read(shortForm bytes: [UInt8]) throws(DocumentError) -> TrustDocument {
        let start = declarationEnd(bytes)
        let whole = bytes[..<start] + "<PublicKey>".utf8 + bytes[start...] + "</PublicKey>".utf8
        let document = TrustDocument()
        do throws(XMLError) {
            try XMLReader.read(Array(whole), into: document, depth: depth)
        } catch { throw DocumentError(line: error.line, text: error.reason) }
        return document
    }

    /// The end of the declaration `<?xml … ?>`, which may only be at the very beginning.
    private static func declarationEnd(_ bytes: [UInt8]) -> Int {
        let mark: [UInt8] = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? [0xEF, 0xBB, 0xBF] : []
        guard bytes.dropFirst(mark.count).starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ">"))
        else { return mark.count }
        return end + 1
    }

    /// The path of the innermost element within the body, such as `MerkleTree/PublicKey/PKID`; nil outside the body.
    private var place: [String]? {
        guard path.first == "signalData" else { return path }
        return path.starts(with: ["signalData", "body"]) ? Array(path.dropFirst(2)) : nil
    }

    func begin(_ name: String, _ attributes: XMLAttributes) throws {
        outermost = outermost ?? name
        path.append(name)
        text = []
        switch place {
        case ["MerkleTree"]: (tree, times) = (MerkleTreeDraft(), Applicability())
        case ["PublicKey"]: (key, times) = (PublicKeyDraft(), Applicability())
        case ["MerkleTree", "PublicKey"]: key = PublicKeyDraft()
        case ["MerkleTree", "TreeNode"]: tree?.node = MerkleTreeDraft.Node()
        default: break
        }
    }

    func text(_ piece: UnsafeBufferPointer<UInt8>) throws {
        guard text.map({ $0.count + piece.count <= Self.longestText }) ?? true else {
            throw XMLError("the text of an element has more than \(Self.longestText) bytes")
        }
        text?.append(contentsOf: piece)
    }

    func end() throws {
        let value = text.map { Self.trimmed($0) }
        let (place, name) = (place, path.popLast() ?? "")
        text = nil
        if name == "mission", value == "SIM" { isSimulation = true }
        switch place?.dropLast() {
        case ["PublicKey"], ["MerkleTree", "PublicKey"]: try key?.take(name, value)
        case ["MerkleTree", "TreeNode"]: try tree?.node?.take(name, value)
        case ["PublicKey", "Applicability"], ["MerkleTree", "Applicability"]: try times.take(name, value)
        case ["MerkleTree"] where name == "PublicKey":
            if let key = try key?.finished() { tree?.keys.append(key) }
            key = nil
        case ["MerkleTree"] where name == "TreeNode": try tree?.addNode()
        case [] where name == "PublicKey": try endKey()
        case [] where name == "MerkleTree": try endTree()
        default: break
        }
    }

    private func endKey() throws(XMLError) {
        guard let (key, leaf) = try key?.finished() else { return }
        add(TrustFile.Entry(anchor: .key(key), leaf: leaf, begin: times.begin, end: times.end))
        self.key = nil
    }

    private func endTree() throws(XMLError) {
        guard let draft = tree else { return }
        let tree = try draft.finished()
        for case (let key, let leaf?) in draft.keys {
            add(
                TrustFile.Entry(
                    anchor: .key(key), leaf: leaf, tree: tree.root, begin: times.begin, end: times.end))
        }
        add(TrustFile.Entry(anchor: .root(tree.root), begin: times.begin, end: times.end))
        trees.append(tree)
        self.tree = nil
    }

    private func add(_ entry: TrustFile.Entry) {
        if let index = entries.firstIndex(where: { $0.anchor == entry.anchor }) {
            entries[index].merge(entry)
        } else {
            entries.append(entry)
        }
    }

    private static func trimmed(_ text: [UInt8]) -> String {
        let start = text.drop { $0 <= 0x20 }
        let end = start.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start.startIndex
        return String(decoding: start[..<end], as: UTF8.self)
    }
}
