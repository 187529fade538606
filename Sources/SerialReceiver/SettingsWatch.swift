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
    private let patience: Int64
    /// The messages that are sent in every epoch.
    private let steady: Set<MessageID>
    /// The last time that each of them was received. One that never came proves nothing: the receiver may have refused it.
    private var last: [MessageID: Int64] = [:]
    /// The last time that UBX was received; nil if its absence proves nothing yet.
    private var heardAt: Int64?
    private var hasHeard = false
    /// The time from which the absence of one message counts.
    private var messagesFrom = Int64.max

    init(_ plan: ProvisionPlan) {
        steady = plan.steady
        // At least three epochs, for receivers that send one in ten seconds.
        patience = max(15_000_000_000, Int64(3_000_000_000 / max(plan.epochsPerSecond, 0.001)))
    }

    /// Begins to judge, after the set-up. Messages that came earlier may be answers.
    ///
    /// - Parameters:
    ///   - expectsUBX: False if the absence of UBX proves nothing until it has been received.
    ///   - messagesFrom: The time from which the absence of one message counts.
    mutating func begin(at now: Int64, expectsUBX: Bool, messagesFrom: Int64) {
        (heardAt, hasHeard, self.messagesFrom) = (expectsUBX ? now : nil, false, messagesFrom)
        last.removeAll()
    }

    /// Notes a UBX message.
    mutating func take(_ id: MessageID, at now: Int64) {
        hasHeard = true
        if steady.contains(id) { last[id] = now }
    }

    /// Ends a burst.
    ///
    /// - Returns: The reason to suppose that the receiver has lost its settings; nil if none exists.
    mutating func loss(at now: Int64) -> Loss? {
        defer { hasHeard = false }
        if hasHeard {
            // After a pause of the whole line, each message has its full time again.
            if let heardAt, now &- heardAt > patience / 2 { last = last.mapValues { _ in now } }
            heardAt = now
        }
        guard let heardAt else { return nil }
        if now &- heardAt > patience { return .silence }
        // While all is silent, no message in particular is missing.
        guard hasHeard, now >= messagesFrom else { return nil }
        return last.values.contains { now &- $0 > patience } ? .message : nil
    }
}
