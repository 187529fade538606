// SPDX-License-Identifier: Apache-2.0

/// A sentence with its fields as values.
public protocol TypedSentence: Hashable, Sendable {
    /// The fields of a sentence, or nil if it is another one or no such sentence can look like it.
    init?(_ sentence: NMEASentence)
}

extension TypedSentence {
    /// The fields of a line `$…*hh` whose checksum has been seen to be right.
    public init?(line: [UInt8]) {
        self.init(NMEASentence(line.span, bodyEnd: line.lastIndex(of: .asterisk) ?? line.count))
    }
}
