// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NIOCore
internal import NMEA
internal import ObservationBus

extension Switchboard {
    /// The kinds of observations from which data for clients are created.
    static let topics: Set<ObservationKind> = [
        .fix, .satellites, .signals, .attitude, .timing, .sentence, .receiver, .driverState, .activeReceiver,
    ]

    /// The kinds that are followed at once even without clients.
    private static let urgentTopics: Set<ObservationKind> = [.driverState, .activeReceiver]
    /// The observations that may wait while there are no clients: some epochs, which are processed together.
    private static let restLimit = QueueBound(observations: 256, bytes: 256 << 10)

    /// The number of batches to distribute before clients are served again. The limit matters in a replay at full
    /// speed.
    private static let batchesAtOnce = 16

    /// The largest number of clients to which drivers' threads send. It is limited because each client costs the thread
    /// a system call.
    private static let directClients = 8

    /// Begins to read published observations, before there are clients.
    func read(_ subscription: Subscription) {
        reader = subscription.reader { [weak self] in self?.pullNow() }
        reader?.restLimit = Self.restLimit
    }

    /// Distributes published observations until the subscription ends or the task is cancelled. It is the only method
    /// that is called without the lock.
    func serve(_ subscription: Subscription) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { whenEnded in
                locked { $0.whenEnded = whenEnded }
                pullSoon()
            }
        } onCancel: {
            subscription.cancel()
        }
    }

    /// Called on the publisher's thread, without the lock.
    private func pullNow() {
        let isDone = lockedIfAvailable { switchboard in
            guard switchboard.isDirect else { return false }
            switchboard.pull()
            return true
        }
        if isDone != true { pullSoon() }
    }

    private func pullSoon() {
        eventLoop.execute { self.locked { $0.pull() } }
    }

    /// Records that a client watches from now on; if few clients watch, drivers' threads may send to them.
    func prepare(_ client: Client) {
        let count = clients.values.count { $0.hasDirectSocket }
        if count < Self.directClients { client.openDirectly() }
    }

    /// True if this thread may send to all clients that watch.
    private var isDirect: Bool {
        eventLoop.inEventLoop || clients.values.allSatisfy { !$0.policy.enable || $0.isDirect }
    }

    /// Distributes what was published. Called with the lock.
    func pull() {
        // Without clients, all that waited is taken; that is little more than the limit.
        pull(atOnce: clients.isEmpty ? Self.restLimit.observations + 1 : Self.batchesAtOnce)
    }

    private func pull(atOnce limit: Int) {
        clock = ArrivalClock(after: clock)
        for _ in 0..<limit {
            // If a client has accepted only a part of the data, the event loop must continue.
            guard isDirect else { break }
            reader?.urgentKinds = clients.isEmpty ? Self.urgentTopics : nil
            guard let batch = reader?.next() else {
                if reader?.isEnded ?? true { endService() }
                return
            }
            noteLoss(reader?.lostBefore ?? 0)
            publish(batch)
        }
        pullSoon()
    }

    /// Processes what waited while there were no clients. Called for the first one, before its requests.
    func catchUp() {
        guard clients.count == 1 else { return }
        // More cannot have waited, and the next one.
        pull(atOnce: Self.restLimit.observations + 1)
    }

    private func endService() {
        reader = nil
        whenEnded.take()?.resume()
    }

    /// Distributes a batch.
    func publish(_ batch: [Observation]) {
        followTable()
        let wishes = Wishes(clients.values.lazy.map(\.policy))
        var rest = batch[...]
        var segments: [Segment] = []
        while let first = rest.first {
            let run = rest.prefix { $0.source == first.source }
            rest = rest.dropFirst(run.count)
            if let change = first.payload.result(ActiveReceiver.self) {
                // The segments collected so far precede the change.
                distribute(segments)
                segments.removeAll()
                follow(change, run)
            } else if let index = index(of: run) {
                report(run, from: index, wishes, &segments)
            }
        }
        distribute(segments)
    }

    /// Sends each client its share, in one write per client.
    func distribute(_ segments: [Segment]) {
        guard !segments.isEmpty else { return }
        for client in clients.values where client.policy.enable {
            var isSomething = false
            for segment in segments {
                guard let share = segment.share(for: client.policy, active) else { continue }
                client.send(share)
                isSomething = true
            }
            if isSomething, !client.flush() { finishSoon(client) }
        }
    }

    /// Handles a client that accepted only a part of the data: the event loop sends the rest.
    private func finishSoon(_ client: Client) {
        eventLoop.execute {
            self.locked { _ in
                client.writeRemainder()
                client.flush()
                client.noteUse()
            }
        }
    }

    private func follow(_ change: ActiveReceiver, _ run: ArraySlice<Observation>) {
        guard configuration.followsActiveReceiver else { return }
        active = ActiveFilter(change.current)
        for observation in run.dropFirst() {
            if let later = observation.payload.result(ActiveReceiver.self) { active = ActiveFilter(later.current) }
        }
    }

    /// The number of bytes that hold the lines of an epoch with about 35 satellites.
    private static let usualSize = 4096

    private func report(
        _ run: ArraySlice<Observation>, from index: Int, _ wishes: Wishes, _ segments: inout [Segment]
    ) {
        var (lines, unwritten): ([UInt8], [UnwrittenEpoch]) = ([], [])
        if wishes.reports { lines.reserveCapacity(Self.usualSize) }
        if let last = run.last {
            newest = (UTCTime(nanosecondsSince1970: last.hostTime.wallNanoseconds), clock.arrival(of: last))
        }
        for observation in run {
            let time = UTCTime(nanosecondsSince1970: observation.hostTime.wallNanoseconds)
            // The device's next data does not belong to the previous epoch.
            if case .driverState = observation.payload {
                end(&lines, &unwritten, of: run, index, wishes, &segments)
                appendMade(of: index, &segments)
            }
            if follow(observation.payload, at: time, index, &segments) { segments.append(notice(of: index)) }
            if wishes.madeSentences { noteForSentences(observation, index) }
            switch observation.payload {
            case .sentence(let sentence):
                if sentence.format == .nmea {
                    devices[index].sentences.note(sentence.bytes, at: observation.hostTime.monotonicNanoseconds)
                }
                if wishes.frames { append(sentence, of: index, wishes, to: &segments) }
            case .fix(let fix):
                if wishes.offsets { appendOffset(fix, observation.hostTime, of: index, to: &segments) }
                fallthrough
            default:
                if wishes.reports {
                    devices[index].reporter.report(observation.payload, into: &lines)
                } else {
                    devices[index].reporter.report(observation.payload, notWriting: &unwritten)
                }
            }
        }
        end(&lines, &unwritten, of: run, index, wishes, &segments)
        appendMade(of: index, &segments)
    }

    /// Records an observation from which sentences are created. Only done while a client wants them, because copying
    /// the observations costs time.
    private func noteForSentences(_ observation: Observation, _ index: Int) {
        let time = observation.hostTime.monotonicNanoseconds
        switch observation.payload {
        case .fix(let fix): devices[index].sentences.note(fix, at: time)
        case .satellites(let sky): devices[index].sentences.note(sky, at: time)
        default: break
        }
    }

    /// Appends the sentences that the receiver does not send.
    private func appendMade(of index: Int, _ segments: inout [Segment]) {
        let sentences = devices[index].sentences.sentences()
        guard !sentences.isEmpty else { return }
        var buffer = ByteBuffer()
        for sentence in sentences { buffer.writeBytes(sentence) }
        segments.append(segment(.madeSentences, of: index, buffer))
    }

    /// Ends the epoch: its lines become a segment.
    private func end(
        _ lines: inout [UInt8], _ unwritten: inout [UnwrittenEpoch], of run: ArraySlice<Observation>, _ index: Int,
        _ wishes: Wishes, _ segments: inout [Segment]
    ) {
        let arrival = run.last.map(clock.arrival) ?? clock.now
        guard wishes.reports else {
            devices[index].reporter.flush(notWriting: &unwritten)
            devices[index].remember(unwritten, at: arrival)
            return unwritten.removeAll(keepingCapacity: true)
        }
        devices[index].reporter.flush(into: &lines)
        guard !lines.isEmpty else { return }
        devices[index].remember(lines[...], at: arrival)
        var segment = segment(.reports, of: index, ByteBuffer(bytes: lines))
        if wishes.timing { segment.variant = timed(lines, TimingFacts(run, devices[index].reporter.leapSeconds)) }
        segments.append(segment)
        // The last reports keep the memory of these.
        lines = []
    }

    /// Returns the lines, with the keys of `timing` in TPV.
    private func timed(_ lines: [UInt8], _ facts: TimingFacts) -> ByteBuffer {
        var buffer = ByteBuffer()
        for line in lines.split(separator: 0x0A) {
            // }, CR
            if line.starts(with: DeviceState.beginOfTPV), line.count > 2 {
                buffer.writeBytes(line.dropLast(2))
                buffer.writeImmutableBuffer(self.line { $0.timing(facts) })
            } else {
                buffer.writeBytes(line)
                buffer.writeInteger(UInt8(0x0A))
            }
        }
        return buffer
    }

    /// Updates the presence of a device; returns true if clients are to be notified.
    private func follow(
        _ payload: Payload, at time: UTCTime, _ index: Int, _ segments: inout [Segment]
    ) -> Bool {
        switch payload {
        case .driverState(let report):
            switch report.state {
            case .running:
                let isOther = devices[index].learnLine(from: report)
                return devices[index].activate(at: time) || isOther
            case .lost, .stopped:
                if devices[index].hasPosition { segments.append(noPosition(of: index)) }
                return devices[index].lose()
            // A silent receiver is not lost, and one that has not sent anything is not present yet.
            case .starting, .connecting, .degraded: return false
            }
        case .receiver(let identity):
            return devices[index].learn(identity)
        case .sentence(let sentence):
            let isNew = devices[index].activate(at: time)
            return devices[index].learnDriver(from: sentence.format) || isNew
        case .fix(let fix):
            devices[index].learnCycle(from: fix)
            return devices[index].activate(at: time)
        case .satellites, .signals, .navigationPage, .measurements, .attitude, .timing:
            return devices[index].activate(at: time)
        case .corrections, .result:
            return false
        }
    }
}

extension TimingFacts {
    /// Creates the facts of an epoch from observations published together.
    fileprivate init(_ run: ArraySlice<Observation>, _ leapSeconds: Int?) {
        let times = run.map(\.hostTime.wallNanoseconds)
        self.init(start: times.min() ?? 0, report: times.max() ?? 0, leapSeconds: leapSeconds)
        for observation in run {
            switch observation.payload {
            case .sentence(let sentence): characters += sentence.bytes.count
            case .fix(let fix):
                time = fix.time ?? time
                satellitesUsed = fix.satellitesUsed ?? satellitesUsed
            case .satellites(let sky): satellitesUsed = sky.usedCount
            default: break
            }
        }
    }
}
