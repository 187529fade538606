// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A module's source files, and which of its folders depend on which.
///
/// A folder is one directly below the module's; files beside the folders count as one folder, named `.`. A folder depends
/// on another if one of its files uses the name of a type that is declared at the top level of a file of the other.
struct ModuleFolders {
    /// A Swift file.
    struct File {
        /// Its path below the module's folder.
        var path: String
        var text: String

        var folder: String {
            let parts = path.split(separator: "/")
            return parts.count > 1 ? String(parts[0]) : "."
        }
    }

    /// One folder uses a name of another.
    struct Arrow: Hashable {
        var from: String
        var to: String
    }

    /// Above this number of lines a module's folders have arrows of their own in the table.
    static let limitWithoutFolders = 4000
    /// Above this number of lines a module has to be divided.
    static let limit = 6000

    /// The lines of all its files, those of C included.
    var lines = 0
    var files: [File] = []

    init(files: [File]) {
        self.files = files
        lines = files.reduce(0) { $0 + Self.lines(of: $1.text) }
    }

    /// Reads a module below `Sources`.
    init(module folder: URL) throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
            let isSwift = path.hasSuffix(".swift")
            guard isSwift || path.hasSuffix(".c") || path.hasSuffix(".h") else { continue }
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            lines += Self.lines(of: text)
            if isSwift { files.append(File(path: path, text: text)) }
        }
    }

    private static func lines(of text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }

    /// The dependencies between folders, each with an example: the file and the name that it uses.
    var arrows: [Arrow: String] {
        var homes: [Substring: String] = [:]
        let parsed = files.map { (file: $0, names: Names($0.text)) }
        for (file, names) in parsed { for name in names.topLevel { homes[name] = file.folder } }
        var arrows: [Arrow: String] = [:]
        for (file, names) in parsed {
            for name in names.used.subtracting(names.declared).sorted() {
                guard let home = homes[name], home != file.folder else { continue }
                let arrow = Arrow(from: file.folder, to: home)
                if arrows[arrow] == nil { arrows[arrow] = "\(file.path) uses \(name)" }
            }
        }
        return arrows
    }

    /// The folders that depend on themselves through others.
    static func cyclic(_ arrows: some Sequence<Arrow>) -> [String] {
        var targets: [String: Set<String>] = [:]
        for arrow in arrows { targets[arrow.from, default: []].insert(arrow.to) }
        func reached(from start: String) -> Set<String> {
            var (found, open) = (Set<String>(), [start])
            while let next = open.popLast() {
                for target in targets[next] ?? [] where found.insert(target).inserted { open.append(target) }
            }
            return found
        }
        return targets.keys.filter { reached(from: $0).contains($0) }.sorted()
    }
}

/// The names in a Swift file.
private struct Names {
    /// Types declared at its top level that other files see.
    var topLevel: Set<Substring> = []
    /// Types declared at any level: they hide those of other files.
    var declared: Set<Substring> = []
    /// All words outside comments and strings.
    var used: Set<Substring> = []

    private static let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    init(_ text: String) {
        var isInText = false
        for line in text.split(separator: "\n") {
            let marks = line.components(separatedBy: "\"\"\"").count - 1
            defer { if !marks.isMultiple(of: 2) { isInText.toggle() } }
            guard !isInText, marks == 0 else { continue }
            read(line)
        }
    }

    private mutating func read(_ line: Substring) {
        let isHidden = line.hasPrefix("private ") || line.hasPrefix("fileprivate ")
        let isTopLevel = line.first?.isWhitespace == false && !isHidden
        var previous: Substring = ""
        for word in Self.words(line) {
            used.insert(word)
            if Self.kinds.contains(previous) {
                declared.insert(word)
                if isTopLevel { topLevel.insert(word) }
            }
            previous = word
        }
    }

    /// The words of a line without its comment and what stands between quotation marks.
    private static func words(_ line: Substring) -> [Substring] {
        var words: [Substring] = []
        let bytes = line.utf8
        var (at, isInString) = (bytes.startIndex, false)
        while at < bytes.endIndex {
            let byte = bytes[at]
            let next = bytes.index(after: at)
            if isInString {
                if byte == UInt8(ascii: "\\"), next < bytes.endIndex {
                    at = bytes.index(after: next)
                    continue
                }
                if byte == UInt8(ascii: "\"") { isInString = false }
                at = next
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
                at = next
            } else if byte == UInt8(ascii: "/"), next < bytes.endIndex, bytes[next] == byte {
                return words
            } else if isOfWord(byte) {
                let end = bytes[at...].firstIndex { !isOfWord($0) } ?? bytes.endIndex
                words.append(line[at..<end])
                at = end
            } else {
                at = next
            }
        }
        return words
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

extension Layers {
    /// What a module's size and folders break of the rules, in sentences.
    func faults(of module: String, _ contents: ModuleFolders) -> [String] {
        var faults: [String] = []
        if contents.lines > ModuleFolders.limit, !largeModules.contains(module) {
            faults.append("\(module) has \(contents.lines) lines; above \(ModuleFolders.limit) it has to be divided")
        }
        guard contents.lines > ModuleFolders.limitWithoutFolders else {
            if folders[module] != nil { faults.append("\(module) is small: its folders need no arrows in the table") }
            return faults
        }
        let drawn = Set(
            (folders[module] ?? [:]).flatMap { from, targets in
                targets.map { ModuleFolders.Arrow(from: from, to: $0) }
            })
        let cyclic = ModuleFolders.cyclic(drawn)
        if !cyclic.isEmpty { faults.append("the table has a cycle between folders of \(module): \(cyclic)") }
        for (arrow, example) in contents.arrows where !drawn.contains(arrow) {
            faults.append("\(module): \(arrow.from) may not depend on \(arrow.to): \(example)")
        }
        return faults.sorted()
    }
}
