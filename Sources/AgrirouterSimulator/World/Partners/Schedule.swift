// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

/// A partner that sends repeatedly, by the service's clock.
struct Schedule: Sendable {
    var partner: String
    var message: JSONValue
    var every: Double
    var next: UTCTime
    var remaining: Int
}

extension World {
    /// The largest number of messages to catch up with at once after the clock jumped.
    private static let burst = 5000

    /// Sends all scheduled messages that are due.
    mutating func runSchedules() {
        guard !schedules.isEmpty else { return }
        let end = now
        defer { now = end }
        for index in schedules.indices {
            var count = 0
            while schedules[index].remaining > 0, schedules[index].next <= end, count < Self.burst {
                let schedule = schedules[index]
                now = schedule.next
                _ = try? send(schedule.message, from: schedule.partner)
                let following = schedule.next.adding(schedule.every)
                schedules[index].next = following
                // The clock stops at its last instant, at which a message would be due forever.
                schedules[index].remaining = following < UTCTime.last ? schedule.remaining - 1 : 0
                count += 1
            }
        }
        schedules.removeAll { $0.remaining <= 0 }
    }
}
