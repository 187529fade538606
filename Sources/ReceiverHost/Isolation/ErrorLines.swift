// SPDX-License-Identifier: Apache-2.0

internal import PluginHosting

/// Splits the standard error of a process into lines that can be displayed safely. Holds at most one line.
struct ErrorLines: Sendable {
    /// Maximum length of a line in bytes; longer lines are truncated.
    static let longest = 400

    private let longest: Int
    private var line: [UInt8] = []

    /// The last line that was not empty.
    private(set) var last: String?

    /// - Parameter longest: Maximum length of a line in bytes; longer lines are truncated.
    init(longest: Int = Self.longest) { self.longest = longest }

    /// Adds bytes and calls a closure with each complete line.
    mutating func append(_ bytes: UnsafeRawBufferPointer, _ body: (String) -> Void) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                finish(body)
            } else if line.count < longest {
                line.append(byte)
            }
        }
    }

    /// Ends the current line, even without a line ending.
    mutating func finish(_ body: (String) -> Void) {
        defer { line.removeAll(keepingCapacity: true) }
        let text = shownText(line)
        guard text.contains(where: { $0 != " " }) else { return }
        last = text
        body(text)
    }
}
