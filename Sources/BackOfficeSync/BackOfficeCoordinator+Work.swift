// SPDX-License-Identifier: Apache-2.0

internal import BackOffice
internal import BackOfficeModel
internal import CaptureFormat
internal import ControlModel
internal import GNSSTypes
internal import Logging
internal import MessageTexts
internal import Paths
internal import Storage
internal import Synchronization
internal import SystemSupport

/// What the stage does by itself: one thing after the other, the longest waiting first.
extension BackOfficeCoordinator {
    /// The greatest number of the server's photos that are fetched to find one.
    private static let mostLookups = 20

    /// How something ended.
    enum Outcome {
        case done
        /// The server refused it, or it is gone; trying again is of no use.
        case refused(CodedText)
        /// The server cannot be used now.
        case again(CodedText, asked: Duration?)
        /// The person has signed out, or the daemon ends: nothing is known.
        case dropped
    }

    /// Does the next thing.
    ///
    /// - Returns: When to look again, by the monotonic clock; nil if only an event causes that.
    func pass() async -> Int64? {
        let now = context.now().monotonicNanoseconds
        let owners = signIns.keys.filter { signIn(of: $0) != nil }.sorted()
        guard !owners.isEmpty else { return nil }
        beginDueSyncs(owners, at: now)
        // A person whose sign-in the server no longer accepts must not hold up the others.
        let ready = owners.filter { signIns[$0]?.retry.map { now >= $0 } ?? true }
        for owner in ready { signIns[owner]?.retry = nil }
        do throws(ControlError) {
            if try await work(ready) { return now }
        } catch {
            // The store cannot be used at present.
            for owner in ready { fail(owner, error.message ?? Self.message(.notStored, ["detail": error.description])) }
        }
        // What a failure changed counts, so this is read afterwards.
        return owners.flatMap { [signIns[$0]?.retry, nextSync[$0]] }.compactMap { $0 }.min()
    }

    private func beginDueSyncs(_ owners: [String], at now: Int64) {
        let interval = Int64(preferences.withLock(\.interval)) * 1_000_000_000
        for owner in owners {
            guard interval > 0 else {
                nextSync[owner] = nil
                continue
            }
            // A shorter interval counts at once.
            let next = min(nextSync[owner] ?? .max, now &+ interval)
            nextSync[owner] = next
            guard now >= next else { continue }
            nextSync[owner] = now &+ interval
            // No user waits for this one, so it does not shorten the pause after a failure.
            let pause = signIns[owner]?.retry
            begin(syncOf: owner)
            signIns[owner]?.retry = pause
        }
    }

    /// - Returns: True if something was done.
    private func work(_ owners: [String]) async throws(ControlError) -> Bool {
        for owner in owners where wanted.contains(owner) {
            guard let signIn = signIn(of: owner) else { continue }
            // From now on, a request for another synchronisation is one that follows.
            wanted.remove(owner)
            activity = .sync(owner: owner)
            defer { activity = nil }
            let outcome = await fetchTasks(owner, signIn)
            if case .again(let problem, let asked) = outcome { fail(owner, problem, asked: asked) }
            if wanted.contains(owner) { return true }
            switch outcome {
            case .done: end(syncOf: owner, .done)
            case .refused(let problem), .again(let problem, _): end(syncOf: owner, .failed, problem)
            case .dropped: end(syncOf: owner, .cancelled)
            }
            return true
        }
        let job = jobs.first { job in
            owners.contains(job.key.owner) && signIn(of: job.key.owner)?.account.key == job.key.account
        }
        if let job, let signIn = signIn(of: job.key.owner) {
            activity = .job(job.key)
            defer { activity = nil }
            let outcome =
                switch job.key.kind {
                case .task: try await sendTask(job.key, signIn)
                case .photo: try await sendPhoto(job.key, signIn, task: nil)
                default: try await sendPath(job.key, signIn)
                }
            switch outcome {
            case .again(let problem, let asked):
                fail(job.key.owner, problem, asked: asked)
                // What the server cannot take must not hold up everything else.
                if let index = jobs.firstIndex(of: job) { jobs.append(jobs.remove(at: index)) }
            case .done, .refused: noteSuccess(job.key.owner)
            case .dropped: break
            }
            return true
        }
        for owner in owners {
            if let signIn = signIn(of: owner), try await tellOpened(owner, signIn) { return true }
        }
        return false
    }

