// SPDX-License-Identifier: Apache-2.0

/// Delays guessing: 1 s after the first failed attempt that is not free, doubled after each further one, at most 60 s.
struct GuessDelay {
    /// The number of guessers remembered; beyond it, the one with the fewest failed attempts is forgotten, and of those
    /// the one with the oldest attempt. Guessers with few attempts cannot push one out whose delay has grown.
    static let limit = 4096
    static let longest = Duration.seconds(60)
    /// A guesser is forgotten after this time without an attempt.
    static let memory = Duration.seconds(600)

    /// The number of failed attempts without a delay.
    private let free: Int
    private var guessers: [String: (wrong: Int, last: ContinuousClock.Instant)] = [:]

    init(free: Int = 0) { self.free = free }

    /// The remaining delay before this guesser's next attempt; zero if it may try now.
    func pause(for guesser: String, at now: ContinuousClock.Instant) -> Duration {
        guard let known = guessers[guesser] else { return .zero }
        return max(.zero, known.last + delay(after: known.wrong) - now)
    }

    /// Records a failed attempt.
    mutating func noteWrong(_ guesser: String, at now: ContinuousClock.Instant) {
        guessers = guessers.filter { $0.value.last + Self.memory > now }
        let wrong = min((guessers[guesser]?.wrong ?? 0) + 1, 16)
        guessers[guesser] = (wrong, now)
        guard guessers.count > Self.limit, let least = guessers.min(by: { $0.value < $1.value }) else { return }
        guessers[least.key] = nil
    }

    /// Forgets a guesser after a successful attempt.
    mutating func noteRight(_ guesser: String) { guessers[guesser] = nil }

    private func delay(after wrong: Int) -> Duration {
        wrong <= free ? .zero : min(Self.longest, .seconds(1 << min(wrong - free - 1, 6)))
    }
}

/// A token bucket for one browser's commands: 20 at once, then 10 per second.
struct CommandRate {
    static let burst = 20.0
    static let perSecond = 10.0

    private var left = burst
    private var time: ContinuousClock.Instant

    init(at now: ContinuousClock.Instant) { time = now }

    /// Takes a token. Returns false if the bucket is empty.
    mutating func allows(at now: ContinuousClock.Instant) -> Bool {
        left = min(Self.burst, left + max(0, (now - time) / .seconds(1)) * Self.perSecond)
        time = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
