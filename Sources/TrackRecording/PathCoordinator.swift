// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Logging
internal import MessageTexts
internal import ObservationBus
internal import Paths
internal import Storage
internal import SystemSupport

/// Carries out the recorder's decisions one at a time: no command begins while the store works on another. Owns the
/// points that are not stored yet.
actor PathCoordinator {
    /// The largest number of points that wait for the store.
    static let waitingLimit = 36_000
    /// The number of waiting points that are stored immediately, regardless of the time since the last write.
    private static let plenty = 64
    /// The largest number of batches that a command takes from the bus before it is carried out.
    private static let batchesAtOnce = 1000

    /// The number of points to read at a time.
    private static let page = 5000

    private let context: PathService.Context
    private let listener: Listener
    private let requestFlush: @Sendable () -> Void
    private var recorder = PathRecorder()
    private var sleep: SleepWatch
    private var current: RecordedPath?
    private var length = PathLength()
    private var waiting: [PathPoint] = []
    private var lost: UInt64 = 0
    private var removed: UInt64 = 0
    private var lastFlush: ContinuousClock.Instant?
    private var failure: StoreError?
    /// True as soon as it is known whether a recording was interrupted.
    private var isOpen = false
    /// True while a command is in progress; initially true, until interrupted recordings are known.
    private var isBusy = true
    private var queue: [CheckedContinuation<Void, Never>] = []
    private var answered = AnsweredCommands()

    init(_ context: PathService.Context, _ listener: Listener, requestFlush: @escaping @Sendable () -> Void) {
        (self.context, self.listener, self.requestFlush) = (context, listener, requestFlush)
        sleep = context.sleep
    }

    private var now: Int64 { context.now().monotonicNanoseconds }
    private var wall: UTCTime { UTCTime(nanosecondsSince1970: context.now().wallNanoseconds) }

    // MARK: one request at a time

    private func enter() async {
        guard isBusy else { return isBusy = true }
        await withCheckedContinuation { queue.append($0) }
    }

    private func leave() {
        if queue.isEmpty { isBusy = false } else { queue.removeFirst().resume() }
    }

    /// Carries out a command in its turn. A repetition, which has the same key, gets the result of the first one.
    private func once<Answer: Sendable>(
        _ command: RecordingCommand, _ key: IdempotencyKey?, _ body: () async throws(PathError) -> Answer
    ) async throws(PathError) -> Answer {
        await enter()
        defer { leave() }
        guard let key else { return try await body() }
        let known: Result<Answer, PathError>? = try answered.result(of: command, key)
        if let known { return try known.get() }
        let result: Result<Answer, PathError>
        do throws(PathError) {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        answered.note(result, of: command, key)
        return try result.get()
    }

    /// True if a command with this key has been carried out or refused.
    func hasAnswered(_ key: IdempotencyKey) async -> Bool {
        // In its turn, because the first command may still be running.
        await enter()
        defer { leave() }
        return answered.contains(key)
    }

    // MARK: the bus

    /// True if it is known whether a recording was interrupted. If that failed at the start, tries it again.
    func hasOpened() async -> Bool {
        // While a command is in progress, the answer must not wait for it.
        guard !isOpen, !isBusy else { return isOpen }
        isBusy = true
        listen()
        await open()
        return isOpen
    }

    /// Continues an interrupted recording. The service calls it once, before any other method.
    func open() async {
        defer {
            restWhereIdle()
            leave()
        }
        do throws(PathError) {
            try await recall()
        } catch {
            context.logger.error("paths: cannot determine whether a recording was interrupted: \(error)")
        }
    }

    private func recall() async throws(PathError) {
        guard !isOpen else { return }
        let (store, logger) = (context.store, context.logger)
        guard let found = try await storing({ () throws(StoreError) in try await store.interrupted(logger) }) else {
            return isOpen = true
        }
        var length = PathLength()
        var last: PathPoint?
        try await read(found.path) { page in
            for point in page { length.append(point) }
            last = page.last
        }
        (current, self.length, isOpen) = (found.path, length, true)
        recorder.goOn(found.order ?? PathOrder(), isPaused: found.path.state == .paused, last: last)
        let way = found.path.state == .paused ? "remains paused" : "continues"
        logger.notice(
            "path \(found.path.id) \"\(found.path.name)\" \(way) with \(found.path.pointCount) points")
    }

    /// Subscribes to the bus and updates the recorder with the current state.
    private func listen() { note(listener.listen()) }

    /// Unsubscribes if no path is being recorded.
    private func restWhereIdle() {
        if current == nil { note(listener.rest()) }
    }

    /// Updates the recorder with observations that do not become points.
    private func note(_ observations: [Observation]) {
        let now = context.now()
        for observation in observations { _ = recorder.take(observation, at: arrival(of: observation, at: now)) }
    }

    /// Returns the arrival of an observation that may have waited, by the monotonic clock.
    private func arrival(of observation: Observation, at now: HostTime) -> Int64 {
        let arrival = observation.hostTime.arrival(at: now).monotonicNanoseconds
        if context.hasReplayClock { return arrival }
        // The times of a slow recording or simulation fall ever further behind the system's clock.
        if observation.origin.isReplay { return now.monotonicNanoseconds }
        // No position may seem new for longer because its driver states a time in the future.
        return min(arrival, now.monotonicNanoseconds)
    }

    /// Processes the observations that have been published since the last call.
    func takeWhatWaits() async {
        while await takeBatch() {}
    }

    /// Processes and stores the next batch of observations that were published together. It reads the bus only in its
    /// turn, because a command may read the bus too, and the batches must stay in order.
    ///
    /// - Returns: False if no batch was waiting.
    private func takeBatch() async -> Bool {
        await enter()
        defer { leave() }
        guard let (batch, hasLost) = listener.next() else { return false }
        take(batch, hasLost: hasLost)
        forgetAfterSleep()
        guard !waiting.isEmpty else { return true }
        let isDue = lastFlush.map { .now - $0 >= PathService.patience } ?? true
        if isDue || waiting.count >= Self.plenty && failure == nil { await store() } else { requestFlush() }
        return true
    }

    /// Processes the observations that wait on the bus, as far as a command may be held up by them.
    private func catchUp() {
        for _ in 0..<Self.batchesAtOnce {
            guard let (batch, hasLost) = listener.next() else { break }
            take(batch, hasLost: hasLost)
        }
        if !waiting.isEmpty { requestFlush() }
    }

    /// Forgets the positions if the machine has slept, because they would seem as new as before.
    private func forgetAfterSleep() {
        guard sleep.hasSlept() else { return }
        // Positions that still wait on the bus may be as old, however many they are.
        var turn = Listener.Turn.complete
        while let (batch, hasLost) = listener.next(in: &turn) { take(batch, hasLost: hasLost) }
        recorder.forgetPositions()
        if !waiting.isEmpty { requestFlush() }
    }

    /// Processes and stores all observations published until now. Points that the store refuses are lost.
    func close() async {
        listener.finish()
        await takeWhatWaits()
        await flush()
        guard let current, let failure, !waiting.isEmpty else { return }
        let path = "path \(current.id) \"\(current.name)\""
        context.logger.error("\(path) loses its last \(waiting.count) points, which cannot be stored: \(failure)")
    }

    /// Processes a batch of observations that were published together, without storing their points.
    private func take(_ batch: [Observation], hasLost: Bool) {
        if hasLost { recorder.noteLoss() }
        recorder.requirement = context.requirement()
        let now = context.now()
        for observation in batch {
            guard let point = recorder.take(observation, at: arrival(of: observation, at: now)) else { continue }
            if waiting.count < Self.waitingLimit {
                waiting.append(point)
            } else {
                lost += 1
                recorder.noteLoss()
            }
        }
    }

    /// Stores the waiting points.
    func flush() async {
        await enter()
        defer { leave() }
        await store()
        // Try again later if the store failed.
        if !waiting.isEmpty { requestFlush() }
    }

    private func store() async {
        guard let current, !waiting.isEmpty else { return }
        lastFlush = .now
        do throws(StoreError) {
            let count = try await context.store.append(waiting, to: current.id)
            self.current?.pointCount = count
            for point in waiting { length.append(point) }
            waiting.removeAll(keepingCapacity: true)
            report(nil)
        } catch {
            report(error)
        }
    }

    private func report(_ problem: StoreError?) {
        guard problem != failure else { return }
        let isNews = (problem == nil) != (failure == nil)
        failure = problem
        guard isNews else { return }
        let text =
            problem.map { CodedText(AlertText.pathNotStored, ["detail": .words("\($0)")]) }
            ?? (lost > 0
                ? CodedText(AlertText.pathStoredWithLoss, ["lost": .count(lost)]) : CodedText(AlertText.pathStored))
        context.alert(
            Alert(code: Alert.Code.pathNotStored.rawValue, severity: .critical, text, isOver: problem == nil))
    }

    // MARK: commands

    var status: PathStatus? {
        guard var path = current else { return nil }
        path.length = length.length
        path.state = recorder.phase == .paused ? .paused : .recording
        return PathStatus(
            path: path, order: recorder.order, receiver: recorder.receiver, newest: recorder.newest,
            foreignDatum: recorder.foreignDatum, waiting: waiting.count, lost: lost, removed: removed)
    }

    func start(
        name: String?, by user: String?, _ order: PathOrder, _ key: IdempotencyKey?
    ) async throws(PathError) -> PathStatus {
        try await once(.start(name: name, user: user, order), key) { () async throws(PathError) in
            try await self.begin(name ?? self.defaultName, by: user, order)
        }
    }

    /// A name for a path that was given none: its start.
    private var defaultName: String {
        "Path " + Timestamp(context.now()).description.prefix(16).map { $0 == "T" ? " " : "\($0)" }.joined()
    }

    private func begin(
        _ name: String, by user: String?, _ order: PathOrder
    ) async throws(PathError) -> PathStatus {
        listen()
        defer { restWhereIdle() }
        try await recall()
        if let current { throw .busy(id: current.id) }
        try recorder.check(order, at: now)
        // Only now: while no path was recorded, nothing noticed a sleep, and the receiver may have reported since.
        forgetAfterSleep()
        let (store, time) = (context.store, wall)
        current = try await storing { () throws(StoreError) in
            try await store.start(name: name, by: user, at: time, order)
        }
        (length, lost, removed, lastFlush) = (PathLength(), 0, 0, nil)
        recorder.begin(order)
        return try known()
    }

    func pause(_ path: Int64?, _ key: IdempotencyKey?) async throws(PathError) -> PathStatus {
        try await once(.pause(path), key) { () async throws(PathError) in
            try await self.mark(path, .paused) { recorder throws(PathError) in try recorder.pause() }
        }
    }

    func resume(_ path: Int64?, _ key: IdempotencyKey?) async throws(PathError) -> PathStatus {
        try await once(.resume(path), key) { () async throws(PathError) in
            try await self.mark(path, .recording) { recorder throws(PathError) in try recorder.resume() }
        }
    }

    private func mark(
        _ path: Int64?, _ state: RecordedPath.State, _ change: (inout PathRecorder) throws(PathError) -> Void
    ) async throws(PathError) -> PathStatus {
        try check(path)
        // Points taken before must be on disk when the command is answered.
        await self.store()
        var changed = recorder
        try change(&changed)
        let (store, id) = (context.store, try known().path.id)
        try await storing { () throws(StoreError) in try await store.mark(id, state) }
        recorder = changed
        return try known()
    }

    func stop(_ path: Int64?, _ key: IdempotencyKey?) async throws(PathError) -> PathEnd {
        try await once(.stop(path), key) { () async throws(PathError) in try await self.finish(path) }
    }

    private func finish(_ path: Int64?) async throws(PathError) -> PathEnd {
        try check(path)
        try await storeAll()
        let (store, time, path) = (context.store, wall, try known().path)
        guard path.pointCount > 0 else {
            try await storing { () throws(StoreError) in try await store.discard(path.id) }
            end()
            return PathEnd(path: path, isSaved: false)
        }
        var outline = PathOutline()
        try await read(path) { page in for point in page { outline.append(point) } }
        let geometry = PathGeometry(outline)
        let finished = try await storing { () throws(StoreError) in
            try await store.finish(path.id, at: time, geometry)
        }
        end()
        return PathEnd(path: finished, isSaved: true)
    }

    private func end() {
        recorder.end()
        (current, waiting) = (nil, [])
        restWhereIdle()
    }

    func takePoint(_ path: Int64?, _ key: IdempotencyKey?) async throws(PathError) -> PathPoint {
        try await once(.point(path), key) { () async throws(PathError) in try await self.addPoint(path) }
    }

    private func addPoint(_ path: Int64?) async throws(PathError) -> PathPoint {
        try check(path)
        let id = try known().path.id
        catchUp()
        forgetAfterSleep()
        var changed = recorder
        changed.requirement = context.requirement()
        var hand = try changed.takeVertex(at: now)
        // The points before it, of which it may replace the last, must be on disk first.
        try await storeAll()
        if hand.replacesLast {
            let store = context.store
            let removed = try await storing { () throws(StoreError) in try await store.removeLastPoint(of: id) }
            hand.point.beginsSegment = removed?.beginsSegment ?? false
            current?.pointCount -= removed == nil ? 0 : 1
            self.removed += 1
        }
        recorder = changed
        // From here on the point belongs to the path, even if the store fails temporarily.
        waiting.append(hand.point)
        try await storeAll()
        return hand.point
    }

    func takeCentroid(_ path: Int64?, _ key: IdempotencyKey?) async throws(PathError) -> PathPoint {
        try await once(.centroid(path), key) { () async throws(PathError) in try await self.addCentroid(path) }
    }

    private func addCentroid(_ path: Int64?) async throws(PathError) -> PathPoint {
        try check(path)
        catchUp()
        forgetAfterSleep()
        var changed = recorder
        let point = try changed.takeCentroid()
        try await storeAll()
        recorder = changed
        waiting.append(point)
        try await storeAll()
        return point
    }

    func undo(_ path: Int64?, _ key: IdempotencyKey?) async throws(PathError) -> PathPoint {
        try await once(.undo(path), key) { () async throws(PathError) in try await self.removePoint(path) }
    }

    private func removePoint(_ path: Int64?) async throws(PathError) -> PathPoint {
        try check(path)
        let (store, id) = (context.store, try known().path.id)
        try await storeAll()
        let removed = try await storing { () throws(StoreError) in try await store.removeLastPoint(of: id) }
        guard let removed else { throw .noPoint }
        self.removed += 1
        current?.pointCount -= 1
        let count = current?.pointCount ?? 0
        let last = try await storing { () throws(StoreError) in
            try await store.indexedPoints(of: id, from: count - 1, limit: 1).first?.point
        }
        if let last, !removed.beginsSegment {
            let less = last.position.distance(to: removed.position).metres
            length = PathLength(Length(metres: max(0, length.length.metres - less)), upTo: last.position)
        } else {
            length = PathLength(length.length, upTo: last?.position)
        }
        recorder.note(last: last)
        if removed.beginsSegment { recorder.noteLoss() }
        return removed
    }

    func noteName(_ name: String, of path: Int64) {
        if current?.id == path { current?.name = name }
    }

    /// Refuses a command if no path, or another one than the named one, is being recorded.
    private func check(_ path: Int64?) throws(PathError) {
        let current = try known().path.id
        if let path, path != current { throw .other(named: path, current: current) }
    }

    private func known() throws(PathError) -> PathStatus {
        guard let status else { throw .idle }
        return status
    }

    /// Passes on the readable points of a path page by page, each point once.
    private func read(_ path: RecordedPath, _ take: ([PathPoint]) -> Void) async throws(PathError) {
        let store = context.store
        var next = 0
        while next < path.pointCount {
            let first = next
            let page = try await storing { () throws(StoreError) in
                try await store.indexedPoints(of: path.id, from: first, limit: Self.page)
            }
            // A page has fewer points than its range if some are unreadable, so the next one begins after the last index.
            guard let last = page.last else { return }
            next = last.index + 1
            take(page.map(\.point))
        }
    }

    private func storeAll() async throws(PathError) {
        await store()
        if !waiting.isEmpty, let failure { throw .store(failure) }
    }

    private func storing<Value>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(PathError) -> Value {
        do throws(StoreError) {
            return try await body()
        } catch {
            throw .store(error)
        }
    }
}
