// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import OSNMA
import Testing

@testable import OSNMAFiles

/// Files of trust material that are read together.
struct TrustFolderTests {
    private final class Folder {
        let path = NSTemporaryDirectory() + "gnss-trust-\(UUID().uuidString)"

        init(_ files: [String: String]) throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)")) }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private static let key = """
        <PublicKey><Applicability><Begin>2026-01-01T00:00:00Z</Begin></Applicability><i>1</i><PKID>2</PKID>
        <point>02219204B5CA6C46B623EEED6CDD2CDDB1F7D6A7532767E5B8DA0DE1EBD695FC99</point></PublicKey>
        """
    private static let other = """
        <PublicKey><i>7</i><PKID>8</PKID>
        <point>036864EAA4347FFDEEB8BE07BB0730DDA2F0C25D9D8670C391E3B3815CCDECC988</point></PublicKey>
        """

    @Test func `a key has the tree that another file proves it under, and keys of no tree have none`() throws {
        let folder = try Folder([
            "a.xml": Self.key, "b.XML": TrustFileTests.tree(), "c.xml": Self.other, "d.txt": "no key",
        ])
        let content = try TrustFolder(folder.path)
        #expect(content.errors.isEmpty && content.files.count == 3 && !content.isSimulation)
        let root = try #require(content.anchors.roots.first)
        let keys = content.entries.filter { if case .key = $0.anchor { true } else { false } }
        #expect(keys.map(\.tree) == [root, nil] && keys.map(\.leaf) == [1, 7])
        // Of both files the later beginning counts.
        #expect(keys.map(\.begin) == [1_767_225_600_000, nil])
    }

    @Test func `a leaf that a tree lists beside the key it proves is a key of the tree`() throws {
        // The neighbour's leaf is that of the other key, in a tree that is made of both.
        let first = try #require(TrustFile(xml: Self.other).keys.first)
        let second = try #require(TrustFile(xml: Self.key).keys.first)
        let nodes: [MerkleTree.Place: [UInt8]] = [
            .init(level: 0, index: 1): second.fingerprint.bytes,
            .init(level: 1, index: 1): [UInt8](repeating: 1, count: 32),
            .init(level: 2, index: 1): [UInt8](repeating: 2, count: 32),
            .init(level: 3, index: 1): [UInt8](repeating: 3, count: 32),
        ]
        let siblings = (UInt8(0)...3).compactMap { nodes[.init(level: $0, index: 1)] }
        let root = try #require(MerkleRoot(Self.root(of: first.fingerprint.bytes, siblings)))
        var tree = MerkleTree(root: root, nodes: nodes)
        let isProven = [tree.proves(second, leaf: 0), tree.proves(first, leaf: 0)]
        #expect(isProven == [false, true])
        #expect(tree.contains(second, leaf: 1) && tree.contains(second, leaf: nil) && !tree.contains(second, leaf: 7))
    }

    /// The root over a leaf of place 0.
    private static func root(of leaf: [UInt8], _ siblings: [[UInt8]]) -> [UInt8] {
        siblings.reduce(leaf) { Array(SHA256.hash(data: $0 + $1)) }
    }

    @Test func `a refused file is named with its line, and the others count`() throws {
        let folder = try Folder([
            "a.xml": Self.key, "b.xml": Self.other.replacing("CCDECC988", with: ""), "c.pem": "no key",
            "d.xml": Self.other + String(repeating: "\n", count: TrustFile.longest),
        ])
        try FileManager.default.createDirectory(atPath: folder.path + "/e.xml", withIntermediateDirectories: true)
        let content = try TrustFolder(folder.path)
        #expect(content.entries.count == 1)
        let words = content.errors.map(\.description)
        try #require(words.count == 4, "\(words)")
        #expect(words[0].hasPrefix("\(folder.path)/b.xml, line 2: point"))
        #expect(words[1].hasPrefix("\(folder.path)/c.pem is neither XML nor PEM"))
        #expect(words[2].contains("/d.xml is larger than 1 MiB"))
        #expect(words[3].contains("/e.xml is not a regular file"))
        #expect(throws: TrustFolder.FolderError.self) { try TrustFolder("/nowhere") }
    }

    @Test func `a file that is being written has its content from before, and one that is removed has none`() throws {
        let folder = try Folder(["a.xml": Self.key, "b.xml": Self.other])
        let first = try TrustFolder(folder.path)
        try Data(Self.key.utf8.prefix(60)).write(to: URL(fileURLWithPath: folder.path + "/a.xml"))
        let second = try TrustFolder(folder.path, before: first)
        #expect(second.errors.count == 1 && second.isKept(folder.path + "/a.xml"))
        #expect(second.entries == first.entries && first.entries.count == 2)
        #expect(try TrustFolder(folder.path).entries.count == 1)
        try FileManager.default.removeItem(atPath: folder.path + "/a.xml")
        #expect(try TrustFolder(folder.path, before: second).entries.count == 1)
    }

    @Test func `a folder contains a limited number of keys, and the file that exceeds it is refused`() throws {
        let files = (0..<TrustFolder.mostEntries).map { number in
            let id = "<PKID>\(number % 16)"
            let text =
                number < 16 ? Self.key.replacing("<PKID>2", with: id) : Self.other.replacing("<PKID>8", with: id)
            return ("\(number + 10).xml", text)
        }
        var all = Dictionary(uniqueKeysWithValues: files)
        all["99.xml"] = TrustFileTests.tree()
        let folder = try Folder(all)
        let content = try TrustFolder(folder.path)
        #expect(content.entries.count == TrustFolder.mostEntries)
        #expect(content.errors.count == 1 && content.errors.first?.path.hasSuffix("/99.xml") == true)
    }

    @Test(arguments: ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59.999Z"])
    func `an end in the last second of the year 9999 is none`(end: String) {
        let text = Self.key.replacing("</Begin>", with: "</Begin><End>\(end)</End>")
        let entries = TrustFile(xml: text).entries
        #expect(entries.count == 1 && entries.first?.end == nil && entries.first?.begin != nil)
        #expect(TrustFile(xml: Self.key.replacing("2026-01-01", with: "9999-12-31")).entries.isEmpty)
    }

    @Test(arguments: ["9999-12-31T00:00:00Z", "9999-12-31T23:59:59.Z", "9999-12-31T23:59:59x1Z", "9999-12-31TZ"])
    func `another end in the year 9999 is refused`(end: String) {
        let text = Self.key.replacing("</Begin>", with: "</Begin><End>\(end)</End>")
        #expect(TrustFile(xml: text).entries.isEmpty)
    }

    @Test(
        "every file of the service centre at hand is read, and proves its key",
        .enabled(if: ProcessInfo.processInfo.environment["GNSS_TEST_DATA"] != nil, "GNSS_TEST_DATA is not set"))
    func published() throws {
        let data = (ProcessInfo.processInfo.environment["GNSS_TEST_DATA"] ?? "") + "/osnma"
        let names = try FileManager.default.subpathsOfDirectory(atPath: data).filter { $0.hasSuffix(".xml") }
        #expect(names.count > 15)
        for folder in Set(names.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }) {
            let content = try TrustFolder("\(data)/\(folder)")
            #expect(content.errors.isEmpty, "\(content.errors)")
            for entry in content.entries {
                guard case .key(let key) = entry.anchor else { continue }
                #expect(entry.tree != nil, "\(folder): PKID \(key.id)")
            }
        }
    }
}
