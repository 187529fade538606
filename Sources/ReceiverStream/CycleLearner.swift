// SPDX-License-Identifier: Apache-2.0

/// Learns which sentence is the last of an epoch, so that the epoch can be closed before the next one begins.
///
/// Only a sentence that ended many consecutive epochs counts, and a sentence that was wrong once never counts again:
/// some receivers send sky views only every fifth second, and the number of their groups changes.
struct CycleLearner: Sendable {
    /// The identity of a sentence within the cycle: its address and, for GSV, whether it is the last of its group and
    /// the signal.
    struct Mark: Hashable, Sendable {
        var address: UInt64
        var isLastOfGroup: Bool
        var signal: UInt8?
    }

    /// The number of consecutive epochs needed: more than the five between two sky views.
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

    /// Returns true if a sentence ends the epoch.
    func isEnd(_ mark: Mark) -> Bool { count >= Self.habit && mark == candidate && !banned.contains(mark) }

    /// Returns true if at least the last three epochs ended with a sentence.
    func isUsualEnd(_ mark: Mark) -> Bool { count >= 3 && mark == candidate }

    /// Notes that a sentence arrived after its epoch had been closed.
    mutating func wasWrong() {
        if let candidate, banned.count < Self.mostBanned { banned.insert(candidate) }
        candidate = nil
        count = 0
    }
}
