// SPDX-License-Identifier: Apache-2.0

/// `PMTK…` and `PAIR…`: answers and notices of MediaTek and Airoha.
public struct MediaTekSentence: TypedSentence {
    /// The sentence's decoded content.
    public enum Content: Hashable, Sendable {
        /// The answer to a command, with its number and the result: for `PMTK` 0 invalid, 1 unsupported, 2 failed,
        /// 3 done; for `PAIR` 0 done, 1 in work, 2 failed, 3 unsupported, 4 wrong parameter, 5 busy.
        case acknowledgement(command: Int, result: Int)
        /// The firmware, in its own words.
        case firmware(String)
        /// Anything else.
        case other
    }

    /// Whether it is Airoha's.
    public var isAiroha: Bool
    /// The number of the packet, 0...999.
    public var number: Int
    public var content: Content

    /// The fields of a sentence, or nil if it is another one.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .mediaTek || sentence.kind == .airoha else { return nil }
        guard let number = Int(sentence.address.dropFirst(4)) else { return nil }
        isAiroha = sentence.kind == .airoha
        self.number = number
        content = .other
        if number == 1, let command = sentence.integer(1), let result = sentence.integer(2) {
            content = .acknowledgement(command: command, result: result)
        } else if !isAiroha, number == 705, let release = sentence.nonEmptyText(1) {
            content = .firmware(release)
        } else if isAiroha, number == 20 || number == 21, let release = sentence.nonEmptyText(1) {
            content = .firmware(release)
        }
    }
}
