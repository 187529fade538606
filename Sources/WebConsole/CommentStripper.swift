// SPDX-License-Identifier: Apache-2.0

/// Removes comments and indentation from scripts and style sheets, so that browsers need not load them.
///
/// Only comments that stand alone on their lines are removed: `// …`, and `/* … */` over one line or several. Their lines
/// stay as empty ones, so that a browser's error messages name the right line. No literal in these files extends over
/// several lines and has such a line; a test checks that.
enum CommentStripper {
    /// Returns the text without the comments and the indentation.
    static func stripped(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isInside = false
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            if index > 0 { result.append(UInt8(ascii: "\n")) }
            let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            let begins = !isInside && text.starts(with: "/*".utf8)
            if isInside || begins {
                isInside = true
                guard let end = end(of: begins ? text.dropFirst(2) : text[...]) else { continue }
                isInside = false
                let rest = text[end...]
                // Code behind a comment stays, and the comment with it.
                if !rest.allSatisfy({ $0 == UInt8(ascii: " ") }) { result += begins ? text : rest }
            } else if !text.starts(with: "//".utf8) {
                result += text
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