    private func fail(_ owner: String, _ problem: CodedText, asked: Duration? = nil) {
        guard var signIn = signIns[owner] else { return }
        if signIn.problem != problem { context.logger.warning("back office: \(problem.text)") }
        signIn.problem = problem
        signIn.retry = context.now().monotonicNanoseconds &+ signIn.backoff.failed(asked: asked).wholeNanoseconds
        signIns[owner] = signIn
        noteChange()
    }

    private func noteSuccess(_ owner: String) {
        guard var signIn = signIns[owner] else { return }
        signIn.backoff.succeeded()
        if signIn.problem != nil { noteChange() }
        (signIn.problem, signIn.retry) = (nil, nil)
        signIns[owner] = signIn
    }

    // MARK: the server

    /// Makes a call for a person and reads the answer.
    private func call<Answer: Sendable>(
        _ call: BackOfficeCall, _ owner: String, _ signIn: SignIn,
        _ read: @Sendable ([UInt8]) throws(BackOfficeRefusal) -> Answer
    ) async -> (outcome: Outcome, answer: Answer?) {
        guard let server, server.address == signIn.account.server, let path = BackOfficePath(signIn.account.path) else {
            return (.dropped, nil)
        }
        let request = request(call, server, path, token: signIn.token)
        let task = Task { [link] in await link.post(request) }
        running = (owner, task)
        let end = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        running = nil
        // A user who has signed out, or in as another person, must not get what this answer says.
        guard !Task.isCancelled, !task.isCancelled, self.signIn(of: owner)?.number == signIn.number else {
            return (.dropped, nil)
        }
        guard case .answered(200, let body, _) = end else {
            let problem = failure(of: end, server.address)
            switch end {
            // The same request would end in the same way.
            case .tooLarge: return (.refused(problem), nil)
            case .answered(let status, _, _) where [400, 413, 414, 422].contains(status):
                return (.refused(problem), nil)
            case .answered(_, _, let asked): return (.again(problem, asked: asked), nil)
            default: return (.again(problem, asked: nil), nil)
            }
        }
        do throws(BackOfficeRefusal) {
            return (.done, try read(body))
        } catch {
            switch error {
            case .refused(let words): return (.refused(Self.message(.refused, ["detail": words])), nil)
            case .notAnAnswer(let detail):
                let message = Self.message(.badAnswer, ["server": server.address, "detail": detail])
                return (.again(message, asked: nil), nil)
            }
        }
    }

    // MARK: tasks

    private func fetchTasks(_ owner: String, _ signIn: SignIn) async -> Outcome {
        let (outcome, tasks) = await call(.tasks(person: signIn.account.id), owner, signIn) {
            bytes throws(BackOfficeRefusal) in try BackOfficeAnswer.tasks(bytes)
        }
        guard let tasks else { return outcome }
        do throws(ControlError) {
            let counts = try await changing { () async throws(ControlError) in
                try await merge(tasks, owner, signIn)
            }
            if var report = syncs[owner], report.state == .running {
                (report.added, report.changed, report.removed) = counts
                syncs[owner] = report
            }
            noteSuccess(owner)
            return .done
        } catch {
            return .refused(error.message ?? Self.message(.notStored, ["detail": error.description]))
        }
    }

    /// Takes over the tasks that the server has, in one transaction.
    private func merge(
        _ tasks: [BackOfficeTask], _ owner: String, _ signIn: SignIn
    ) async throws(ControlError) -> (added: Int, changed: Int, removed: Int) {
        let account = signIn.account.key
        var own: [String: OfficeTask] = [:]
        for (id, task) in try await storedTasks(owner, account) { own[id] = task }
        let photos = Set(try await self.photos(of: owner, .any).filter { $0.sent != .sent }.compactMap(\.task))
        var items: [BackOfficeItem] = []
        var counts = (added: 0, changed: 0, removed: 0)
        var removed: [BackOfficeItem.Key] = []
        func key(_ id: String) -> BackOfficeItem.Key { .init(.task, owner: owner, account: account, id: id) }
        func put(_ key: BackOfficeItem.Key, _ content: some Encodable) throws(ControlError) {
            do {
                items.append(try BackOfficeItem(key, encoding: content))
            } catch {
                throw Self.refusal(.unavailable, Self.message(.notStored, ["detail": "\(error)"]))
            }
        }
        for task in tasks {
            guard let before = own.removeValue(forKey: task.id) else {
                counts.added += 1
                try put(key(task.id), OfficeTask(task))
                continue
            }
            var merged = before
            merged.merge(task)
            guard merged != before else { continue }
            counts.changed += 1
            try put(key(task.id), merged)
        }
        for (id, task) in own {
            // What was not sent must not vanish with the task.
            if photos.contains(id) || task.ownNote?.isEmpty == false {
                guard !task.isGone else { continue }
                var gone = task
                (gone.isGone, gone.queued) = (true, nil)
                try put(key(id), gone)
                for (photo, content) in try await unsentPhotos(ofTask: key(id)) { try put(photo, content) }
            } else {
                removed.append(key(id))
            }
            counts.removed += 1
        }
        jobs.removeAll { job in
            job.key.kind == .task && job.key.owner == owner && job.key.account == account && own[job.key.id] != nil
        }
        if !items.isEmpty || !removed.isEmpty {
            try await storing { [items, removed] store throws(StoreError) in
                try await store.changeBackOffice(items, removing: removed)
            }
            noteChange()
        }
        return counts
    }

