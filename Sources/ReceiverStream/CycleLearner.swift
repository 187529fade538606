// SPDX-License-Identifier: Apache-2.0

/// Learns which sentence is the last of an epoch, so that the epoch need not wait for the next to begin.
///
/// Only a sentence that ended many epochs in a row counts, and one that was wrong once never counts again: sky views
/// come every fifth second on some receivers, and the number of their groups changes.
struct CycleLearner: Sendable {
    /// What a sentence is to the cycle: its address and, of GSV, whether it is the last of its group and of which.
    struct Mark: Hashable, Sendable {
        var address: UInt64
        var isLastOfGroup: Bool
        var signal: UInt8?
    }

    /// So many epochs in a row make a habit: more than the five between two sky views.
    private static let habit = 12
    private static let mostBanned = 64

    private var candidate: Mark?
    private var count = 0
    private var banned: Set<Mark> = []

    /// Notes that an epoch ended with a sentence because another epoch began.
    mutating func ended(with mark: Mark) {
        if mark == candidate {
            count = min(count + 1, Self.habit)
        } else {
            candidate = mark
            count = 1
        }
    }

    /// Whether a sentence ends the epoch.
    func isEnd(_ mark: Mark) -> Bool { count >= Self.habit && mark == candidate && !banned.contains(mark) }

    /// Whether the last three epochs ended with a sentence.
    func isUsualEnd(_ mark: Mark) -> Bool { count >= 3 && mark == candidate }

    /// Notes that a sentence of the epoch came after it had been closed.
    mutating func wasWrong() {
        if let candidate, banned.count < Self.mostBanned { banned.insert(candidate) }
        candidate = nil
        count = 0
    }
}
