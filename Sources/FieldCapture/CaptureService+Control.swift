// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat
public import ControlModel
internal import GNSSTypes
internal import Logging
internal import MessageTexts
internal import Storage
internal import Synchronization
internal import SystemSupport

extension CaptureService: CaptureControl {
    /// The largest number of images that are stored at the same time; each takes about three times its size in memory.
    private static let uploadLimit = 4

    public var imageLimit: Int { JPEGImage.Limit.bytes }

    // MARK: the conditions

    /// Checks whether a photo may be taken now; see `CaptureControl`.
    ///
    /// - Throws: `ControlError` if there is no such receiver.
    public func captureCheck(
        of receiver: String?, by user: ControlUser?
    ) async throws(ControlError) -> CaptureCheckReport {
        let chosen = try known(receiver)?.id ?? context.active()
        var report = await check(chosen, by: .init(user: user)).report
        // Without a user, the report is for everyone.
        report.running = runningCaptures().map { running in
            var running = running
            if user == nil { running.user = nil }
            return running
        }
        if let user { report.running.removeAll { !user.mayUse(dataOf: $0.user) } }
        return report
    }

    public func runningCaptures() -> [CaptureReport] { state.withLock { $0.sessions.reports(at: .now) } }

    /// Finds a receiver; nil if no name is given.
    ///
    /// - Throws: `ControlError` if there is no such receiver.
    private func known(_ receiver: String?) throws(ControlError) -> Receiver? {
        guard let receiver else { return nil }
        let receivers = state.withLock { $0.receivers }()
        guard let found = receivers.first(where: { $0.id == receiver }) else {
            throw .unknownReceiver(receiver, known: receivers.map(\.id))
        }
        return found
    }

    /// Checks the conditions of a receiver, with everything that is known about it at this moment.
    private func check(
        _ receiver: String?, by photographer: CaptureRules.Photographer
    ) async -> (report: CaptureCheckReport, situation: CaptureRules.Situation, rules: CaptureRules, time: HostTime) {
        check(receiver, by: photographer, problem: await storeProblem())
    }

    /// The reason why no photo can be stored; nil if one can, or if photos are disabled.
    private func storeProblem() async -> CodedText? {
        let preferences = state.withLock { $0.preferences }
        return preferences.isEnabled ? await photos.problem(preferences) : nil
    }

    private func check(
        _ receiver: String?, by photographer: CaptureRules.Photographer, problem: CodedText?
    ) -> (report: CaptureCheckReport, situation: CaptureRules.Situation, rules: CaptureRules, time: HostTime) {
        let requirement = context.requirement()
        return state.withLock { state in
            drain(&state)
            let time = context.now()
            let rules = CaptureRules(
                preferences: state.preferences, requirement: requirement, storeProblem: problem)
            let situation = receiver.flatMap { state.situations[SourceID(rawValue: $0)] }
            let report = rules.check(receiver, situation, by: photographer, at: time.monotonicNanoseconds)
            return (report, situation ?? .init(), rules, time)
        }
    }

    // MARK: taking a photo

    /// Begins the countdown of a photo; see `CaptureControl`.
    ///
    /// - Throws: `CaptureRefusal` if a condition is not met; `ControlError` if a value of the request is not permitted, there
    ///   is no such receiver, the user may take no photo for the task, or too many photos are being taken.
    public func startCapture(_ request: CaptureRequest, by user: ControlUser) async throws -> CaptureReport {
        try await startCapture(request, from: .request, by: user)
    }

    func startCapture(
        _ request: CaptureRequest, from origin: CaptureReport.Origin, by user: ControlUser
    ) async throws -> CaptureReport {
        if let problem = request.problem { throw ControlError(.invalid, problem) }
        try await requireEditable(request.task, of: user.name)
        let receiver = try known(request.receiver)?.id ?? context.active()
        let photographer = CaptureRules.Photographer(user: user, camera: request.camera ?? CameraReport())
        let checked = await check(receiver, by: photographer)
        guard checked.report.isAllowed, let receiver else { throw CaptureRefusal(reasons: checked.report.reasons) }
        let (now, id) = (ContinuousClock.now, Self.id(at: checked.time))
        let started = state.withLock { state -> CaptureSession? in
            guard state.sessions.running < CaptureSessions.limit else { return nil }
            let countdown = request.countdown ?? state.preferences.countdown
            let session = CaptureSession(
                id: id, origin: origin, user: user.name, receiver: receiver, countdown: countdown, request: request,
                requested: checked.time.monotonicNanoseconds,
                progress: .countdown(until: now + .seconds(countdown)))
            state.sessions.add(session, at: now)
            return session
        }
        guard let started else {
            throw CaptureStore.refusal(.conflict, .tooMany, ["limit": .count(CaptureSessions.limit)])
        }
        Task { await self.countDown(started, by: photographer, from: now) }
        return started.report(at: now)
    }