    /// Tells the server of one task that a person has opened.
    ///
    /// - Returns: True if it was told.
    private func tellOpened(_ owner: String, _ signIn: SignIn) async throws(ControlError) -> Bool {
        let opened = try await storedTasks(owner, signIn.account.key).first { $0.task.tellsOpening }
        guard let (id, task) = opened else { return false }
        // Without its note the server would delete that.
        let (outcome, _) = await call(.status(task: id, .open, note: task.note), owner, signIn) {
            bytes throws(BackOfficeRefusal) in try BackOfficeAnswer.done(bytes)
        }
        switch outcome {
        case .again(let problem, let asked): fail(owner, problem, asked: asked)
        case .dropped: break
        case .done, .refused:
            let key = BackOfficeItem.Key(.task, owner: owner, account: signIn.account.key, id: id)
            // It stays open here, whatever the server says until the next synchronisation.
            try await changing { () async throws(ControlError) in
                guard var task = try await storedTask(key), task.tellsOpening else { return }
                (task.status, task.isOpened) = (BackOfficeTask.Status.open.rawValue, false)
                try await put(key, task)
            }
            noteSuccess(owner)
        }
        return true
    }

    private func sendTask(_ key: BackOfficeItem.Key, _ signIn: SignIn) async throws(ControlError) -> Outcome {
        guard let task = try await storedTask(key), task.queued != nil else {
            jobs.removeAll { $0.key == key }
            return .dropped
        }
        // The answer to an earlier request was lost: the server may have the task, and an officer may have returned it.
        if let before = task.askedFrom {
            let (outcome, found) = try await lookUp(key, signIn)
            guard case .done = outcome else { return outcome }
            let isReturned = found?.status == BackOfficeTask.Status.returned.rawValue
            if found.map(Self.hasTaken) ?? false || isReturned && before != found?.status {
                return try await endTask(key, nil, as: found)
            }
        }
        for photo in try await photos(of: key.owner, .task(key.id)).reversed() where photo.sent != .sent {
            // A person may have given up meanwhile.
            guard try await storedTask(key)?.queued != nil else { return .dropped }
            let own = BackOfficeItem.Key(.photo, owner: key.owner, account: key.account, id: photo.id)
            switch try await sendPhoto(own, signIn, task: key.id) {
            case .done: continue
            case .refused(let problem): return try await endTask(key, problem)
            case let outcome:
                if try await storedTask(key)?.queued == nil { try await put(try await unsentPhotos(ofTask: key)) }
                return outcome
            }
        }
        // A person may have given up meanwhile.
        let asked = try await changing { () async throws(ControlError) -> OfficeTask? in
            guard var task = try await storedTask(key), task.queued != nil else { return nil }
            if task.askedFrom == nil {
                task.askedFrom = task.status
                try await put(key, task)
            }
            return task
        }
        guard let task = asked else { return .dropped }
        let note = BackOfficeCall.status(task: key.id, .dataProvided, note: task.shownNote)
        let (outcome, _) = await call(note, key.owner, signIn) {
            bytes throws(BackOfficeRefusal) in try BackOfficeAnswer.done(bytes)
        }
        switch outcome {
        case .done: break
        case .refused(let problem): return try await endTask(key, problem)
        case .again, .dropped: return outcome
        }
        // The server answers "ok" also if it ignores the change, so only its own list counts.
        let (looked, found) = try await lookUp(key, signIn)
        guard case .done = looked else { return looked }
        guard let found, Self.hasTaken(found) else {
            let problem = Self.message(.statusIgnored, ["state": found?.status ?? "-"])
            return try await endTask(key, problem, as: found)
        }
        return try await endTask(key, nil, as: found)
    }

