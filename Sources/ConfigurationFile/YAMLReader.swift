// SPDX-License-Identifier: Apache-2.0

internal import Settings
import Yams

/// Reads YAML, or its subset JSON, into nodes, with limits on everything that could grow.
///
/// The language is YAML 1.2 without anchors, aliases and tags, with a single document and keys that are words.
struct YAMLReader {
    /// The largest nesting depth of lists and sections.
    static let maximumDepth = 32
    /// The largest number of aliases in a text that is passed to the composer, although aliases are rejected in any
    /// case. The composer compares keys by their expansion, which grows exponentially with the number of aliases.
    static let maximumAliases = 6

    private let file: String
    private var errors: [ConfigurationError] = []

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - text: The YAML; an empty text, or one with only comments, is a section without keys.
    ///   - file: The name of the file in errors.
    /// - Throws: `ConfigurationErrors` with all errors in the YAML.
    static func read(_ text: String, file: String) throws(ConfigurationErrors) -> ConfigurationNode {
        var reader = YAMLReader(file: file)
        let node = reader.compose(text)
        guard reader.errors.isEmpty, let node else { throw ConfigurationErrors(reader.errors) }
        return node
    }

    private init(file: String) { self.file = file }

    private mutating func compose(_ text: String) -> ConfigurationNode? {
        // Some editors begin a file with a byte-order mark, which the parser refuses before some documents.
        let text = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
        if Self.aliasBomb(text) != nil, let place = Self.aliasBomb(Self.withoutComments(text)) {
            report(.notSupported, place, "YAML aliases (*name) are not supported")
            return nil
        }
        do {
            // Keep the parser while the nodes are converted, because they reference their anchors weakly.
            let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
            guard let root = try parser.nextRoot() else { return .empty }
            let node = withExtendedLifetime(parser) { convert(root, depth: 0) }
            if let second = try parser.nextRoot() {
                report(
                    .multipleDocuments, TextPosition(second.mark), "a second document begins here; only one is allowed")
            }
            return node.map { $0.isNull ? .empty : $0 }
        } catch let error as YamlError {
            report(error, in: text)
        } catch {
            report(.syntax, nil, "is not valid YAML")
        }
        return nil
    }

    /// The place of the first word that may be an alias, if a text has anchors and more than ``maximumAliases`` such
    /// words; otherwise nil.
    private static func aliasBomb(_ text: String) -> TextPosition? {
        // The others end characters that begin a line in YAML, and the byte-order mark, which may stand before a line.
        let separators = Set(" \t\r\n[{,:?-".utf8).union([0x85, 0xA8, 0xA9, 0xBF])
        var (anchors, aliases) = (0, 0)
        var first: TextPosition?
        var (line, column) = (1, 0)
        var previous = UInt8(ascii: "\n")
        var mark: UInt8?
        for byte in text.utf8 {
            if let mark, !separators.contains(byte) || byte == UInt8(ascii: "-") {
                if mark == UInt8(ascii: "&") {
                    anchors += 1
                } else {
                    aliases += 1
                    first = first ?? TextPosition(line: line, column: column)
                }
            }
            let isMark = byte == UInt8(ascii: "&") || byte == UInt8(ascii: "*")
            mark = isMark && separators.contains(previous) ? byte : nil
            previous = byte
            if byte == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 0)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return anchors > 0 && aliases > maximumAliases ? first : nil
    }

    /// The text without the comments that no quotes follow. Each `#` before a quote may be part of a quoted text, behind
    /// which aliases can stand in the same line.
    private static func withoutComments(_ text: String) -> String {
        // Some of these end a line, and a comment, too.
        let ends: Set<Unicode.Scalar> = ["\"", "'", "\r", "\u{85}", "\u{2028}", "\u{2029}"]
        var kept = String.UnicodeScalarView()
        for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
            let body = line.last == "\r" ? line.dropLast() : line
            let tail = body.lastIndex { ends.contains($0) }.map { body[$0...].dropFirst() } ?? body
            var previous: Unicode.Scalar = tail.startIndex == body.startIndex ? " " : "\""
            let comment = tail.indices.first { index in
                defer { previous = tail[index] }
                return tail[index] == "#" && (previous == " " || previous == "\t")
            }
            kept.append(contentsOf: body[..<(comment ?? body.endIndex)])
            kept.append("\n")
        }
        return String(kept)
    }

    private mutating func report(_ cause: ConfigurationError.Cause, _ position: TextPosition?, _ problem: String) {
        let error = ConfigurationError(cause: cause, file: file, position: position, problem: problem)
        // An anchored node is visited again at each of its aliases.
        guard errors.count < ConfigurationErrors.maximumCount, !errors.contains(error) else { return }
        errors.append(error)
    }
}

