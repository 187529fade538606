// SPDX-License-Identifier: Apache-2.0

internal import UBX

/// Monitors whether a receiver that was set up still sends what it should: after a restart, the settings in RAM are lost.
/// A value: the caller passes the time.
struct SettingsWatch {
    /// The silence in nanoseconds after which the settings are presumably lost.
    private let patience: Int64
    /// The messages that are sent in every epoch.
    private let steady: Set<MessageID>
    /// The last time that each of them was received. One that never came proves nothing: the receiver may have refused it.
    private var last: [MessageID: Int64] = [:]
    /// The last time that UBX was received; nil if its absence proves nothing yet.
    private var heardAt: Int64?
    private var hasHeard = false

    init(_ plan: ProvisionPlan) {
        steady = plan.steady
        // At least three epochs, for receivers that send one in ten seconds.
        patience = max(15_000_000_000, Int64(3_000_000_000 / max(plan.epochsPerSecond, 0.001)))
    }

    /// Begins to judge, after the set-up. Messages that came earlier may be answers.
    ///
    /// - Parameter expectsUBX: False if the absence of UBX proves nothing until it has been received.
    mutating func begin(at now: Int64, expectsUBX: Bool) {
        (heardAt, hasHeard) = (expectsUBX ? now : nil, false)
    }

    /// Notes a UBX message.
    mutating func take(_ id: MessageID, at now: Int64) {
        hasHeard = true
        if steady.contains(id) { last[id] = now }
    }

    /// Ends a burst.
    ///
    /// - Returns: True if the receiver has presumably lost its settings: UBX, or one of the messages of every epoch, is
    ///   missing.
    mutating func hasLostSettings(at now: Int64) -> Bool {
        defer { hasHeard = false }
        if hasHeard {
            // After a pause of the whole line, each message has its full time again.
            if let heardAt, now &- heardAt > patience / 2 { last = last.mapValues { _ in now } }
            heardAt = now
        }
        guard let heardAt else { return false }
        // While all is silent, no message in particular is missing.
        return now &- heardAt > patience || hasHeard && last.values.contains { now &- $0 > patience }
    }
}
