// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import GNSSTypes

/// When the next POST and the next GET may go: each kind at its own spacing, both later where agrirouter is in trouble.
/// Times are of the monotonic clock.
struct ExchangeSchedule {
    /// The two kinds of exchange.
    enum Kind: Hashable, Sendable {
        case post
        case get
    }

    /// What there is to post.
    struct Demand {
        /// When a command is due; nil: not before an answer comes.
        var command: Duration?
        /// When the first message may be posted; nil if none is waiting or allowed.
        var data: Duration?
    }

    /// The least time between two of a kind.
    private let spacing: Duration
    /// The time between messages.
    private var interval: Duration
    private var lastPost: Duration?
    private var lastData: Duration?
    private var nextGet: Duration
    /// Nothing before that.
    private(set) var hold: Duration?
    /// No message before that.
    private(set) var dataHold: Duration?
    private var waits: [Kind: Backoff]

    /// - Parameters:
    ///   - old: the schedule of the endpoint before this one: agrirouter counts the requests of the same machine.
    ///   - isRestart: whether a process before this one may have had an exchange just now.
    init(
        spacing: Duration, interval: Duration, after old: ExchangeSchedule? = nil, isRestart: Bool, at now: Duration
    ) {
        (self.spacing, self.interval) = (spacing, interval)
        lastPost = old?.lastPost ?? (isRestart ? now : nil)
        lastData = old?.lastData
        waits = [.post: Backoff(spacing: spacing), .get: Backoff(spacing: spacing)]
        // Answers are a little behind their questions; from then on the two keep their distance.
        nextGet = now + spacing / 5 + (isRestart ? spacing : .zero)
        if let old { nextGet = max(old.nextGet, now + spacing / 5) }
    }

    /// The time between messages is another one.
    mutating func setInterval(_ interval: Duration) { self.interval = interval }

    /// When to post next; nil: there is nothing to post.
    ///
    /// Messages keep to their interval. A command goes with them, or by itself where that makes no message late.
    func nextPost(_ demand: Demand) -> Duration? {
        let data = demand.data.map { max($0, dataHold ?? $0, lastData.map { $0 + interval } ?? $0) }
        let wanted: Duration
        switch (demand.command, data) {
        case (nil, nil): return nil
        case (let command?, nil): wanted = command
        case (nil, let data?): wanted = data
        case (let command?, let data?):
            wanted = free(command) + spacing <= data ? command : data
        }
        return free(wanted)
    }

    /// Whether messages are due in a POST at that time.
    func isDataDue(_ demand: Demand, at now: Duration) -> Bool {
        guard let data = demand.data, data <= now, (dataHold ?? now) <= now else { return false }
        return lastData.map { $0 + interval <= now } ?? true
    }

    private func free(_ time: Duration) -> Duration {
        max(time, hold ?? time, lastPost.map { $0 + spacing } ?? time)
    }

    /// When to read the outbox next.
    var nextRead: Duration { max(nextGet, hold ?? nextGet) }

    /// An exchange goes out now.
    mutating func begin(_ kind: Kind, withData: Bool = false, at now: Duration) {
        switch kind {
        case .post:
            lastPost = now
            if withData { lastData = now }
        case .get: nextGet = now + spacing
        }
    }

    /// The outbox may have more: it is read on at once.
    mutating func readOn(at now: Duration) { nextGet = now }

    /// An exchange ended like that.
    mutating func end(_ kind: Kind, _ outcome: Exchange.Outcome, at now: Duration, jitter: Double) {
        var asked: Duration?
        switch outcome {
        case .accepted:
            waits[kind]?.succeeded()
            return
        case .tooLarge: return
        case .backOff(let wait): asked = wait
        case .offline, .refused, .untrusted, .fault: break
        }
        let wait = waits[kind]?.failed(jitter: jitter, asked: asked) ?? spacing
        hold = max(hold ?? now, now + wait)
    }

    /// No message for so long.
    mutating func holdData(for wait: Duration, at now: Duration) { dataHold = max(dataHold ?? now, now + wait) }

    /// The operator has changed something: only the spacing is still waited for.
    mutating func release() {
        (hold, dataHold) = (nil, nil)
        for kind in waits.keys { waits[kind]?.succeeded() }
    }
}