    /// Checks the conditions at each second of the countdown, and at its end.
    private func countDown(
        _ session: CaptureSession, by photographer: CaptureRules.Photographer, from start: ContinuousClock.Instant
    ) async {
        let end = start + .seconds(session.countdown)
        var tick = start
        while true {
            tick = min(tick + .seconds(1), end)
            // Only a cancelled task throws, and nothing cancels this one. The store is asked a moment before, because it may
            // be busy, and the photo must not be late.
            try? await Task.sleep(until: tick - .milliseconds(200), tolerance: .milliseconds(5), clock: .continuous)
            let problem = await storeProblem()
            try? await Task.sleep(until: tick, tolerance: .milliseconds(5), clock: .continuous)
            let checked = check(session.receiver, by: photographer, problem: problem)
            let isLast = tick >= end
            let goesOn = state.withLock { state -> Bool in
                guard case .countdown? = state.sessions[session.id]?.progress else { return false }
                guard checked.report.isAllowed else {
                    state.sessions.end(session.id, .rejected, checked.report.reasons, at: .now)
                    return false
                }
                return true
            }
            guard goesOn else { return }
            if isLast { return reach(session, checked.report, checked.situation, checked.rules, checked.time) }
        }
    }

    /// Keeps everything that is known at the moment of a photo, and waits for its image.
    private func reach(
        _ session: CaptureSession, _ report: CaptureCheckReport, _ situation: CaptureRules.Situation,
        _ rules: CaptureRules, _ time: HostTime
    ) {
        guard let newest = situation.window.newest, let (fix, position) = situation.window.measured else { return }
        let (receivers, evidence) = state.withLock { state in
            (state.receivers, state.evidence[SourceID(rawValue: session.receiver)])
        }
        let isJudged = situation.verdict != nil
        let driver = receivers().first { $0.id == session.receiver }
        var moment = CaptureMoment(
            id: session.id, user: session.user, taken: time, lastUpload: .now + longestUploadTime,
            countdown: session.countdown, version: context.version,
            driver: driver.map { .init(kind: $0.driver, device: $0.device) }, check: report, fix: fix,
            position: position, arrival: situation.window.arrival, origin: newest.origin, situation: situation,
            sampling: rules.sampling(situation, at: time.monotonicNanoseconds), refusal: rules.objection(situation),
            hasPages: evidence?.hasPages(of: newest.origin, at: time.monotonicNanoseconds) ?? false,
            rules: isJudged ? context.examiner.rules() : nil,
            evidence: evidence?.files(
                of: newest.origin, from: session.requested - ReceiverEvidence.before, to: time.monotonicNanoseconds)
                ?? [:],
            camera: session.request.camera ?? CameraReport(), note: session.request.note ?? "",
            task: session.request.task)
        if let recording = moment.evidence[CaptureFileName.recording], moment.hasPages {
            moment.stamp = EvidenceStamp(of: recording, at: rules.preferences.timeStampAddress, logger: context.logger)
        }
        let deadline = ContinuousClock.now + Self.uploadTime
        state.withLock { [moment] state in
            guard case .countdown? = state.sessions[session.id]?.progress else { return }
            state.sessions[session.id]?.progress = .waiting(moment, until: deadline)
            state.sessions[session.id]?.taken = Timestamp(time)
        }
        expire(session.id, at: deadline)
    }

    /// An ID from the time and a random number: `20261127-231002-7f3a2b9c`.
    private static func id(at time: HostTime) -> String {
        let digits = Timestamp(time).description.prefix(19).filter { $0.isNumber }
        let number = String(UInt32.random(in: .min ... .max), radix: 16)
        return "\(digits.prefix(8))-\(digits.dropFirst(8))-" + String(repeating: "0", count: 8 - number.count) + number
    }

