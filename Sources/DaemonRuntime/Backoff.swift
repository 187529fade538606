// SPDX-License-Identifier: Apache-2.0

/// How long to wait before a receiver is tried again: 1 s at first, twice as long after each failure, 30 s at most, and
/// up to a quarter less by chance, so that several receivers do not try in step.
package struct Backoff: Sendable {
    /// The first pause.
    package static let first = Duration.seconds(1)
    /// The longest pause.
    package static let longest = Duration.seconds(30)
    /// The pause after a receiver turned us away: each try may open a dialogue, or count as one of few.
    package static let refused = Duration.seconds(60)
    /// Data for so long makes a run a good one, after which the pauses begin from the first again.
    package static let proof = Duration.seconds(10)

    private var next = Self.first
    private var wakes = 0

    package init() {}

    /// The pause before the next try.
    ///
    /// - Parameter chance: 0...1, what of the quarter is taken off.
    package mutating func pause(chance: Double = .random(in: 0...1)) -> Duration {
        let pause = next
        next = min(next * 2, Self.longest)
        return pause * (1 - 0.25 * chance)
    }

    /// The receiver ran, or its device came back: the next pause is the first again.
    package mutating func reset() { (next, wakes) = (Self.first, 0) }

    /// How long a change of the device's node is not heeded: a second, and longer where such changes led to nothing again
    /// and again, so that programs that open a port in turn do not wake each other for ever.
    package var floor: Duration { Self.first * (1 << max(0, wakes - 3)) }

    /// A pause has ended: by a change, or because it was over.
    package mutating func note(isWoken: Bool) { wakes = min(max(0, wakes + (isWoken ? 1 : -1)), 6) }
}
