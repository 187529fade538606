// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat
public import ControlModel
internal import GNSSTypes
internal import Logging
internal import Synchronization
internal import SystemSupport

/// What comes after a photo: the pages in which the keys of its tags are broadcast, and the verdict that they allow.
extension CaptureService {
    /// The interval in seconds at which a pending verdict is looked at: a key comes with each subframe.
    private static let interval: Int64 = 30_000_000_000

    /// Follows a stored photo until Galileo's keys for it have been broadcast. If the daemon ends before, the pages are
    /// missing, and the verdict is found from the others at the next start.
    func follow(_ moment: CaptureMoment, isPending: Bool) {
        // The evidence of the moment is on the disk now, and is not kept in memory.
        let moment = Followed(
            id: moment.id, source: SourceID(rawValue: moment.check.receiver ?? ""), origin: moment.origin,
            start: moment.taken.monotonicNanoseconds,
            stamp: moment.evidence[CaptureFileName.timeStamp] == nil ? moment.stamp : nil)
        let (start, now) = (moment.start, context.now)
        state.withLock { $0.followed += 1 }
        Task { [weak self] in
            var step = self?.step(after: 0, isPending)
            while let current = step {
                let left = current.time - (now().monotonicNanoseconds - start)
                // The keys come within a known time and no event says that they all did, so wait for it. Only a cancelled
                // task throws, and nothing cancels this one.
                if left > 0 { try? await Task.sleep(for: .nanoseconds(left), tolerance: .seconds(1)) }
                step = await self?.take(current, of: moment)
            }
            self?.endFollowing()
        }
    }

    private func endFollowing() {
        state.withLock { state in
            state.followed -= 1
            forgetEvidence(&state)
        }
    }

    /// A stored photo for which keys are awaited.
    private struct Followed: Sendable {
        var id: String
        var source: SourceID
        var origin: ObservationOrigin
        /// The moment of the photo by the host's monotonic clock, in nanoseconds.
        var start: Int64
        /// The time stamp over the evidence; nil if none is wanted, or if the photo has it.
        var stamp: EvidenceStamp?
    }

    /// A look at what has come since a photo.
    private struct Step {
        /// The time after the photo in nanoseconds.
        var time: Int64
        /// True if the verdict is still pending.
        var isPending: Bool
    }

    private func step(after time: Int64, _ isPending: Bool) -> Step {
        Step(time: isPending ? min(time + Self.interval, pagesAfter) : pagesAfter, isPending: isPending)
    }

    /// Takes a step.
    ///
    /// - Returns: The next one; nil after the last one, and if the photo has been deleted.
    private func take(_ step: Step, of moment: Followed) async -> Step? {
        if await isDeleted(moment.id) { return nil }
        let pages = pages(after: moment)
        guard step.time < pagesAfter else {
            await end(moment, pages, step.isPending)
            return nil
        }
        guard let later = await judge(moment.id, adding: pages), later.refusal == nil else {
            return self.step(after: step.time, true)
        }
        await seal(moment.id, .verdict, later)
        return self.step(after: step.time, false)
    }

    /// True if a photo has been deleted; false if the store cannot tell.
    private func isDeleted(_ id: String) async -> Bool {
        do {
            return try await photos.capture(id) == nil
        } catch {
            return false
        }
    }

    /// Galileo's pages after a photo as a recording; nil if there are none.
    private func pages(after moment: Followed) -> [UInt8]? {
        state.withLock { state -> [UInt8]? in
            drain(&state)
            return state.evidence[moment.source]?.pages(
                of: moment.origin, from: moment.start + 1, to: moment.start + pagesAfter)
        }
    }

    private func end(_ moment: Followed, _ pages: [UInt8]?, _ isPending: Bool) async {
        let later = isPending ? await judge(moment.id, adding: pages) : nil
        var files: [String: [UInt8]] = [:]
        files[CaptureFileName.pagesAfter] = pages
        files[CaptureFileName.timeStamp] = moment.stamp?.bytes
        if !files.isEmpty {
            await seal(moment.id, .evidence, later, adding: files)
        } else if let later {
            await seal(moment.id, .verdict, later)
        }
    }

