// SPDX-License-Identifier: Apache-2.0

/// `PMTK…` and `PAIR…`: answers and notifications of MediaTek and Airoha.
public struct MediaTekSentence: TypedSentence {
    /// The sentence's decoded content.
    public enum Content: Hashable, Sendable {
        /// The result of a command, with the command's number: for `PMTK` 0 invalid, 1 unsupported, 2 failed, 3 done;
        /// for `PAIR` 0 done, 1 in progress, 2 failed, 3 unsupported, 4 wrong parameter, 5 busy.
        case acknowledgement(command: Int, result: Int)
        /// The text with which the firmware identifies itself.
        case firmware(String)
        /// Any other sentence of the manufacturer.
        case other
    }

    /// True for Airoha, false for MediaTek.
    public var isAiroha: Bool
    /// The packet number, 0...999.
    public var number: Int
    public var content: Content

    /// Reads the fields of a sentence; nil if it is of a different kind.
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
