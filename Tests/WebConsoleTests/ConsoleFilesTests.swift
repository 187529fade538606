// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import WebConsole

struct ConsoleFilesTests {
    /// The folder that the files come from.
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Console")

    private func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Self.folder.appending(path: path)))
    }

    @Test func `the program holds the files of the folder, without the comments of scripts and style sheets`() throws {
        let files = ConsoleFiles()
        let page = try #require(files.page)
        let source = String(decoding: try bytes("index.html"), as: UTF8.self)
        #expect(page.type == "text/html; charset=utf-8")
        #expect(
            String(decoding: page.bytes, as: UTF8.self)
                == source.replacingOccurrences(of: "/console/HASH/", with: "/console/\(files.fingerprint)/"))
        for path in files.paths where path != "index.html" {
            let served = String(decoding: try #require(files.file(path)).bytes, as: UTF8.self)
            let source = String(decoding: try bytes(path), as: UTF8.self)
            guard !path.hasPrefix("vendor/"), path.hasSuffix(".js") || path.hasSuffix(".css") else {
                #expect(served == source, "\(path)")
                continue
            }
            // The next test compares texts, and `SentScriptTests` scripts.
            if path.hasSuffix(".js") { continue }
            let stripped = CommentStripper.stripped(Array(source.utf8))
            #expect(served == String(decoding: stripped, as: UTF8.self) && !served.contains("SPDX"), "\(path)")
        }
        #expect(files.paths.contains { $0.hasPrefix("pages/") })
        #expect(!files.paths.contains { $0.contains("tests") })
    }

    /// The keys and texts of a catalogue in the folder.
    private func catalogue(_ path: String) throws -> [(key: String, text: String)] {
        let source = String(decoding: try bytes(path), as: UTF8.self)
        return source.matches(of: /'([\w.-]+)': '((?:[^'\\]|\\.)*)'/).map { (String($0.1), String($0.2)) }
    }

    @Test func `no text is lost when texts are sent as lines`() throws {
        let files = ConsoleFiles()
        let paths = files.paths.filter { $0.hasPrefix("texts/") }
        #expect(paths.count == 6)
        for path in paths {
            let served = String(decoding: try #require(files.file(path)).bytes, as: UTF8.self)
            let (begin, end) = ("export default `\n", "\n`;\n")
            try #require(served.hasPrefix(begin) && served.hasSuffix(end), "\(path) is sent as it is")
            let lines = served.dropFirst(begin.count).dropLast(end.count).split(
                separator: "\n", omittingEmptySubsequences: false
            ).map(String.init)
            let source = try catalogue(path)
            if path.hasSuffix("en.js") {
                #expect(lines == source.map { "\($0.key) \($0.text)" }, "\(path)")
            } else {
                // The browser takes the keys from the English file in its order.
                let keys = try catalogue(String(path.dropLast("de.js".count) + "en.js")).map(\.key)
                let texts = Dictionary(source.map { ($0.key, $0.text) }) { first, _ in first }
                #expect(keys.count > 10 && keys.count == source.count && lines == keys.map { texts[$0] }, "\(path)")
            }
        }
    }

    @Test func `pages without scripts have the words of the scripts, from the program and from a folder`() {
        for files in [ConsoleFiles(), ConsoleFiles(folder: Self.folder.path)] {
            for (language, word) in [
                ("en", "RTK, ambiguities fixed"), ("de", "RTK, Mehrdeutigkeiten gelöst"),
                ("fr", "RTK, ambiguïtés fixées"), ("xx", "RTK, ambiguities fixed"),
            ] {
                let words = ConsoleWords(files, language: language)
                #expect(words.word("quality", "rtk_fixed") == word && words["quality.rtk_fixed"] == word)
                #expect(words.word("quality", "of_tomorrow") == "of tomorrow" && words["no.such.key"] == "no.such.key")
            }
            let words = ConsoleWords(files, language: "en")
            // The first and the last text, and one with an escape.
            #expect(words["nav.label"] == "Pages" && words["raw.more"] == "{count} more fields are not shown.")
            #expect(words["session.ended"] == "This browser's session has ended. Sign in to continue.")
        }
    }

    @Test(arguments: [
        ("export default {\n'b': 'é\\'', 'a': '',\n};", "export default `\n\né\\'\n`;\n"),
        ("\nexport default { 'a': '{x}: \\\\', 'b': '}' };\n\n", "export default `\n{x}: \\\\\n}\n`;\n"),
        // Then the file is sent as it is.
        ("export default { 'a': '1' };", nil), ("export default { 'a': '1', 'c': '2' };", nil),
        ("export default { 'a': '1', 'b': '2', 'c': '3' };", nil), ("export default { 'a': '1', 'a': '2' };", nil),
        ("export default { 'a': '1', 'b': t };", nil), ("export default { 'a': '1', 'b': '2' }; x();", nil),
        ("export default { 'a': '1' 'b': '2' };", nil), ("export default { 'a': '1', 'b': '2", nil),
        ("export default { 'a': '1', 'b': '2\\", nil), ("export default { 'a'", nil), ("", nil),
        ("export default { 'a': '`', 'b': '2' };", nil), ("export default { 'a': '${x}', 'b': '2' };", nil),
        ("export default { 'a': '1\\n2', 'b': '2' };", nil), ("export default { 'a': '1\n2', 'b': '2' };", nil),
    ]) func `texts are listed in the order of the English keys`(source: String, expected: String?) throws {
        let english = Array("export default { 'a': 'x y', 'b': 'z' };".utf8)
        let files = ["texts/p-en.js": english, "texts/p-de.js": Array(source.utf8), "texts/other.js": english]
        let result = TextCatalogue.shortened(files)
        #expect(
            String(decoding: try #require(result["texts/p-en.js"]), as: UTF8.self)
                == "export default `\na x y\nb z\n`;\n")
        #expect(result["texts/p-de.js"] == Array((expected ?? source).utf8))
        #expect(result["texts/other.js"] == english)
    }

    @Test(arguments: [
        ("a // b\n  // c\nd", "a // b\nd"), ("/* a\n b */\nc", "c"), ("/* a */ b", "/* a */ b"),
        ("/* a\nb */ c", " c"), ("x /* a */", "x /* a */"), ("/*/ a\n*/b", "b"), ("/** a */\n", ""), ("", ""),
        ("/* open", ""), ("'// a'", "'// a'"), ("  a\n    b", "a\nb"), ("a\n\n  \nb\n", "a\nb"),
    ]) func `only comments that stand alone and empty lines are removed`(text: String, expected: String) {
        #expect(String(decoding: CommentStripper.stripped(Array(text.utf8)), as: UTF8.self) == expected)
    }

    @Test func `all that the page names is there`() throws {
        let files = ConsoleFiles()
        let page = String(decoding: try #require(files.page).bytes, as: UTF8.self)
        let named = page.matches(of: /\/console\/([0-9a-f]{16})\/([a-z\/.-]+)/)
        #expect(named.count > 2)
        for match in named {
            #expect(match.1 == files.fingerprint)
            #expect(files.file(String(match.2)) != nil, "\(match.2)")
        }
        #expect(!page.contains("HASH"))
    }

    @Test func `Leaflet is the one that its makers published`() throws {
        // `script/bootstrap` fetches it and compares its hash; a build without it has none.
        let files = ConsoleFiles()
        let leaflet = try #require(files.file("vendor/leaflet/leaflet.js"), "run script/bootstrap")
        #expect(String(decoding: leaflet.bytes.prefix(100), as: UTF8.self).contains("Leaflet 1.9.3"))
        #expect(files.file("vendor/leaflet/leaflet.css") != nil)
    }

    @Test func `compressed files are the same when they are unpacked`() throws {
        let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "console-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ConsoleFiles()
        for path in files.paths {
            let file = try #require(path == "index.html" ? files.page : files.file(path))
            guard let compressed = file.compressed else { continue }
            let url = folder.appending(path: "x.gz")
            try Data(compressed).write(to: url)
            let process = Process()
            (process.executableURL, process.arguments) = (URL(filePath: "/usr/bin/env"), ["gzip", "-dc", url.path])
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let unpacked = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitForEnd()
            #expect(Array(unpacked) == file.bytes, "\(path)")
        }
    }

    /// The design's limits, in bytes as they are sent.
    @Test func `the console is light`() throws {
        let files = ConsoleFiles()
        func weight(_ path: String) -> Int {
            guard let file = files.file(path) else { return 0 }
            return file.compressed?.count ?? file.bytes.count
        }
        let own = files.paths.filter { !$0.hasPrefix("vendor/") }
        let (pages, texts) = (own.filter { $0.hasPrefix("pages/") }, own.filter { $0.hasPrefix("texts/") })
        let shell = own.filter { !pages.contains($0) && !texts.contains($0) && !$0.hasSuffix(".txt") }
        #expect(shell.map(weight).reduce(0, +) <= 40_000)
        for page in pages { #expect(weight(page) <= 20_000, "\(page)") }
        for text in texts { #expect(weight(text) <= 12_000, "\(text)") }
        #expect(own.map(weight).reduce(0, +) <= 200_000)
    }

    @Test func `a folder is read at each request, and only what belongs to a console`() throws {
        let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "console-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "pages"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ConsoleFiles(folder: folder.path)
        #expect(files.page == nil && files.paths == [])
        try Data("a".utf8).write(to: folder.appending(path: "index.html"))
        try Data("b".utf8).write(to: folder.appending(path: "pages/map.js"))
        try Data("secret".utf8).write(to: folder.appending(path: "key.pem"))
        #expect(files.paths == ["index.html", "pages/map.js"])
        let before = files.fingerprint
        try Data("c".utf8).write(to: folder.appending(path: "pages/map.js"))
        #expect(files.fingerprint != before)
        #expect(files.file("../key.pem") == nil && files.file("key.pem") == nil)
    }
}
