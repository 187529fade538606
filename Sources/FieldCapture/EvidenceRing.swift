// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Observations of one receiver from the last minutes, within a limit of memory.
struct EvidenceRing {
    /// An observation with its arrival by the host's monotonic clock, in nanoseconds.
    struct Entry {
        let arrival: Int64
        let observation: Observation
    }

    /// The time for which observations are kept, in nanoseconds.
    private let length: Int64
    /// The largest size of the observations in bytes.
    private let limit: Int
    private var entries: [Entry] = []
    /// The number of entries at the beginning that have been dropped.
    private var dropped = 0
    private(set) var bytes = 0

    init(length: Int64, limit: Int) { (self.length, self.limit) = (length, limit) }

    /// The number of observations.
    var count: Int { entries.count - dropped }

    /// Adds an observation and drops those that are too old or too many.
    ///
    /// - Parameter arrival: The arrival by the host's monotonic clock in nanoseconds, also for a replay.
    mutating func append(_ observation: Observation, at arrival: Int64) {
        if let last = entries.last, arrival < last.arrival {
            (entries, dropped, bytes) = ([], 0, 0)
        }
        entries.append(Entry(arrival: arrival, observation: observation))
        bytes += Self.size(of: observation)
        while dropped < entries.count, bytes > limit || entries[dropped].arrival < arrival - length {
            bytes -= Self.size(of: entries[dropped].observation)
            dropped += 1
        }
        guard dropped > 1024, dropped > entries.count / 2 else { return }
        entries.removeFirst(dropped)
        dropped = 0
    }

    /// The observations of an origin that arrived in an interval, in order.
    func entries(of origin: ObservationOrigin, from start: Int64, to end: Int64) -> [Entry] {
        entries[dropped...].filter { entry in
            entry.arrival >= start && entry.arrival <= end && entry.observation.origin == origin
        }
    }

    /// The size of an observation in memory, roughly.
    private static func size(of observation: Observation) -> Int {
        switch observation.payload {
        case .sentence(let sentence): 256 + sentence.bytes.count
        case .navigationPage(let page): 256 + page.bytes.count
        case .satellites(let view): 256 + view.satellites.count * 64
        case .fix: 900
        default: 256
        }
    }
}