// MARK: nodes

extension YAMLReader {
    private mutating func convert(_ node: Node, depth: Int) -> ConfigurationNode? {
        let position = TextPosition(node.mark) ?? .start
        guard depth < Self.maximumDepth else {
            report(.tooDeep, position, "nested more than \(Self.maximumDepth) levels deep")
            return nil
        }
        if let anchor = node.anchor {
            report(.notSupported, position, "YAML anchors (&\(anchor.rawValue.printable)) are not supported")
            return nil
        }
        switch node {
        case .scalar(let scalar):
            guard let isPlain = isPlain(scalar) else { return nil }
            return ConfigurationNode(content: .scalar(scalar.string, isPlain: isPlain), position: position)
        case .sequence(let sequence):
            guard hasNoTag(sequence.tag, sequence.mark) else { return nil }
            let nodes = sequence.compactMap { convert($0, depth: depth + 1) }
            return ConfigurationNode(content: .list(nodes), position: position)
        case .mapping(let mapping):
            guard hasNoTag(mapping.tag, mapping.mark) else { return nil }
            return ConfigurationNode(content: .section(entries(mapping, depth: depth)), position: position)
        case .alias:
            report(.notSupported, position, "YAML aliases (*name) are not supported")
            return nil
        }
    }

    private mutating func entries(_ mapping: Node.Mapping, depth: Int) -> [ConfigurationNode.Entry] {
        var entries: [ConfigurationNode.Entry] = []
        for (key, value) in mapping {
            guard case .scalar(let name) = key else {
                report(.syntax, TextPosition(key.mark), "a key must be a word, not a list or a section")
                continue
            }
            guard key.anchor == nil, hasNoTag(name.tag, name.mark) else {
                report(
                    .notSupported, TextPosition(name.mark),
                    "YAML anchors (&name) and tags (!name) are not supported")
                continue
            }
            guard let node = convert(value, depth: depth + 1) else { continue }
            let position = TextPosition(name.mark) ?? .start
            entries.append(ConfigurationNode.Entry(key: name.string, keyPosition: position, value: node))
        }
        return entries
    }

    /// True if a scalar is unquoted; nil if its tag was rejected.
    private mutating func isPlain(_ scalar: Node.Scalar) -> Bool? {
        guard hasNoTag(scalar.tag, scalar.mark) else { return nil }
        return scalar.style == .plain && scalar.tag.description != Tag.Name.str.rawValue
    }

    private mutating func hasNoTag(_ tag: Tag, _ mark: Mark?) -> Bool {
        let name = tag.description
        // Quoted scalars and compared keys get the tag for text implicitly.
        if name.isEmpty || name == Tag.Name.str.rawValue { return true }
        report(.notSupported, TextPosition(mark), "YAML tags (\(name.printable)) are not supported")
        return false
    }
}

// MARK: errors of YAML

extension YAMLReader {
    private mutating func report(_ error: YamlError, in text: String) {
        switch error {
        case .memory:
            report(.tooDeep, nil, "nested more than \(Self.maximumDepth) levels deep")
        case .reader(let problem, let offset, _, _):
            let position = offset.flatMap { TextPosition(of: $0, in: text) }
            report(.syntax, position, "is not valid YAML: \(problem)")
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _):
            let tab = Self.tab(before: mark.line, in: text)
            if let tab, problem.contains("tab character") || problem.contains("cannot start any token") {
                report(.syntax, tab, "this line is indented with a tab: use spaces")
            } else if problem.contains("nesting level") {
                report(.tooDeep, TextPosition(mark), "nested more than \(Self.maximumDepth) levels deep")
            } else {
                let place = context.map { ", \($0.text) of line \($0.mark.line)" } ?? ""
                let hint = tab.map { "; line \($0.line) is indented with a tab: use spaces" } ?? ""
                report(.syntax, TextPosition(mark), "is not valid YAML: \(problem)\(place)\(hint)")
            }
        case .composer(_, let problem, let mark, _):
            report(.notSupported, TextPosition(mark), "is not valid YAML: \(problem)")
        case .duplicatedKeysInMapping(let keys, let context):
            let lines = Self.lines(of: Set(keys), from: context.mark, in: text)
            for key in keys.sorted().prefix(ConfigurationErrors.maximumCount) {
                reportDuplicate(key, lines[key] ?? [], context.mark)
            }
        default:
            report(.syntax, nil, "is not valid YAML")
        }
    }
}

