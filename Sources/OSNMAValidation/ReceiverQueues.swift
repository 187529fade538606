// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import ObservationBus

/// The observations that the stage has taken from the bus and not judged yet, in one queue for each receiver. The
/// receivers take turns, so that a receiver that delivers more than the stage can judge delays and loses only its own
/// observations.
struct ReceiverQueues {
    /// The bound of all queues together. Beyond it, the live receiver with the largest queue loses its oldest batch; the
    /// newest batch of a receiver is always kept.
    static let bound = QueueBound.stage

    /// The bound of the stage's subscription, smaller than that of other stages: replays may use half of it, and what live
    /// receivers deliver meanwhile waits behind them on the bus.
    static let busBound = QueueBound(observations: 1024, bytes: QueueBound.stage.bytes)

    /// The waiting observations from replays at which the stage takes no more from the bus. Replays then wait for the
    /// stage, and lose nothing.
    static let replayLimit = QueueBound(observations: 256, bytes: bound.bytes / 4)

    /// The number of observations taken from the bus at a time, so that the stage judges even if publishers are faster
    /// than it takes.
    private static let takenAtOnce = 1024

    /// The number of receivers whose losses are remembered.
    private static let lossLimit = 64

    private var queues: [SourceID: ReceiverQueue] = [:]
    /// The receivers whose observations are waiting, in the order of their turns.
    private var turns: [SourceID] = []
    private var tally = (observations: 0, bytes: 0)
    private var waitingReplays = (observations: 0, bytes: 0)
    /// A time, and the number of observations to take until everything published before it has been taken.
    private var mark: (time: Int64, left: Int)?
    /// The time until which everything published has been taken from the bus.
    private var completeUntil = Int64.min
    /// The number of observations that each receiver has lost, and that number when it was last reported.
    private var losses: [SourceID: Loss] = [:]
    /// The observations that the bus lost before the stage took them; their receivers are unknown.
    private var busLoss = Loss()
    /// The number of observations that the queues have lost since `takeShed`.
    private var shedCount = 0

    /// A number of lost observations, and that number when it was last reported.
    private struct Loss {
        var count = 0
        var reported = 0

        /// True if the number has doubled since it was last reported.
        var isDue: Bool { count >= max(1, 2 * reported) }
    }

    var isEmpty: Bool { turns.isEmpty }

    /// The number of waiting observations.
    var count: Int { tally.observations }

    /// The time until which the stage has judged what a receiver delivered, by the gateway's monotonic clock in
    /// nanoseconds; nil while observations of the receiver are waiting.
    func judgedUntil(_ receiver: SourceID) -> Int64? { queues[receiver] == nil ? completeUntil : nil }

    /// Takes observations from the bus.
    ///
    /// - Returns: True if none are left there.
    mutating func fill(from reader: Subscription.Reader) -> Bool {
        var taken = 0
        while hasRoomForReplays, taken < Self.takenAtOnce {
            let batch = reader.next()
            busLoss.count += Int(clamping: reader.lostBefore)
            guard let batch else { return true }
            add(batch)
            taken += batch.count
        }
        return false
    }

    private var hasRoomForReplays: Bool {
        let limit = Self.replayLimit
        return waitingReplays.observations < limit.observations && waitingReplays.bytes < limit.bytes
    }

    /// Notes the time.
    ///
    /// - Parameters:
    ///   - now: The gateway's monotonic clock.
    ///   - pending: The number of published observations that have not been taken from the bus.
    mutating func note(_ now: Int64, pending: Int) {
        if pending == 0 {
            (completeUntil, mark) = (now, nil)
        } else if let mark, mark.left > 0 {
            return
        } else {
            if let mark { completeUntil = max(completeUntil, mark.time) }
            mark = (now, pending)
        }
    }

    /// Adds a batch; observations of the gateway and of stages are not judged.
    mutating func add(_ batch: [Observation]) {
        mark?.left -= batch.count
        var rest = batch[...]
        while let source = rest.first?.source {
            let part = rest.prefix { $0.source == source }
            rest = rest.dropFirst(part.count)
            if source != .gateway && !source.isStage { enter(ReceiverQueue.Entry(Array(part)), source) }
        }
        shed()
    }