    /// Judges a stored photo; nil if that is not possible, which is no reason to change its verdict.
    ///
    /// - Parameter pages: Pages that are not stored yet.
    private func judge(_ id: String, adding pages: [UInt8]? = nil) async -> CaptureExaminer.Verdict? {
        let evidence = await WorkerThread.value { [photos] in Result { try photos.evidence(of: id) } }
        switch evidence {
        case .success((let record, var files))?:
            if let pages { files[CaptureFileName.pagesAfter] = pages }
            return await context.examiner.judge(record, files)
        case .failure(let error)?:
            context.logger.warning("photos: the evidence of \(id) cannot be read: \(error)")
        case nil: break
        }
        return nil
    }

    /// Seals a later verdict and more evidence as a revision.
    private func seal(
        _ id: String, _ reason: CaptureManifest.Reason, _ later: CaptureExaminer.Verdict?,
        adding files: [String: [UInt8]] = [:]
    ) async {
        do {
            // It may have been deleted in the meantime.
            guard try await photos.capture(id) != nil else { return }
            let sealed = Timestamp(context.now())
            let group = try later.map {
                try JSONValue(encoding: LaterGroup($0, judged: sealed, rules: context.examiner.rules()))
            }
            try await photos.revise(id, reason, adding: files, sealed: sealed) { groups in
                // An authenticated position stays one, even if it was judged by another request in the meantime.
                let known = PositionVerdict(record: groups)
                guard let group, known != .authenticated else { return !files.isEmpty }
                let isBetter = group["result"]?.text == PositionVerdict.authenticated.code || known == .pending
                if isBetter { groups["later_verdict"] = group }
                return isBetter || !files.isEmpty
            }
        } catch {
            context.logger.warning("photos: what came after the photo \(id) cannot be stored: \(error)")
        }
    }

    /// Judges the photos whose verdict was pending when the daemon ended, one after the other, until the task is cancelled.
    func judgePending() async {
        guard state.withLock({ $0.preferences.isEnabled }) else { return }
        do throws(ControlError) {
            for id in try await photos.pending() {
                if Task.isCancelled { return }
                if let later = await judge(id) { await seal(id, .verdict, later) }
            }
        } catch {
            context.logger.warning("photos: pending verdicts cannot be looked for: \(error)")
        }
    }

    /// Judges the position of a stored photo again; see `CaptureControl`. An authenticated position stays one, and a verdict
    /// that is no better is not sealed.
    ///
    /// - Throws: `ControlError` if the photo does not exist or belongs to another user, or the store fails.
    public func judgeAgain(_ id: String, by user: ControlUser) async throws(ControlError) -> CaptureReport {
        let stored = try await owned(id, by: user)
        if try CaptureStore.summary(stored).verdict != .authenticated, let later = await judge(id), later.refusal == nil
        {
            await seal(id, .verdict, later)
        }
        return try await capture(id, for: user)
    }
}

extension PositionVerdict {
    /// The newest verdict of a record; nil if it has none.
    fileprivate init?(record groups: [String: JSONValue]) {
        let group = groups["later_verdict"] ?? groups["authentication"]
        guard let verdict = group?["result"]?.text.flatMap(PositionVerdict.init(rawValue:)) else {
            guard case .bool(let isAuthenticated)? = group?["authenticated"] else { return nil }
            self = isAuthenticated ? .authenticated : .notAuthenticated
            return
        }
        self = verdict
    }
}

/// The group of the record with a verdict that came later.
private struct LaterGroup: Encodable {
    let authenticated: Bool
    let result: String
    let statement: String
    let cause: String?
    let judged: Timestamp
    let verdict: OSNMAReceiverReport
    let rules: JSONValue?

    init(_ later: CaptureExaminer.Verdict, judged: Timestamp, rules: JSONValue?) {
        authenticated = later.refusal == nil
        result = (authenticated ? PositionVerdict.authenticated : .notAuthenticated).code
        statement = CaptureMoment.statement(later.verdict, later.refusal)
        (cause, self.judged, self.rules) = (later.refusal?.cause.rawValue, judged, rules)
        verdict = OSNMAReceiverReport(later.verdict, refusal: later.refusal)
    }
}