extension YAMLReader {
    /// The place of a tab in the indentation of a line or the previous one; nil if neither has one.
    private static func tab(before line: Int, in text: String) -> TextPosition? {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for number in [line, line - 1] where lines.indices.contains(number - 1) {
            let indentation = lines[number - 1].prefix { $0 == " " || $0 == "\t" }
            if let tab = indentation.firstIndex(of: "\t"), indentation.count < lines[number - 1].count {
                let column = indentation.distance(from: indentation.startIndex, to: tab) + 1
                return TextPosition(line: number, column: column)
            }
        }
        return nil
    }

    /// Reports a key that a section contains twice, at the second place and with a reference to the first.
    ///
    /// - Parameters:
    ///   - lines: The lines that begin with the key.
    ///   - mark: The start of the section.
    private mutating func reportDuplicate(_ key: String, _ lines: [Int], _ mark: Mark) {
        guard lines.count > 1 else {
            return report(
                .duplicateKey, TextPosition(mark), "\(key.quoted) appears twice in the section that begins here")
        }
        for line in lines.dropFirst().prefix(ConfigurationErrors.maximumCount) {
            report(
                .duplicateKey, TextPosition(line: line, column: mark.column),
                "\(key.quoted) is given twice: it already appears in line \(lines[0])")
        }
    }

    /// The lines of a block-style section that begin with each of the keys.
    private static func lines(of keys: Set<String>, from mark: Mark, in text: String) -> [String: [Int]] {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        var found: [String: [Int]] = [:]
        for (index, line) in lines.enumerated().dropFirst(max(0, mark.line - 1)) {
            let indentation = index == mark.line - 1 ? mark.column - 1 : line.prefix { $0 == " " }.count
            let content = line.dropFirst(indentation)
            guard let first = content.first, first != "#" else { continue }
            // The section ends at a line with less indentation.
            if indentation < mark.column - 1 { break }
            guard indentation == mark.column - 1, let key = key(content), keys.contains(key) else { continue }
            found[key, default: []].append(index + 1)
        }
        return found
    }

    /// The key with which a line begins; nil if it begins otherwise.
    private static func key(_ line: Substring) -> String? {
        if let quote = line.first, quote == "\"" || quote == "'" {
            let parts = line.dropFirst().split(separator: quote, maxSplits: 1, omittingEmptySubsequences: false)
            return parts.last?.first { $0 != " " } == ":" ? parts.first.map(String.init) : nil
        }
        var rest = line
        while let colon = rest.firstIndex(of: ":") {
            rest = rest[colon...].dropFirst()
            // Within a key, other characters follow a colon.
            guard rest.isEmpty || rest.first == " " || rest.first == "\t" else { continue }
            var key = line[..<colon]
            while key.last == " " { key.removeLast() }
            return String(key)
        }
        return nil
    }
}

extension TextPosition {
    /// Converts a place from Yams; nil if Yams reports none.
    fileprivate init?(_ mark: Mark?) {
        guard let mark else { return nil }
        self.init(line: mark.line, column: mark.column)
    }

    /// The place of the character at an offset; nil if the text is shorter.
    package init?(of offset: Int, in text: String) {
        guard let end = text.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex) else { return nil }
        let lines = text[..<end].split(omittingEmptySubsequences: false) { $0.isNewline }
        self.init(line: lines.count, column: (lines.last?.unicodeScalars.count ?? 0) + 1)
    }
}
