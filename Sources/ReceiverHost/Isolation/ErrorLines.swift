// SPDX-License-Identifier: Apache-2.0

internal import PluginHosting

/// Cuts what a process writes to its standard error into lines fit to be shown. Holds one line at most.
struct ErrorLines: Sendable {
    /// Longer lines are cut, in bytes.
    static let longest = 400

    private let longest: Int
    private var line: [UInt8] = []

    /// The last line that was not empty.
    private(set) var last: String?

    /// - Parameter longest: longer lines are cut, in bytes.
    init(longest: Int = Self.longest) { self.longest = longest }

    /// Takes bytes, and hands over each line that is whole.
    mutating func append(_ bytes: UnsafeRawBufferPointer, _ body: (String) -> Void) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                finish(body)
            } else if line.count < longest {
                line.append(byte)
            }
        }
    }

    /// What stands there without an end of line is a line too.
    mutating func finish(_ body: (String) -> Void) {
        defer { line.removeAll(keepingCapacity: true) }
        let text = shownText(line)
        guard text.contains(where: { $0 != " " }) else { return }
        last = text
        body(text)
    }
}