    /// True if the server has taken a task over.
    private static func hasTaken(_ task: BackOfficeTask) -> Bool {
        [BackOfficeTask.Status.dataProvided, .dataChecked, .closed].map(\.rawValue).contains(task.status)
    }

    /// Asks the server for a task that is being sent.
    ///
    /// - Returns: `done` with the task, nil if the server does not list it; otherwise how the sending ended.
    private func lookUp(
        _ key: BackOfficeItem.Key, _ signIn: SignIn
    ) async throws(ControlError) -> (Outcome, BackOfficeTask?) {
        let (outcome, tasks) = await call(.tasks(person: signIn.account.id), key.owner, signIn) {
            bytes throws(BackOfficeRefusal) in try BackOfficeAnswer.tasks(bytes)
        }
        if case .refused(let problem) = outcome { return (try await endTask(key, problem), nil) }
        return (outcome, tasks?.first { $0.id == key.id })
    }

    /// The photos that were being sent with a task, as they are stored when that ends without them.
    func unsentPhotos(
        ofTask key: BackOfficeItem.Key
    ) async throws(ControlError) -> [(BackOfficeItem.Key, any Encodable & Sendable)] {
        let items = try await storing { store throws(StoreError) in
            try await store.backOfficeItems(.photo, of: key.owner, account: key.account)
        }
        var photos: [(BackOfficeItem.Key, any Encodable & Sendable)] = []
        for item in items {
            guard var photo = item.read(OfficePhoto.self), photo.task == key.id, photo.queued != nil else { continue }
            photo.queued = nil
            photos.append((item.key, photo))
        }
        return photos
    }

    /// Takes a task out of the queue.
    ///
    /// - Parameters:
    ///   - problem: Why it could not be sent; nil if it was.
    ///   - found: The task as the server has it; nil if that is unknown.
    private func endTask(
        _ key: BackOfficeItem.Key, _ problem: CodedText?, as found: BackOfficeTask? = nil
    ) async throws(ControlError) -> Outcome {
        try await changing { () async throws(ControlError) in
            // A person may have given up meanwhile.
            guard var task = try await storedTask(key), task.queued != nil else { return }
            (task.queued, task.askedFrom) = (nil, nil)
            if let found { task.merge(found) }
            task.problem = problem
            try await put([(key, task)] + unsentPhotos(ofTask: key))
            jobs.removeAll { $0.key == key }
        }
        if problem == nil { context.logger.notice("back office: the task \(key.id) was sent") }
        return problem.map { .refused($0) } ?? .done
    }

    // MARK: photos and paths

    /// Sends a photo, and stores how that ended unless it is to be tried again.
    private func sendPhoto(
        _ key: BackOfficeItem.Key, _ signIn: SignIn, task: String?
    ) async throws(ControlError) -> Outcome {
        if task == nil, try await storedPhoto(key)?.queued == nil {
            jobs.removeAll { $0.key == key }
            return .dropped
        }
        // It may have been sent for another account meanwhile.
        if try await sending(of: [key.id])[key.id]?.sent == .sent { return try await endPhoto(key, .done) }
        let upload: BackOfficePhoto
        do throws(ControlError) {
            guard let read = try await read(key, signIn) else {
                return try await endPhoto(key, .refused(Self.message(.photoGone)))
            }
            upload = read
        } catch {
            guard error.kind == .notFound else {
                return try await endPhoto(
                    key, .refused(error.message ?? Self.message(.notStored, ["detail": error.description])))
            }
            // It was deleted while it waited.
            jobs.removeAll { $0.key == key }
            try await storing { store throws(StoreError) in try await store.changeBackOffice([], removing: [key]) }
            noteChange()
            return .done
        }
        if task != nil {
            var content = try await storedPhoto(key) ?? OfficePhoto()
            (content.queued, content.task) = (Timestamp(context.now()).milliseconds, task)
            try await put(key, content)
        }
        let (outcome, result) = await call(.photo(upload, task: task, person: signIn.account.id), key.owner, signIn) {
            bytes throws(BackOfficeRefusal) in try BackOfficeAnswer.photo(bytes)
        }
        switch (outcome, result ?? nil) {
        case (.done, let id?): return try await endPhoto(key, .done, id: id)
        case (.done, nil): return try await look(for: upload.digest, key, signIn, task: task)
        case (.refused, _): return try await endPhoto(key, outcome)
        case (.again, _), (.dropped, _): return outcome
        }
    }

