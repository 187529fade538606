// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The time to wait before a receiver is tried again: 1 s at first, twice as long after each failure, 30 s at most.
struct RetryPace: Sendable {
    /// The pause after a receiver refused the connection: each attempt may open a dialogue, or be one of the few that
    /// the receiver allows.
    static let refused = Duration.seconds(60)
    /// A run with data for this long is a success, after which the pauses start again from the first.
    static let proof = Duration.seconds(10)

    private var backoff = Backoff(first: .seconds(1), longest: .seconds(30))
    private var wakes = 0

    /// Returns the pause before the next attempt.
    mutating func pause(jitter: Double = .random(in: 0...1)) -> Duration { backoff.failed(jitter: jitter) }

    /// Restarts with the first pause, because the receiver ran or its device reappeared.
    mutating func reset() {
        backoff.succeeded()
        wakes = 0
    }

    /// The time during which changes of the device's node are ignored: one second, and longer if such changes
    /// repeatedly led to nothing, so that programs that open a port in turn do not wake each other forever.
    var floor: Duration { backoff.first * (1 << max(0, wakes - 3)) }

    /// Notes the end of a pause: by a change, or because it was over.
    mutating func note(isWoken: Bool) { wakes = min(max(0, wakes + (isWoken ? 1 : -1)), 6) }
}
