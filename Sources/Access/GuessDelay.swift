// SPDX-License-Identifier: Apache-2.0

/// Makes who guesses wait: 1 s after the first wrong try, then twice as long each time, 60 s at most.
struct GuessDelay {
    /// Of how many guessers it knows at once; beyond it the one that tried longest ago is forgotten.
    static let limit = 256
    static let longest = Duration.seconds(60)
    /// After so long without a try all is forgotten.
    static let memory = Duration.seconds(600)

    private var guessers: [String: (wrong: Int, last: ContinuousClock.Instant)] = [:]

    /// For how long nothing that this guesser says is looked at; zero: it may try.
    func pause(for guesser: String, at now: ContinuousClock.Instant) -> Duration {
        guard let known = guessers[guesser] else { return .zero }
        return max(.zero, known.last + Self.delay(after: known.wrong) - now)
    }

    /// A try was wrong.
    mutating func noteWrong(_ guesser: String, at now: ContinuousClock.Instant) {
        guessers = guessers.filter { $0.value.last + Self.memory > now }
        let wrong = min((guessers[guesser]?.wrong ?? 0) + 1, 16)
        guessers[guesser] = (wrong, now)
        guard guessers.count > Self.limit, let oldest = guessers.min(by: { $0.value.last < $1.value.last }) else {
            return
        }
        guessers[oldest.key] = nil
    }

    /// A try was right.
    mutating func noteRight(_ guesser: String) { guessers[guesser] = nil }

    private static func delay(after wrong: Int) -> Duration {
        min(longest, .seconds(1 << min(wrong - 1, 6)))
    }
}

/// How many commands one browser may send: 20 at once, then 10 a second.
struct CommandRate {
    static let burst = 20.0
    static let perSecond = 10.0

    private var left = burst
    private var time: ContinuousClock.Instant

    init(at now: ContinuousClock.Instant) { time = now }

    /// Whether one more is allowed.
    mutating func allows(at now: ContinuousClock.Instant) -> Bool {
        left = min(Self.burst, left + max(0, (now - time) / .seconds(1)) * Self.perSecond)
        time = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
