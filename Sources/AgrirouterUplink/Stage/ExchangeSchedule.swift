// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import GNSSTypes

/// Schedules POST and GET requests: each kind at its own spacing, and both later if agrirouter has problems. Times are
/// on the monotonic clock.
struct ExchangeSchedule {
    enum Kind: Hashable, Sendable {
        case post
        case get
    }

    /// The pending data for a POST.
    struct Demand {
        /// The time at which a command is due; nil if the session must first receive an answer.
        var command: Duration?
        /// The time at which the first message may be posted; nil if none waits or sending is not allowed.
        var data: Duration?
    }

    /// The minimum time between two requests of a kind.
    private let spacing: Duration
    /// The time between messages.
    private var interval: Duration
    private var lastPost: Duration?
    private var lastData: Duration?
    private var nextGet: Duration
    /// No request is sent before this time.
    private(set) var hold: Duration?
    /// No message is sent before this time.
    private(set) var dataHold: Duration?
    private var waits: [Kind: Backoff]

    /// - Parameters:
    ///   - old: The schedule of the previous endpoint, because agrirouter counts the requests of one machine together.
    ///   - isRestart: True if an earlier process may have just sent a request.
    init(
        spacing: Duration, interval: Duration, after old: ExchangeSchedule? = nil, isRestart: Bool, at now: Duration
    ) {
        (self.spacing, self.interval) = (spacing, interval)
        lastPost = old?.lastPost ?? (isRestart ? now : nil)
        lastData = old?.lastData
        waits = [.post: Backoff(spacing: spacing), .get: Backoff(spacing: spacing)]
        // Read answers shortly after the request; from then on GET and POST keep this distance.
        nextGet = now + spacing / 5 + (isRestart ? spacing : .zero)
        if let old { nextGet = max(old.nextGet, now + spacing / 5) }
    }

    /// Changes the time between messages.
    mutating func setInterval(_ interval: Duration) { self.interval = interval }

    /// The time of the next POST; nil if nothing waits.
    ///
    /// Messages keep to their interval. A command is sent together with messages, or alone if that does not delay them.
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

    /// True if messages are due in a POST at `now`.
    func isDataDue(_ demand: Demand, at now: Duration) -> Bool {
        guard let data = demand.data, data <= now, (dataHold ?? now) <= now else { return false }
        return lastData.map { $0 + interval <= now } ?? true
    }

    private func free(_ time: Duration) -> Duration {
        max(time, hold ?? time, lastPost.map { $0 + spacing } ?? time)
    }

    /// The time at which the outbox is read next.
    var nextRead: Duration { max(nextGet, hold ?? nextGet) }

    /// Records that a request is sent at `now`.
    mutating func begin(_ kind: Kind, withData: Bool = false, at now: Duration) {
        switch kind {
        case .post:
            lastPost = now
            if withData { lastData = now }
        case .get: nextGet = now + spacing
        }
    }

    /// Permits reading the outbox immediately because it may contain more messages.
    mutating func readOn(at now: Duration) { nextGet = now }

    /// Records the outcome of a request and schedules the next one.
    mutating func end(_ kind: Kind, _ outcome: Exchange.Outcome, at now: Duration, jitter: Double) {
        var asked: Duration?
        switch outcome {
        case .accepted:
            waits[kind]?.succeeded()
            return
        case .tooLarge: return
        case .backoff(let wait): asked = wait
        case .offline, .refused, .untrusted, .fault: break
        }
        let wait = waits[kind]?.failed(jitter: jitter, asked: asked) ?? spacing
        hold = max(hold ?? now, now + wait)
    }

    /// Sends no messages for at least `wait` after `now`.
    mutating func holdData(for wait: Duration, at now: Duration) { dataHold = max(dataHold ?? now, now + wait) }

    /// Ends all delays but the spacing, because the operator has changed something.
    mutating func release() {
        (hold, dataHold) = (nil, nil)
        for kind in waits.keys { waits[kind]?.succeeded() }
    }
}