    // MARK: the image

    /// Stores the image of a photo; see `CaptureControl`.
    ///
    /// - Throws: `CaptureRefusal` if the photo was rejected; `ControlError` if its image is not awaited or not accepted, or
    ///   cannot be stored, or its task is no longer editable; errors of `body`.
    public func storeImage(
        of id: String, by user: ControlUser, camera: CameraReport, from body: FileBody
    ) async throws -> CaptureReport {
        if let problem = camera.problem { throw ControlError(.invalid, problem) }
        if let stored = try await stored(id, for: user) { return try await repeated(stored, body) }
        let kept = try begin(id, user)
        var moment = kept
        moment.camera = camera.completed(by: kept.camera)
        do {
            let bytes = try await Self.collect(body, until: kept.lastUpload)
            let image = try await Self.image(bytes)
            if moment.hasPages, !moment.origin.isReplay {
                moment.evidence[CaptureFileName.messages] = await context.examiner.messages()
            }
            moment.evidence[CaptureFileName.timeStamp] = moment.stamp?.bytes
            let preferences = try state.withLock { state in
                try Self.requireUncancelled(id, state)
                return state.preferences
            }
            let summary = try await photos.add(moment, image, sealed: Timestamp(context.now()), preferences) {
                () throws(ControlError) in try await requireEditable(kept.task, of: kept.user)
            }
            do {
                try state.withLock { state in
                    try Self.requireUncancelled(id, state)
                    state.uploads -= 1
                    state.sessions[id] = nil
                }
            } catch {
                // It was cancelled while it was being stored.
                try await photos.delete(id, sealed: Timestamp(context.now()))
                throw error
            }
            // Without a verdict, OSNMA is switched off, and there is nothing to warn of.
            if !summary.isAuthenticated, moment.situation.verdict != nil {
                // It begins and ends at once: an entry in the log, and a message on each page.
                for isOver in [false, true] {
                    context.alert(
                        Alert(
                            code: .photoNotAuthenticated, severity: .warning, .photoNotAuthenticated,
                            ["id": .words(id)], isOver: isOver))
                }
            }
            if moment.hasPages { follow(moment, isPending: summary.verdict == .pending) }
            return Self.report(summary)
        } catch {
            // Another try is possible: the moment of the photo is kept for some seconds, without anything of this try.
            let deadline = min(.now + Self.uploadTime, kept.lastUpload)
            state.withLock { state in
                state.uploads -= 1
                guard state.sessions[id]?.ended == nil else { return }
                state.sessions[id]?.progress = .waiting(kept, until: deadline)
            }
            expire(id, at: deadline)
            throw error
        }
    }

    /// Ends a photo whose image has not begun to arrive by then.
    private func expire(_ id: String, at deadline: ContinuousClock.Instant) {
        Task { [weak self] in
            // A deadline has no event. Only a cancelled task throws, and nothing cancels this one.
            try? await Task.sleep(until: deadline, tolerance: .seconds(1), clock: .continuous)
            self?.state.withLock { state in
                guard case .waiting(_, let end)? = state.sessions[id]?.progress, end <= deadline else { return }
                state.sessions.end(id, .expired, at: .now)
            }
        }
    }

    /// Takes over the moment of a photo whose image arrives.
    private func begin(_ id: String, _ user: ControlUser) throws -> CaptureMoment {
        try state.withLock { state in
            guard let session = state.sessions[id] else {
                throw CaptureStore.refusal(.notFound, .unknown, ["id": .words(String(id.prefix(100)))])
            }
            guard user.mayUse(dataOf: session.user) else { throw CaptureStore.refusal(.conflict, .otherUser) }
            switch session.progress {
            case .waiting(let moment, let end) where end > .now:
                guard state.uploads < Self.uploadLimit else {
                    throw CaptureStore.refusal(.conflict, .tooMany, ["limit": .count(Self.uploadLimit)])
                }
                state.uploads += 1
                state.sessions[id]?.progress = .receiving(moment)
                return moment
            case .countdown, .receiving: throw CaptureStore.refusal(.conflict, .notWaiting)
            case .waiting, .over(.expired, _): throw CaptureStore.refusal(.conflict, .expired)
            case .over(.rejected, let reasons): throw CaptureRefusal(reasons: reasons)
            case .over: throw CaptureStore.refusal(.conflict, .cancelled)
            }
        }
    }