    /// Looks whether the server has a photo, after an answer that leaves that open.
    private func look(
        for digest: String, _ key: BackOfficeItem.Key, _ signIn: SignIn, task: String?
    ) async throws(ControlError) -> Outcome {
        let ids: [String]?
        let asked: Outcome
        if let task {
            let (outcome, tasks) = await call(.tasks(person: signIn.account.id), key.owner, signIn) {
                bytes throws(BackOfficeRefusal) in try BackOfficeAnswer.tasks(bytes)
            }
            (asked, ids) = (outcome, tasks?.first { $0.id == task }?.photoIDs ?? tasks.map { _ in [] })
        } else {
            (asked, ids) = await call(.photosWithoutTask(person: signIn.account.id), key.owner, signIn) {
                bytes throws(BackOfficeRefusal) in try BackOfficeAnswer.photoIDs(bytes)
            }
        }
        guard let ids else {
            if case .refused = asked { return try await endPhoto(key, asked) }
            return asked
        }
        let others = try await storing { store throws(StoreError) in
            try await store.backOfficeItems(.photo, of: key.owner, account: key.account)
        }
        let known = Set(others.compactMap { $0.read(OfficePhoto.self)?.serverID })
        // The newest come last, and each is as large as its image.
        for id in ids.reversed().filter({ !known.contains($0) }).prefix(Self.mostLookups) {
            let (outcome, found) = await call(.storedPhoto(id: id), key.owner, signIn) {
                bytes throws(BackOfficeRefusal) in try BackOfficeAnswer.digest(bytes)
            }
            switch outcome {
            case .again, .dropped: return outcome
            case .refused: continue
            case .done: if found == .some(digest) { return try await endPhoto(key, .done, id: id) }
            }
        }
        return try await endPhoto(key, .refused(Self.message(.photoNotTaken)))
    }

    private func read(_ key: BackOfficeItem.Key, _ signIn: SignIn) async throws(ControlError) -> BackOfficePhoto? {
        guard let captures = parts.withLock({ $0?.captures }) else { return nil }
        guard let secret = context.secret() else { throw Self.refusal(.noSecret) }
        let user = Self.user(key.owner)
        let image = try await captures.part(.image, of: key.id, for: user)
        let record = try await captures.part(.record, of: key.id, for: user)
        guard let record = try? JSONValue(parsing: record.bytes) else { return nil }
        return BackOfficePhoto(image: image.bytes, record: record, person: signIn.account.id, secret: secret)
    }

    private func endPhoto(
        _ key: BackOfficeItem.Key, _ outcome: Outcome, id: String? = nil
    ) async throws(ControlError) -> Outcome {
        var content = try await storedPhoto(key) ?? OfficePhoto()
        (content.queued, content.problem) = (nil, nil)
        switch outcome {
        case .done: (content.isSent, content.serverID) = (true, id)
        case .refused(let problem): content.problem = problem
        case .again, .dropped: break
        }
        try await put(key, content)
        jobs.removeAll { $0.key == key }
        return outcome
    }

