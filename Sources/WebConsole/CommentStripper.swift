// SPDX-License-Identifier: Apache-2.0

/// Removes comments, empty lines and indentation from scripts and style sheets, so that browsers need not load them.
///
/// Only comments that stand alone on their lines are removed, with these lines: `// …`, and `/* … */` over one line or
/// several. A browser's error messages name the lines of what is left; those of a console that is served from a folder are
/// right. No literal in these files extends over several lines and has a comment's or an empty line; a test checks that.
enum CommentStripper {
    /// Returns the text without the comments, the empty lines and the indentation.
    static func stripped(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isInside = false
        func add(_ line: ArraySlice<UInt8>) {
            if !result.isEmpty { result.append(UInt8(ascii: "\n")) }
            result += line
        }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            let begins = !isInside && text.starts(with: "/*".utf8)
            if isInside || begins {
                isInside = true
                guard let end = end(of: begins ? text.dropFirst(2) : text[...]) else { continue }
                isInside = false
                let rest = text[end...]
                // Code behind a comment stays, and the comment with it.
                if !rest.allSatisfy({ $0 == UInt8(ascii: " ") }) { add(begins ? text : rest) }
            } else if !text.isEmpty, !text.starts(with: "//".utf8) {
                add(text)
            }
        }
        return result
    }

    /// The index behind the end of a block comment; nil if the line does not end it.
    private static func end(of text: ArraySlice<UInt8>) -> Int? {
        zip(text.indices, zip(text, text.dropFirst()))
            .first { $0.1 == (UInt8(ascii: "*"), UInt8(ascii: "/")) }.map { $0.0 + 2 }
    }
}