    /// - Throws: `ControlError` if the photo was cancelled while its image arrived.
    private static func requireUncancelled(_ id: String, _ state: borrowing State) throws(ControlError) {
        if state.sessions[id]?.ended != nil { throw CaptureStore.refusal(.conflict, .cancelled) }
    }

    /// - Throws: `ControlError` if a piece arrives after `end`; errors of `body`.
    private static func collect(_ body: FileBody, until end: ContinuousClock.Instant? = nil) async throws -> [UInt8] {
        let collector = BodyCollector(limit: JPEGImage.Limit.bytes)
        try await body { piece in
            if let end, ContinuousClock.now > end { throw CaptureStore.refusal(.conflict, .expired) }
            await collector.append(piece)
        }
        return await collector.bytes
    }

    private static func image(_ bytes: [UInt8]) async throws -> JPEGImage {
        let result = await WorkerThread.value { Result { () throws(ImageError) in try JPEGImage(bytes) } }
        do {
            guard let result else { throw ControlError(.unavailable, "cannot start a thread for the image") }
            return try result.get()
        } catch let error as ImageError {
            throw CaptureStore.refusal(.invalid, CaptureText.message(of: error))
        }
    }

    /// Compares an image that arrives again with the stored one.
    private func repeated(_ stored: StoredCapture, _ body: FileBody) async throws -> CaptureReport {
        let bytes = try await Self.collect(body)
        guard CaptureHash.text(of: bytes) == stored.upload else {
            throw CaptureStore.refusal(.conflict, .otherImage)
        }
        return Self.report(try await summary(of: stored))
    }

    // MARK: stored photos

    /// Finds a stored photo; nil if no photo has this ID.
    ///
    /// - Throws: `ControlError` if it belongs to another user.
    private func stored(_ id: String, for user: ControlUser) async throws(ControlError) -> StoredCapture? {
        guard let stored = try await photos.capture(id) else { return nil }
        guard user.mayUse(dataOf: stored.user) else {
            throw CaptureStore.refusal(.conflict, .otherUser)
        }
        return stored
    }

    /// Finds a stored photo that a user may see.
    ///
    /// - Throws: `ControlError` if it does not exist or belongs to another user, or the store fails.
    func visible(_ id: String, for user: ControlUser) async throws(ControlError) -> StoredCapture {
        guard let stored = try await photos.capture(id), user.mayUse(dataOf: stored.user) else {
            throw Self.unknown(id)
        }
        return stored
    }

    /// Finds a stored photo that a user may change.
    ///
    /// - Throws: `ControlError` if it does not exist or belongs to another user, or the store fails.
    func owned(_ id: String, by user: ControlUser) async throws(ControlError) -> StoredCapture {
        guard let stored = try await stored(id, for: user) else { throw Self.unknown(id) }
        return stored
    }

    private static func unknown(_ id: String) -> ControlError {
        CaptureStore.refusal(.notFound, .unknown, ["id": .words(String(id.prefix(100)))])
    }

    /// Cancels or deletes a photo; see `CaptureControl`.
    ///
    /// - Throws: `ControlError` if it does not exist, belongs to another user, was sent to the back office or belongs to a
    ///   task that is not editable and these are not included, or the store fails.
    public func removeCapture(
        _ id: String, includingSent: Bool = false, by user: ControlUser
    ) async throws(ControlError) {
        let session = state.withLock { $0.sessions[id] }
        if let session, session.ended == nil {
            guard user.mayUse(dataOf: session.user) else { throw CaptureStore.refusal(.conflict, .otherUser) }
            let isCancelled = state.withLock { state -> Bool in
                switch state.sessions[id]?.progress {
                case .countdown?, .waiting?, .receiving?:
                    state.sessions.end(id, .cancelled, at: .now)
                    return true
                default: return false
                }
            }
            if isCancelled { return }
        }
        let stored = try await owned(id, by: user)
        if !includingSent { try await office?.requireChangeable(summary(of: stored)) }
        try await photos.delete(stored.id, sealed: Timestamp(context.now()))
    }

