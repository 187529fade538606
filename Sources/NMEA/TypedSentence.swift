// SPDX-License-Identifier: Apache-2.0

/// A sentence whose fields are decoded to values.
public protocol TypedSentence: Hashable, Sendable {
    /// Reads the fields of a sentence; nil if it is of a different kind or not well-formed.
    init?(_ sentence: NMEASentence)
}

extension TypedSentence {
    /// Reads the fields of a line `$…*hh` whose checksum was verified before.
    public init?(line: [UInt8]) {
        self.init(NMEASentence(line.span, bodyEnd: line.lastIndex(of: .asterisk) ?? line.count))
    }
}
