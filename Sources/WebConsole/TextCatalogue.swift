// SPDX-License-Identifier: Apache-2.0

/// Makes the texts of the pages lighter: each is a line, an English one behind its key, those of the other languages in the
/// order of the English keys.
///
/// A browser that shows German loads the English texts too, so the keys would come twice. In the folder each language
/// has its keys, for the people who translate; `text.js` reads both forms.
enum TextCatalogue {
    /// A key and its text as they stand in the script, without their quotation marks.
    typealias Pair = (key: ArraySlice<UInt8>, text: ArraySlice<UInt8>)

    /// Replaces the catalogues by their lines. What cannot be replaced stays as it is.
    static func shortened(_ files: [String: [UInt8]]) -> [String: [UInt8]] {
        var result = files
        for (path, bytes) in files where path.hasPrefix("texts/") && path.hasSuffix("en.js") {
            let stem = path.dropLast("en.js".count)
            guard stem.hasSuffix("/") || stem.hasSuffix("-"), let english = pairs(bytes),
                let lines = lines(english.map { $0.key + [UInt8(ascii: " ")] + $0.text })
            else { continue }
            result[path] = lines
            for (other, bytes) in files
            where other.hasPrefix(stem) && other.utf8.count == path.utf8.count && other != path {
                if let lines = self.lines(of: bytes, like: english) { result[other] = lines }
            }
        }
        return result
    }

    /// A script with the texts in the order of the English keys; nil if the two do not have the same keys, or if it is
    /// more than a plain list of keys and texts.
    static func lines(of bytes: [UInt8], like english: [Pair]) -> [UInt8]? {
        guard let own = pairs(bytes), own.count == english.count else { return nil }
        let texts = Dictionary(own.map { ($0.key, $0.text) }) { first, _ in first }
        let ordered = english.compactMap { texts[$0.key] }
        return ordered.count == english.count ? lines(ordered) : nil
    }

    /// A script with one literal; nil if a text would end a line or the literal.
    private static func lines(_ texts: [ArraySlice<UInt8>]) -> [UInt8]? {
        let body = Array(texts.joined(separator: [UInt8(ascii: "\n")]))
        let isPlain = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count == texts.count
        let pairs = zip(body, body.dropFirst())
        guard isPlain, !body.contains(UInt8(ascii: "`")),
            !pairs.contains(where: { $0 == (UInt8(ascii: "$"), UInt8(ascii: "{")) }),
            !pairs.contains(where: { $0 == (UInt8(ascii: "\\"), UInt8(ascii: "n")) })
        else { return nil }
        return Array("export default `\n".utf8) + body + Array("\n`;\n".utf8)
    }

    /// The texts of a catalogue by their keys, whether it was replaced by its lines or not.
    ///
    /// - Parameter english: The English catalogue, which has the keys of one that was replaced.
    static func texts(_ bytes: [UInt8], of english: [UInt8]) -> [String: String] {
        if let written = pairs(CommentStripper.stripped(bytes)) {
            return Dictionary(written.map { (string($0.key), string($0.text)) }) { first, _ in first }
        }
        let (heads, own, isEnglish) = (listed(english), listed(bytes), bytes == english)
        guard heads.count == own.count else { return [:] }
        var texts: [String: String] = [:]
        for (head, line) in zip(heads, own) {
            let key = head.prefix { $0 != UInt8(ascii: " ") }
            texts[string(key)] = string(isEnglish ? head.dropFirst(key.count + 1) : line)
        }
        return texts
    }

    /// The lines of a catalogue that was replaced by them; empty if it was not.
    private static func listed(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let (begin, end) = (Array("export default `\n".utf8), Array("\n`;\n".utf8))
        guard bytes.count >= begin.count + end.count, bytes.starts(with: begin) else { return [] }
        return bytes[begin.count..<(bytes.count - end.count)].split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    /// The text of a literal without its escapes.
    private static func string(_ literal: ArraySlice<UInt8>) -> String {
        var isEscaped = false
        let bytes = literal.filter { byte in
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            return !isEscaped
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The keys and texts of a script `export default { 'key': 'text', … };` without comments; nil if it is more than that.
    static func pairs(_ bytes: [UInt8]) -> [Pair]? {
        var rest = bytes[...]
        var pairs: [Pair] = []
        guard take("export default {", from: &rest) else { return nil }
        while !take("}", from: &rest) {
            guard let key = literal(from: &rest), take(":", from: &rest), let text = literal(from: &rest) else {
                return nil
            }
            pairs.append((key, text))
            guard take(",", from: &rest) || rest.first == UInt8(ascii: "}") else { return nil }
        }
        return take(";", from: &rest) && rest.isEmpty ? pairs : nil
    }

    /// Takes a word and the white space around it.
    private static func take(_ word: String, from rest: inout ArraySlice<UInt8>) -> Bool {
        rest = rest.drop(while: isSpace)
        guard rest.starts(with: word.utf8) else { return false }
        rest = rest.dropFirst(word.utf8.count).drop(while: isSpace)
        return true
    }

    /// Takes a literal in single quotation marks, and the white space behind it.
    private static func literal(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard rest.first == UInt8(ascii: "'") else { return nil }
        var index = rest.startIndex + 1
        while index < rest.endIndex, rest[index] != UInt8(ascii: "'") {
            index += rest[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < rest.endIndex else { return nil }
        let text = rest[rest.startIndex + 1..<index]
        rest = rest[(index + 1)...].drop(while: isSpace)
        return text
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") }
}
