// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Returns the longest beginning of the text that has at most `limit` bytes in UTF-8 and does not end within a
    /// Unicode scalar. A single character may have any number of bytes, so a number of characters limits nothing.
    package func beginning(bytes limit: Int) -> Substring {
        guard utf8.count > limit else { return self[...] }
        var end = utf8.index(startIndex, offsetBy: max(0, limit))
        // A scalar has at most four bytes.
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return Substring(unicodeScalars[..<end])
    }
}