    /// Changes a note; see `CaptureControl`.
    ///
    /// - Throws: `ControlError` if the photo does not exist, belongs to another user, has a newer revision, was sent to the
    ///   back office or belongs to a task that is not editable, the note is too long, or the store fails.
    public func setNote(
        _ note: String, of id: String, by user: ControlUser, ifRevision revision: Int? = nil
    ) async throws(ControlError) -> CaptureReport {
        guard note.count <= CaptureNote.limit else {
            throw ControlError(.invalid, "a note has at most \(CaptureNote.limit) characters")
        }
        let summary = try await summary(of: owned(id, by: user))
        if summary.note != note {
            try await office?.requireChangeable(summary)
            try await photos.setNote(note, of: id, ifRevision: revision, sealed: Timestamp(context.now()))
        }
        return try await capture(id, for: user)
    }

    /// Returns stored photos; see `CaptureControl`.
    ///
    /// - Throws: `ControlError` if the store fails.
    public func captures(
        of owner: String?, task: CaptureTaskFilter, for user: ControlUser, limit: Int, offset: Int
    ) async throws(ControlError) -> CapturesReport {
        let owners = Self.owners(owner, task, for: user)
        let (stored, total) = try await photos.page(of: owners, limit: limit, offset: offset)
        let bytes = try await photos.totals().bytes
        let sending = try await stored.isEmpty ? nil : office?.sending(of: stored.map(\.id))
        var summaries: [CaptureSummary] = []
        for capture in stored { summaries.append(try Self.summary(of: capture, sending?[capture.id])) }
        let limit = state.withLock { $0.preferences.limitMiB } << 20
        let running = runningCaptures().filter { user.mayUse(dataOf: $0.user) }
        return CapturesReport(captures: summaries, total: total, bytes: bytes, limit: limit, running: running)
    }

    /// Returns a photo; see `CaptureControl`.
    ///
    /// - Throws: `ControlError` if it does not exist or belongs to another user, or the store fails.
    public func capture(_ id: String, for user: ControlUser) async throws(ControlError) -> CaptureReport {
        if let session = state.withLock({ $0.sessions[id] }), user.mayUse(dataOf: session.user) {
            return session.report(at: .now)
        }
        return Self.report(try await summary(of: visible(id, for: user)))
    }

    private static func report(_ summary: CaptureSummary) -> CaptureReport {
        var report = CaptureReport(id: summary.id, state: .stored, receiver: summary.receiver, user: summary.user)
        (report.taken, report.summary) = (summary.taken, summary)
        return report
    }

    /// Returns a part of a stored photo; see `CaptureControl`.
    ///
    /// - Throws: `ControlError` if it does not exist, or its files cannot be read.
    public func part(
        _ part: CapturePart, of id: String, for user: ControlUser
    ) async throws(ControlError) -> CaptureFile {
        _ = try await visible(id, for: user)
        let result = await WorkerThread.value { [photos] in
            Result { () throws(ControlError) in try photos.part(part, of: id) }
        }
        guard let result else { throw ControlError(.unavailable, "cannot start a thread to read the photo") }
        return try result.get()
    }

    /// Returns the public key; see `CaptureControl`.
    ///
    /// - Throws: `ControlError` if the key cannot be read or created.
    public func captureKey() async throws(ControlError) -> CaptureFile {
        let key = VerificationKey(try photos.key().publicKey)
        return CaptureFile(
            name: CaptureFileName.key, mediaType: "application/x-pem-file", bytes: Array((key?.pem ?? "").utf8))
    }
}

/// The bytes of an image as they arrive.
private actor BodyCollector {
    private(set) var bytes: [UInt8] = []
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Adds bytes, as far as the image keeps within the limit; the reader of the body refuses a larger one.
    func append(_ piece: [UInt8]) { if bytes.count <= limit { bytes += piece } }
}

extension CaptureRequest {
    /// The first value that is not permitted, with what is; nil if all are.
    fileprivate var problem: String? {
        if let countdown, !(0...60).contains(countdown) { return "countdown_s must be 0 to 60" }
        if (note?.count ?? 0) > CaptureNote.limit { return "a note has at most \(CaptureNote.limit) characters" }
        if let task {
            let isSound = task.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            guard isSound, (1...200).contains(task.count), task.utf8.count <= 2000 else {
                return "task must have 1 to 200 characters on one line"
            }
        }
        return camera?.problem
    }
}
