// SPDX-License-Identifier: Apache-2.0

internal import UBX

/// Monitors whether a receiver that was set up still sends what it should: after a restart, the settings in RAM are lost.
/// A value: the caller passes the time.
struct SettingsWatch {
    /// The reason to suppose that the settings are lost.
    enum Loss {
        /// No UBX arrives.
        case silence
        /// One of the messages of every epoch is missing, though others arrive.
        case message
    }

    /// The silence in nanoseconds after which the settings are presumably lost.
    let patience: Int64
    /// The messages that are sent in every epoch.
    private let steady: Set<MessageID>
    /// The last time that each of them was received. One that never came proves nothing: the receiver may have refused it.
    private var last: [MessageID: Int64] = [:]
    /// The last time that UBX was received; nil if its absence proves nothing yet.
    private var heardAt: Int64?
    private var hasHeard = false
    /// True if UBX has been received since the set-up.
    private(set) var isHeard = false
    /// True if no UBX has been received for too long, whether that counted or not.
    private(set) var isSilent = false
    /// The time from which a loss counts.
    private var judgesFrom = Int64.max
    /// False if the absence of one message proves nothing.
    private var judgesMessages = false
    /// The last time that UBX was not received as it should be, whether that counted or not.
    private var doubtedAt = Int64.max

    /// The patience with a receiver that sends at least one epoch in five seconds.
    static let shortestPatience: Int64 = 15_000_000_000
    /// The nanoseconds without a doubt after which a set-up has lasted.
    private static let proof: Int64 = 600_000_000_000

    init(_ plan: ProvisionPlan) {
        steady = plan.steady
        // At least three epochs, for receivers that send one in ten seconds.
        patience = max(Self.shortestPatience, Int64(3_000_000_000 / max(plan.epochsPerSecond, 0.001)))
    }

    /// Begins to judge, after the set-up. Messages that came earlier may be answers.
    ///
    /// - Parameters:
    ///   - expectsUBX: False if the absence of UBX proves nothing until it has been received.
    ///   - time: The time from which a loss counts.
    ///   - judgesMessages: False if the absence of one message proves nothing.
    mutating func begin(at now: Int64, expectsUBX: Bool, judgesFrom time: Int64, judgesMessages: Bool) {
        (heardAt, hasHeard, isHeard, isSilent) = (expectsUBX ? now : nil, false, false, false)
        (judgesFrom, self.judgesMessages, doubtedAt) = (time, judgesMessages, now)
        last.removeAll()
    }

    /// Makes each loss count from now on.
    mutating func endPause() { judgesFrom = .min }

    /// Returns true if UBX has been received as it should be for ten minutes.
    func hasLasted(at now: Int64) -> Bool { now &- doubtedAt >= Self.proof }

    /// Notes a UBX message.
    mutating func take(_ id: MessageID, at now: Int64) {
        hasHeard = true
        if steady.contains(id) { last[id] = now }
    }

    /// Ends a burst.
    ///
    /// - Returns: The reason to suppose that the receiver has lost its settings; nil if none exists or counts yet.
    mutating func loss(at now: Int64) -> Loss? {
        let loss = doubt(at: now)
        isSilent = loss == .silence
        if loss != nil || heardAt == nil { doubtedAt = now }
        return now >= judgesFrom ? loss : nil
    }

    private mutating func doubt(at now: Int64) -> Loss? {
        defer { hasHeard = false }
        if hasHeard {
            isHeard = true
            // After a pause of the whole line, each message has its full time again.
            if let heardAt, now &- heardAt > patience / 2 { last = last.mapValues { _ in now } }
            heardAt = now
        }
        guard let heardAt else { return nil }
        if now &- heardAt > patience { return .silence }
        // While all is silent, no message in particular is missing.
        guard hasHeard, judgesMessages else { return nil }
        return last.values.contains { now &- $0 > patience } ? .message : nil
    }
}
