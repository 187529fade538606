// SPDX-License-Identifier: Apache-2.0

internal import Storage

/// Decides which event is sent next, and when. This type does no I/O and reads no clock: all times are nanoseconds on a
/// monotonic clock.
struct WebhookSchedule: Sendable {
    /// The result of an attempt.
    enum Result: Hashable, Sendable {
        case accepted
        /// The server cannot be reached or does not work: no event can be delivered.
        case serverFailed
        /// The server refuses this event; others may be accepted.
        case eventRefused
    }

    /// The maximum number of waiting events. A further event drops the oldest.
    static let limit = 1000
    /// The time after which an event is given up.
    static let patience: Int64 = 86_400 * second
    /// The first pause after a failure, and the longest.
    private static let (shortest, longest) = (5 * second, 3600 * second)
    private static let second: Int64 = 1_000_000_000

    private struct Item: Sendable {
        let event: StoredEvent
        /// The time at which the event happened; can be negative for an event of an earlier run.
        let born: Int64
        var failures = 0
        var notBefore = Int64.min
    }

    private var items: [Item] = []
    /// Failures of the server in a row.
    private var failures = 0
    /// No attempt is made before this time.
    private(set) var notBefore = Int64.min

    var count: Int { items.count }

    /// Adds an event unless it is already waiting.
    ///
    /// - Parameters:
    ///   - isOldest: True to send it before those that wait already.
    ///   - sent: The ID of the event that is being sent and is not dropped; the server may accept it.
    /// - Returns: The event that was dropped because too many wait.
    mutating func add(
        _ event: StoredEvent, born: Int64, isOldest: Bool = false, sparing sent: String? = nil
    ) -> StoredEvent? {
        guard !items.contains(where: { $0.event.id == event.id }) else { return nil }
        items.insert(Item(event: event, born: born), at: isOldest ? 0 : items.count)
        guard items.count > Self.limit, let oldest = items.firstIndex(where: { $0.event.id != sent })
        else { return nil }
        return items.remove(at: oldest).event
    }

    /// Removes and returns the events that have waited for a day.
    mutating func takeAged(at now: Int64) -> [StoredEvent] {
        let aged = items.filter { now - $0.born >= Self.patience }.map(\.event)
        if !aged.isEmpty { items.removeAll { now - $0.born >= Self.patience } }
        return aged
    }

    mutating func removeAll() { self = WebhookSchedule() }

    /// The oldest event that may be sent now.
    func due(at now: Int64) -> StoredEvent? {
        guard notBefore <= now else { return nil }
        return items.first { $0.notBefore <= now }?.event
    }

    /// The next time at which something must be done; nil if nothing waits.
    func next() -> Int64? {
        guard let earliest = items.map(\.notBefore).min(), let born = items.map(\.born).min() else { return nil }
        return min(max(earliest, notBefore), born + Self.patience)
    }

    /// Starts again without pauses, because the address or the secret has changed.
    mutating func forgetFailures() {
        (failures, notBefore) = (0, .min)
        for index in items.indices { (items[index].failures, items[index].notBefore) = (0, .min) }
    }

    /// Notes the result of an attempt.
    ///
    /// - Parameters:
    ///   - retryAfter: The pause that the server asked for in seconds; at most an hour counts.
    ///   - random: A number 0...1 that varies the pause by up to 10 %, so that many gateways do not retry at the same
    ///     time.
    /// - Returns: True if the server accepted the event and it was still waiting.
    mutating func note(
        _ result: Result, of id: String, retryAfter: Int64? = nil, random: Double, at now: Int64
    ) -> Bool {
        switch result {
        case .accepted:
            (failures, notBefore) = (0, .min)
            let count = items.count
            items.removeAll { $0.event.id == id }
            return items.count < count
        case .serverFailed:
            failures += 1
            notBefore = now + Self.pause(failures, retryAfter, random)
        case .eventRefused:
            (failures, notBefore) = (0, .min)
            guard let index = items.firstIndex(where: { $0.event.id == id }) else { return false }
            items[index].failures += 1
            items[index].notBefore = now + Self.pause(items[index].failures, retryAfter, random)
        }
        return false
    }

    private static func pause(_ failures: Int, _ retryAfter: Int64?, _ random: Double) -> Int64 {
        let doubled = failures > 12 ? longest : min(longest, shortest << Int64(max(0, failures - 1)))
        let varied = Int64(Double(doubled) * (0.9 + 0.2 * random))
        let asked = retryAfter.map { min(max($0, 0), 3600) * second } ?? 0
        return max(varied, asked)
    }
}
