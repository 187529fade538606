// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Logging
internal import MessageTexts
internal import ObservationBus
internal import Paths
internal import Storage

/// Stores the decisions of the track log. Owns the steps that are not stored yet.
actor TrackLogCoordinator {
    /// The largest number of steps that wait for the store.
    static let waitingLimit = 36_000
    /// The number of waiting steps that are stored immediately, regardless of the time since the last write.
    static let plenty = 64

    private let context: TrackLogService.Context
    private var log: TrackLog
    private var steps: [TrackLog.Step] = []
    private var track: RecordedPath?
    /// The newest time of a receiver, as far as it is stored or a track begins with it.
    private var newest: UTCTime?
    private var isStoring = false
    private var isFailing = false

    init(_ context: TrackLogService.Context) {
        self.context = context
        log = TrackLog(context.order)
    }

    /// Continues an interrupted track and removes expired ones.
    func open() async {
        do throws(StoreError) {
            if let (found, last) = try await context.store.unfinishedTrack() {
                (track, newest) = (found, last?.time)
                log.goOn(context.order, found, last: last)
            }
        } catch {
            report(error)
        }
        await clean()
    }

    /// Processes a batch of observations that were published together.
    func take(_ batch: [Observation], hasLost: Bool) async {
        if hasLost { log.noteLoss() }
        let now = context.now().monotonicNanoseconds
        log.requirement = context.requirement()
        for observation in batch {
            let new = log.take(observation, at: now)
            if steps.count + new.count > Self.waitingLimit { log.drop(new) } else { steps += new }
        }
        if steps.count >= Self.plenty, !isFailing { await flush() }
    }

    /// Stores the waiting steps.
    func flush() async {
        guard !isStoring else { return }
        isStoring = true
        defer { isStoring = false }
        do throws(StoreError) {
            while let next = steps.first {
                switch next {
                case .begin(let day): try await begin(day)
                case .point: try await storePoints()
                }
            }
            report(nil)
        } catch {
            report(error)
        }
    }

    /// Stores the waiting steps. Points that the store refuses are lost.
    func close() async {
        await flush()
        let count = steps.count { $0.point != nil }
        guard count > 0 else { return }
        context.logger.error("track log: loses its last \(count) points, which cannot be stored")
    }

    private func begin(_ day: CivilDate) async throws(StoreError) {
        if let old = track {
            try await context.store.finishTrack(old.id, at: max(newest ?? old.started, old.started))
            track = nil
        }
        let start = day.start
        track = try await context.store.startTrack(name: "Track \(day)", at: start)
        steps.removeFirst()
        // The day of a point without a time is the host's, whose clock may be fast.
        if steps.first?.point?.time != nil { newest = max(newest ?? start, start) }
        await clean()
    }

    private func storePoints() async throws(StoreError) {
        let points = steps.prefix { $0.point != nil }.compactMap(\.point)
        var isStored = false
        if let track { isStored = try await context.store.append(points, toTrack: track.id) }
        guard isStored else {
            // The track was deleted, so begin another one for this day.
            track = nil
            steps.insert(.begin(day: (points.first?.time ?? context.wall).date), at: 0)
            return
        }
        steps.removeFirst(points.count)
        newest = points.last { $0.time != nil }?.time ?? newest
    }

    /// Removes tracks older than `keepDays`. The age ends at the earlier of the two clocks, receiver and host, so that one
    /// clock that is fast makes no track old; without the receiver's, no age is known.
    private func clean() async {
        guard context.keepDays > 0, let newest else { return }
        let now = min(newest, context.wall)
        let limit = now.nanosecondsSince1970 &- Int64(context.keepDays) * 86_400_000_000_000
        do throws(StoreError) {
            let names = try await context.store.removeTracks(endedBefore: UTCTime(nanosecondsSince1970: limit))
            guard !names.isEmpty else { return }
            let list = names.joined(separator: ", ")
            context.logger.notice("track log: removed the tracks older than \(context.keepDays) days: \(list)")
        } catch {
            context.logger.warning("track log: cannot remove old tracks: \(error)")
        }
    }

    private func report(_ problem: StoreError?) {
        guard (problem != nil) != isFailing else { return }
        isFailing = problem != nil
        guard let problem else {
            return context.alert(
                Alert(code: .trackLogNotStored, severity: .warning, .trackLogStored, isOver: true))
        }
        context.alert(
            Alert(
                code: .trackLogNotStored, severity: .warning, .trackLogNotStored, ["detail": .words("\(problem)")]))
    }
}

extension TrackLogService.Context {
    /// The gateway's wall clock.
    fileprivate var wall: UTCTime { UTCTime(nanosecondsSince1970: now().wallNanoseconds) }
}

extension TrackLog.Step {
    /// The step's point; nil for other steps.
    fileprivate var point: PathPoint? {
        if case .point(let point) = self { point } else { nil }
    }
}
