// SPDX-License-Identifier: Apache-2.0

/// Puts the modules of a page that no other module imports into the page's own file: a browser needs them together, and one
/// file compresses better than several. The page then exports what they export.
///
/// In the folder they stay separate, for the people who read them. The modules of a page are joined only if the page imports
/// them by their names, and if the names at their top levels differ. An import stands on one line.
enum ScriptJoiner {
    /// Returns the files, with the pages in place of the modules that were joined.
    static func joined(_ files: [String: [UInt8]]) -> [String: [UInt8]] {
        var modules: [String: Module] = [:]
        for (path, bytes) in files
        where path.hasSuffix(".js") && !path.hasPrefix("vendor/") && !path.hasPrefix("texts/") {
            modules[path] = Module(path, String(decoding: bytes, as: UTF8.self))
        }
        var importers: [String: Set<String>] = [:]
        // Their names are those of an object in the module that imports them.
        var whole: Set<String> = []
        for module in modules.values {
            for one in module.imports {
                importers[one.path, default: []].insert(module.path)
                if !one.isList { whole.insert(one.path) }
            }
        }
        // What is loaded by its name: the pages, and what a page loads later.
        let named = Set(modules.values.flatMap(\.literals))
        func isPrivate(_ path: String) -> Bool {
            path.hasPrefix("pages/") && importers[path]?.count == 1 && !whole.contains(path)
                && !named.contains(name(path[...]))
        }
        var result = files
        for page in modules.values where page.path.hasPrefix("pages/") && !isPrivate(page.path) {
            let parts = page.imports.map(\.path).filter(isPrivate).compactMap { modules[$0] }
            guard !parts.isEmpty, let script = script(parts, page) else { continue }
            result[page.path] = Array(script.utf8)
            for part in parts { result[part.path] = nil }
        }
        return result
    }

    /// The script of a page with its parts before it; nil if names at their top levels are the same.
    private static func script(_ parts: [Module], _ page: Module) -> String? {
        let joined = Set(parts.map(\.path))
        var names = (parts + [page]).flatMap(\.names)
        guard Set(names).count == names.count else { return nil }
        var imports: [Import] = []
        for wanted in (parts + [page]).flatMap(\.imports) where !joined.contains(wanted.path) {
            if let index = imports.firstIndex(where: { $0.path == wanted.path && $0.isList && wanted.isList }) {
                imports[index].what += wanted.what.filter { !imports[index].what.contains($0) }
            } else if !imports.contains(wanted) {
                imports.append(wanted)
            }
        }
        names += imports.flatMap(\.names)
        guard Set(names).count == names.count else { return nil }
        let body = (parts + [page]).flatMap(\.body).map(String.init)
        return (imports.map(\.line) + body).joined(separator: "\n") + "\n"
    }

    /// An import of a module in the folder `pages`.
    private struct Import: Equatable {
        /// The path of the imported module below the folder.
        let path: String
        /// The imported names, as they are written, `a as b`; a single `* as a` for all.
        var what: [String]
        /// True for a list in braces.
        let isList: Bool

        /// The names in the importing module.
        var names: [Substring] { what.compactMap { $0.split(separator: " ").last } }

        var line: String {
            let from = path.hasPrefix("pages/") ? "./" + path.dropFirst("pages/".count) : "../" + path
            let list = what.joined(separator: ", ")
            return "import \(isList ? "{ \(list) }" : list) from '\(from)';"
        }
    }

    private struct Module {
        let path: String
        private(set) var imports: [Import] = []
        /// The lines without the imports.
        private(set) var body: [Substring] = []
        /// The names at the top level.
        private(set) var names: [Substring] = []
        /// All literals in single quotation marks that are names of files: without the folder and the extension.
        private(set) var literals: Set<Substring> = []

        init(_ path: String, _ text: String) {
            self.path = path
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                if let one = Self.parsed(line, in: path) {
                    imports.append(one)
                } else {
                    body.append(line)
                    names += Self.declared(line)
                    for literal in line.split(separator: "'", omittingEmptySubsequences: false).dropFirst() {
                        literals.insert(ScriptJoiner.name(literal))
                    }
                }
            }
        }

        /// The import on a line; nil for another line.
        private static func parsed(_ line: Substring, in path: String) -> Import? {
            guard line.hasPrefix("import "), line.hasSuffix("';"), let from = line.firstRange(of: " from '") else {
                return nil
            }
            let what = line[..<from.lowerBound].dropFirst("import ".count)
            let target = line[from.upperBound...].dropLast("';".count)
            let folder = path.hasPrefix("pages/") ? "pages/" : ""
            let resolved = target.hasPrefix("../") ? String(target.dropFirst(3)) : folder + target.dropFirst(2)
            guard what.hasPrefix("{"), what.hasSuffix("}") else {
                return Import(path: resolved, what: [String(what)], isList: false)
            }
            let list = what.dropFirst().dropLast().split(separator: ",").map { name in
                name.split(separator: " ").joined(separator: " ")
            }
            return Import(path: resolved, what: list, isList: true)
        }

        /// The names that a line declares at the top level, where lines are not indented.
        private static func declared(_ line: Substring) -> [Substring] {
            guard line.first != " " else { return [] }
            var words = line.split(separator: " ", maxSplits: 3)[...]
            if words.first == "export" { words = words.dropFirst() }
            if words.first == "async" { words = words.dropFirst() }
            guard let kind = words.first, ["function", "function*", "const", "let", "class"].contains(kind) else {
                return []
            }
            let rest = line[kind.endIndex...].drop { $0 == " " }
            let end = rest.firstIndex { kind.hasPrefix("function") ? $0 == "(" : $0 == "=" || $0 == ";" }
            let names = rest[..<(end ?? rest.endIndex)].split {
                !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$"
            }
            return kind == "class" ? Array(names.prefix(1)) : names
        }
    }

    /// The name by which scripts load a module: `map-own` for `pages/map-own.js` and for `./map-own.js`.
    private static func name(_ path: Substring) -> Substring {
        let name = path.split(separator: "/").last ?? ""
        return name.hasSuffix(".js") ? name.dropLast(".js".count) : name
    }
}
