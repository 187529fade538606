// SPDX-License-Identifier: Apache-2.0

extension Double {
    /// Parses a decimal number, such as `-1.5` or `1e3`. `Double(text)` also accepts `0x10`, `inf` and `nan`.
    package init?(decimal text: some StringProtocol) {
        guard text.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }) else { return nil }
        self.init(text)
    }
}