    private func sendPath(_ key: BackOfficeItem.Key, _ signIn: SignIn) async throws(ControlError) -> Outcome {
        guard var content = try await storedPath(key), content.queued != nil, let number = Int64(key.id) else {
            jobs.removeAll { $0.key == key }
            return .dropped
        }
        let track: BackOfficeTrack
        do throws(ControlError) {
            guard let read = try await read(path: number, key.owner) else {
                return try await endPath(key, number, .refused(Self.message(.pathEmpty)))
            }
            track = read
        } catch {
            guard error.kind == .notFound else { throw error }
            return try await endPath(key, number, .refused(Self.message(.pathGone)))
        }
        // It may have been sent for another account, or the daemon was killed before this was noted here.
        if (try? await context.store.path(number))?.sent == .sent {
            return try await endPath(key, number, .done, id: content.serverID)
        }
        // The server stores a path twice that arrives twice. If an earlier request may have arrived, its list tells.
        if content.isTried {
            let (outcome, entries) = await call(.recordedPaths(person: signIn.account.id), key.owner, signIn) {
                bytes throws(BackOfficeRefusal) in try BackOfficeAnswer.recordedPaths(bytes)
            }
            guard let entries else {
                if case .refused = outcome { return try await endPath(key, number, outcome) }
                return outcome
            }
            let others = try await storing { store throws(StoreError) in
                try await store.backOfficeItems(.path, of: key.owner, account: key.account)
            }
            let known = Set(others.compactMap { $0.read(OfficePath.self)?.serverID })
            if let entry = entries.first(where: { track.isSame($0) && !known.contains($0.id) }) {
                return try await endPath(key, number, .done, id: entry.id)
            }
        }
        content.isTried = true
        try await put(key, content)
        let (outcome, id) = await call(.recordedPath(track, person: signIn.account.id), key.owner, signIn) {
            bytes throws(BackOfficeRefusal) in try BackOfficeAnswer.recordedPath(bytes)
        }
        switch outcome {
        case .done, .refused: return try await endPath(key, number, outcome, id: id ?? nil)
        case .again, .dropped: return outcome
        }
    }

    private func read(path id: Int64, _ owner: String) async throws(ControlError) -> BackOfficeTrack? {
        guard let control = parts.withLock({ $0?.paths }) else { return nil }
        let user = Self.user(owner)
        let path = try await control.path(id, for: user)
        var points: [PathPointReport] = []
        while points.count < path.points {
            let page = try await control.points(of: id, for: user, from: points.count, limit: 5000)
            if page.isEmpty { break }
            points += page
        }
        guard !points.isEmpty else { return nil }
        var track = BackOfficeTrack(
            name: path.name, start: path.started.utc, end: (path.ended ?? path.started).utc, area: path.area,
            points: points.map { point in
                BackOfficeTrack.Point(
                    latitude: point.latitude, longitude: point.longitude, altitude: point.ellipsoidalHeight,
                    accuracy: point.horizontalAccuracy, created: (point.time ?? path.started).utc)
            })
        (track.platform, track.version) = ("Linux", context.program)
        return track
    }

    private func endPath(
        _ key: BackOfficeItem.Key, _ number: Int64, _ outcome: Outcome, id: String? = nil
    ) async throws(ControlError) -> Outcome {
        var content = try await storedPath(key) ?? OfficePath()
        var problem: CodedText?
        switch outcome {
        case .done: (content.serverID, content.isTried) = (id, true)
        case .refused(let words): (problem, content.isTried) = (words, false)
        case .again, .dropped: break
        }
        content.queued = nil
        let change = PathChange {
            $0.sent = problem == nil ? .sent : .unsent
            $0.lastSendError = problem?.text ?? ""
        }
        do throws(StoreError) {
            _ = try await context.store.update(path: number, change)
        } catch .unknownPath {
            // It was deleted; nothing shows it any more.
        } catch {
            throw Self.refusal(.unavailable, Self.message(.notStored, ["detail": error.description]))
        }
        try await put(key, content)
        jobs.removeAll { $0.key == key }
        return outcome
    }
}

extension BackOfficeTrack {
    /// True if the server's path is this one. Servers keep whole seconds.
    fileprivate func isSame(_ entry: BackOfficeTrackEntry) -> Bool {
        func isClose(_ one: UTCTime, _ other: UTCTime?) -> Bool {
            guard let other else { return false }
            let (difference, isOver) = one.nanosecondsSince1970.subtractingReportingOverflow(other.nanosecondsSince1970)
            return !isOver && difference.magnitude <= 1_000_000_000
        }
        return entry.name == name && entry.points == points.count && isClose(start, entry.start)
            && isClose(end, entry.end)
    }
}

extension OfficeTask {
    /// True if the server has to be told that the task was opened.
    fileprivate var tellsOpening: Bool {
        isOpened && queued == nil && !isGone && status == BackOfficeTask.Status.new.rawValue
    }

    static let provided = BackOfficeTask.Status.dataProvided.rawValue
}

extension Timestamp {
    /// The same instant; one outside the range of `UTCTime` becomes the nearest.
    fileprivate var utc: UTCTime {
        let (product, isOver) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
        return UTCTime(nanosecondsSince1970: isOver ? (milliseconds < 0 ? .min : .max) : product)
    }
}
