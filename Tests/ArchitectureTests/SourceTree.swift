// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A Swift file of the package with what the table of imports is about.
struct SourceFile {
    /// Its path below the package's folder.
    var path: String
    /// The module that it belongs to.
    var module: String
    /// What is in it.
    var text: String
    /// The modules that it imports.
    var imports: Set<String>
    /// The types declared at its top level.
    var types: Set<String>

    /// Reads a file's text.
    init(path: String, text: String) {
        (self.path, self.text) = (path, text)
        module = Self.module(of: path)
        (imports, types) = ([], [])
        var isInText = false
        for line in text.split(whereSeparator: \.isNewline) {
            // Templates in multi-line strings are no imports of the file that holds them.
            let marks = line.components(separatedBy: "\"\"\"").count - 1
            defer { if !marks.isMultiple(of: 2) { isInText.toggle() } }
            guard !isInText else { continue }
            if let name = Self.imported(by: line) { imports.insert(name) }
            if let name = Self.declared(by: line) { types.insert(name) }
        }
    }

    /// `Sources/X/…` is module X, `Plugins/X/…` too, but `Plugins/X/Export/…` is XPlugin.
    private static func module(of path: String) -> String {
        let parts = path.split(separator: "/")
        guard parts.count > 2 else { return "" }
        let name = parts[1].replacingOccurrences(of: "-", with: "_")
        return parts[0] == "Plugins" && parts[2] == "Export" ? name + "Plugin" : name
    }

    private static func imported(by line: Substring) -> String? {
        var words = line.split(whereSeparator: \.isWhitespace).drop { $0.hasPrefix("@") || Self.access.contains($0) }
        guard words.popFirst() == "import" else { return nil }
        if let kind = words.first, Self.kinds.contains(kind) { words.removeFirst() }
        return words.first?.split(separator: ".").first.map { String($0.filter { $0 != ";" }) }
    }

    private static func declared(by line: Substring) -> String? {
        guard line.first?.isWhitespace == false else { return nil }
        var words = line.split(whereSeparator: \.isWhitespace).drop {
            $0.hasPrefix("@") || Self.access.contains($0) || Self.modifiers.contains($0)
        }
        guard let kind = words.popFirst(), Self.declarations.contains(kind) else { return nil }
        return words.first.map { String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }
    }

    private static let access: Set<Substring> = ["public", "internal", "package", "private", "fileprivate", "open"]
    private static let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]
    private static let modifiers: Set<Substring> = ["final", "indirect", "nonisolated", "distributed"]
    private static let declarations: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
}

/// The package's sources.
enum SourceTree {
    /// The package's folder.
    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// All Swift files below `Sources` and `Plugins`, except those in hidden folders, in which builds keep other packages.
    static func files(in folders: [String] = ["Sources", "Plugins"]) throws -> [SourceFile] {
        var files: [SourceFile] = []
        for folder in folders {
            let url = package.appending(path: folder)
            guard let paths = FileManager.default.enumerator(atPath: url.path) else { continue }
            for case let path as String in paths
            where path.hasSuffix(".swift") && !path.hasPrefix(".") && !path.contains("/.") {
                let text = try String(contentsOf: url.appending(path: path), encoding: .utf8)
                files.append(SourceFile(path: "\(folder)/\(path)", text: text))
            }
        }
        return files
    }

    /// The folders directly below `Sources` and `Plugins`, as module names.
    static func modules() throws -> Set<String> {
        var modules: Set<String> = []
        for folder in ["Sources", "Plugins"] {
            let url = package.appending(path: folder)
            for name in (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [] {
                var isDirectory = false
                if let kind = try? url.appending(path: name).resourceValues(forKeys: [.isDirectoryKey]) {
                    isDirectory = kind.isDirectory == true
                }
                if isDirectory { modules.insert(name.replacingOccurrences(of: "-", with: "_")) }
            }
        }
        return modules
    }
}
