// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// How long to wait before a receiver is tried again: 1 s at first, twice as long after each failure, 30 s at most.
struct RetryPace: Sendable {
    /// The pause after a receiver turned us away: each try may open a dialogue, or count as one of few.
    static let refused = Duration.seconds(60)
    /// Data for so long makes a run a good one, after which the pauses begin from the first again.
    static let proof = Duration.seconds(10)

    private var backoff = Backoff(first: .seconds(1), longest: .seconds(30))
    private var wakes = 0

    /// The pause before the next try.
    mutating func pause(jitter: Double = .random(in: 0...1)) -> Duration { backoff.failed(jitter: jitter) }

    /// The receiver ran, or its device came back: the next pause is the first again.
    mutating func reset() {
        backoff.succeeded()
        wakes = 0
    }

    /// How long a change of the device's node is not heeded: a second, and longer where such changes led to nothing again
    /// and again, so that programs that open a port in turn do not wake each other for ever.
    var floor: Duration { backoff.first * (1 << max(0, wakes - 3)) }

    /// A pause has ended: by a change, or because it was over.
    mutating func note(isWoken: Bool) { wakes = min(max(0, wakes + (isWoken ? 1 : -1)), 6) }
}