    private mutating func enter(_ entry: ReceiverQueue.Entry, _ source: SourceID) {
        if queues[source] == nil { turns.append(source) }
        queues[source, default: ReceiverQueue()].append(entry)
        tally = (tally.observations + entry.batch.count, tally.bytes + entry.bytes)
        if entry.isReplay { noteReplay(entry, by: 1) }
    }

    /// Returns the oldest batch of the receiver whose turn it is; nil if nothing is waiting.
    mutating func next() -> [Observation]? {
        guard !turns.isEmpty else { return nil }
        let source = turns.removeFirst()
        let entry = remove(source)
        if queues[source]?.isEmpty == false { turns.append(source) } else { queues[source] = nil }
        return entry?.batch
    }

    private mutating func remove(_ source: SourceID) -> ReceiverQueue.Entry? {
        guard let entry = queues[source]?.popFirst() else { return nil }
        tally = (tally.observations - entry.batch.count, tally.bytes - entry.bytes)
        if entry.isReplay { noteReplay(entry, by: -1) }
        return entry
    }

    private mutating func noteReplay(_ entry: ReceiverQueue.Entry, by sign: Int) {
        waitingReplays.observations += sign * entry.batch.count
        waitingReplays.bytes += sign * entry.bytes
    }

    // MARK: losses

    private mutating func shed() {
        while tally.observations > Self.bound.observations || tally.bytes > Self.bound.bytes {
            var largest: (source: SourceID, weight: Int)?
            for (source, queue) in queues where queue.mayLose && queue.weight > largest?.weight ?? 0 {
                largest = (source, queue.weight)
            }
            guard let largest, let lost = remove(largest.source) else { return }
            if losses[largest.source] == nil, losses.count >= Self.lossLimit { losses = [:] }
            losses[largest.source, default: Loss()].count += lost.batch.count
            shedCount += lost.batch.count
        }
    }

    /// Returns the number of observations that the queues have lost since the last call; the bus counts its own losses.
    mutating func takeShed() -> Int {
        defer { shedCount = 0 }
        return shedCount
    }

    /// The receivers whose losses have doubled since they were last returned, with the number of observations lost so far;
    /// the receiver is nil for the losses of the bus.
    mutating func takeLosses() -> [(receiver: SourceID?, count: Int)] {
        var news: [(receiver: SourceID?, count: Int)] = []
        if busLoss.isDue {
            busLoss.reported = busLoss.count
            news.append((nil, busLoss.count))
        }
        for (receiver, loss) in losses where loss.isDue {
            losses[receiver]?.reported = loss.count
            news.append((receiver, loss.count))
        }
        return news
    }
}

/// The waiting batches of one receiver.
private struct ReceiverQueue {
    /// A batch of one receiver, and its estimated size in memory.
    struct Entry {
        var batch: [Observation]
        let bytes: Int
        let isReplay: Bool

        init(_ batch: [Observation]) {
            self.batch = batch
            bytes = batch.reduce(0) { $0 + $1.footprint }
            isReplay = batch.contains(where: \.origin.isReplay)
        }
    }

    private var entries: [Entry] = []
    /// The index of the oldest entry; the entries before it are empty.
    private var first = 0
    private var tally = (observations: 0, bytes: 0)

    var isEmpty: Bool { first == entries.count }

    /// True if the oldest batch may be lost: it is no replay's, and not the newest one.
    var mayLose: Bool { entries.count - first > 1 && !entries[first].isReplay }

    /// The share of the bound that the queue uses, in bytes or in observations of the size that the bound allows each.
    var weight: Int {
        let bound = ReceiverQueues.bound
        return max(tally.bytes, tally.observations * (bound.bytes / bound.observations))
    }

    mutating func append(_ entry: Entry) {
        entries.append(entry)
        tally = (tally.observations + entry.batch.count, tally.bytes + entry.bytes)
    }

    mutating func popFirst() -> Entry? {
        guard !isEmpty else { return nil }
        let entry = entries[first]
        entries[first].batch = []
        first += 1
        // Half of the entries at a time, so that each is moved once on average.
        if first * 2 >= entries.count {
            entries.removeFirst(first)
            first = 0
        }
        tally = (tally.observations - entry.batch.count, tally.bytes - entry.bytes)
        return entry
    }
}
