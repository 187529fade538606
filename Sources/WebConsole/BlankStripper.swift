// SPDX-License-Identifier: Apache-2.0

/// Removes the blanks from scripts that separate nothing, such as those around operators, so that browsers load less.
///
/// Ends of lines stay, because they may end statements. Strings, templates, regular expressions and comments stay as they
/// are. Where a blank may matter, it stays: between words, between two signs, beside a slash, and between a digit and a dot.
struct BlankStripper {
    private let bytes: [UInt8]
    private var index = 0
    private var result: [UInt8] = []
    /// True if there were blanks before the next token.
    private var hasBlank = false
    /// The number of open braces, and that number for each template literal around them.
    private var depth = 0
    private var templates: [Int] = []

    /// Returns the script without these blanks; the script itself if a literal in it does not end.
    static func stripped(_ script: [UInt8]) -> [UInt8] {
        var stripper = BlankStripper(script)
        return stripper.strip() ? stripper.result : script
    }

    private init(_ script: [UInt8]) {
        bytes = script
        result.reserveCapacity(script.count)
    }

    private mutating func strip() -> Bool {
        while index < bytes.count {
            let byte = bytes[index]
            var end: Int? = index + 1
            switch byte {
            case UInt8(ascii: " "):
                (hasBlank, index) = (true, index + 1)
                continue
            case UInt8(ascii: "'"), UInt8(ascii: "\""): end = endOfLiteral(from: index + 1, byte)
            case UInt8(ascii: "`"): end = endOfTemplate(from: index + 1)
            case UInt8(ascii: "/"): end = endAfterSlash()
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                if templates.last == depth {
                    templates.removeLast()
                    end = endOfTemplate(from: index + 1)
                } else {
                    depth -= 1
                }
            default: break
            }
            guard let end else { return false }
            add(bytes[index..<end])
            index = end
        }
        return true
    }

    private mutating func add(_ token: ArraySlice<UInt8>) {
        if hasBlank, let before = result.last, let after = token.first, Self.mustSeparate(before, after) {
            result.append(UInt8(ascii: " "))
        }
        hasBlank = false
        result += token
    }

    private static func mustSeparate(_ before: UInt8, _ after: UInt8) -> Bool {
        if isOfWord(before) && isOfWord(after) { return true }
        if before == UInt8(ascii: "/") || after == UInt8(ascii: "/") { return true }
        if isSign(before) && isSign(after) { return true }
        return after == UInt8(ascii: ".") && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(before)
    }

    /// The index behind a literal that the delimiter ends; nil if the line ends before.
    private func endOfLiteral(from start: Int, _ delimiter: UInt8) -> Int? {
        var index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
            if bytes[index] == delimiter { return index + 1 }
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    /// The index behind the part of a template literal before its next expression, or behind its end; nil if it has no end.
    private mutating func endOfTemplate(from start: Int) -> Int? {
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "`"): return index + 1
            case UInt8(ascii: "\\"): index += 2
            case UInt8(ascii: "$") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "{"):
                templates.append(depth)
                return index + 2
            default: index += 1
            }
        }
        return nil
    }

    /// The index behind a comment, a regular expression or an operator that begins with a slash; nil if it has no end.
    private func endAfterSlash() -> Int? {
        let rest = bytes[(index + 1)...]
        switch rest.first {
        case UInt8(ascii: "/"): return rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        case UInt8(ascii: "*"):
            return zip(rest.indices, zip(rest, rest.dropFirst()))
                .first { $0.1 == (UInt8(ascii: "*"), UInt8(ascii: "/")) }.map { $0.0 + 2 }
        default: return beginsExpression ? endOfPattern() : index + 1
        }
    }

    /// True if an expression begins here, so that a slash begins a regular expression and divides nothing.
    private var beginsExpression: Bool {
        guard let last = result.lastIndex(where: { $0 != UInt8(ascii: "\n") }) else { return true }
        if Self.isOfWord(result[last]) {
            let word = result[...last].reversed().prefix(while: Self.isOfWord).reversed()
            return Self.wordsBeforeExpressions.contains { word.elementsEqual($0.utf8) }
        }
        return !")]}'\"`".utf8.contains(result[last])
    }

    private static let wordsBeforeExpressions = [
        "return", "typeof", "case", "in", "of", "new", "delete", "void", "throw", "await", "yield", "else", "do",
        "instanceof",
    ]

    /// The index behind a regular expression without its flags; nil if the line ends before.
    private func endOfPattern() -> Int? {
        var (index, isInClass) = (index + 1, false)
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
            switch bytes[index] {
            case UInt8(ascii: "/") where !isInClass: return index + 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "\\"): index += 1
            default: break
            }
            index += 1
        }
        return nil
    }

    private static func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "#"), 0x80...:
            true
        default: false
        }
    }
}
