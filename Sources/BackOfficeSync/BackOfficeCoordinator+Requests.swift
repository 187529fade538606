// SPDX-License-Identifier: Apache-2.0

internal import BackOfficeModel
internal import ControlModel
internal import GNSSTypes
internal import MessageTexts
internal import Paths
internal import Storage
internal import Synchronization
internal import SystemSupport

/// The requests of people; see `BackOfficeControl` and `CaptureOffice`.
extension BackOfficeCoordinator: CaptureOffice {
    /// The number of photos that are read at a time.
    private static let page = 500

    // MARK: synchronising

    func sync(by user: ControlUser) async throws(ControlError) -> BackOfficeReport {
        let (owner, _) = try await required(user)
        // A person who asks does not want to wait for the next attempt, also if one is planned.
        signIns[owner]?.retry = nil
        alarm.wake()
        begin(syncOf: owner)
        return await backOffice(for: user)
    }

    func begin(syncOf owner: String) {
        guard syncs[owner]?.state != ReportCode(.running) else { return }
        syncs[owner] = SyncReport(started: Timestamp(context.now()))
        wanted.insert(owner)
        signIns[owner]?.retry = nil
        noteChange()
        alarm.wake()
    }

    func cancelSync(by user: ControlUser) async throws(ControlError) -> BackOfficeReport {
        let (owner, _) = try await required(user)
        if activity == .sync(owner: owner) { running?.task.cancel() }
        wanted.remove(owner)
        end(syncOf: owner, .cancelled)
        return await backOffice(for: user)
    }

    func end(syncOf owner: String, _ state: SyncReport.State, _ problem: CodedText? = nil) {
        guard var report = syncs[owner], report.state == .running else { return }
        report.state = ReportCode(state)
        (report.ended, report.problem) = (Timestamp(context.now()), problem.map(ProblemReport.init))
        if state == .done { report.percent = 100 }
        syncs[owner] = report
        noteChange()
    }

    // MARK: tasks

    func tasks(_ query: TaskQuery, for user: ControlUser) async throws(ControlError) -> TasksReport {
        let (owner, signIn) = try await required(user)
        let all = try await storedTasks(owner, signIn.account.key)
        let counts = try await photoCounts(owner)
        let now = Timestamp(context.now())
        let reports = all.map { id, task in Self.report(id, task, counts[id] ?? (0, 0), now) }
        return TasksReport(tasks: query.applied(to: reports), total: reports.count)
    }

    func task(_ id: String, for user: ControlUser) async throws(ControlError) -> TaskReport {
        let (_, _, task) = try await required(task: id, user)
        return try await report(id, task, Self.owner(user))
    }

    private func report(_ id: String, _ task: OfficeTask, _ owner: String) async throws(ControlError) -> TaskReport {
        let photos = try await photos(of: owner, .task(id))
        let unsent = photos.count { $0.sent != .sent }
        return Self.report(id, task, (photos.count, unsent), Timestamp(context.now()))
    }

    private static func report(
        _ id: String, _ task: OfficeTask, _ photos: (all: Int, unsent: Int), _ now: Timestamp
    ) -> TaskReport {
        var report = TaskReport(
            id: id, name: task.name, state: task.state, instructions: task.text, note: task.shownNote)
        report.isEditable = task.isEditable
        report.created = task.created.map { Timestamp(milliseconds: $0) }
        report.due = task.due.map { Timestamp(milliseconds: $0) }
        report.isOverdue = (task.state.value?.isEditable ?? false) && (task.due.map { $0 < now.milliseconds } ?? false)
        let hasReason = [.returned, .declined].contains(task.state.value) && !task.returnText.isEmpty
        report.reason = hasReason ? task.returnText : nil
        (report.photos, report.unsent, report.serverPhotos) = (photos.all, photos.unsent, task.photos)
        report.sent = ReportCode(
            task.queued != nil ? .sending : task.status == OfficeTask.provided ? .sent : .unsent)
        report.sendProblem = task.problem.map(ProblemReport.init)
        return report
    }

    /// The tasks of an account, by their IDs.
    func storedTasks(
        _ owner: String, _ account: String
    ) async throws(ControlError) -> [(id: String, task: OfficeTask)] {
        let items = try await storing { store throws(StoreError) in
            try await store.backOfficeItems(.task, of: owner, account: account)
        }
        return items.compactMap { item in item.read(OfficeTask.self).map { (item.key.id, $0) } }
    }

    func storedTask(_ key: BackOfficeItem.Key) async throws(ControlError) -> OfficeTask? {
        let items = try await storing { store throws(StoreError) in
            try await store.backOfficeItems(.task, ids: [key.id])
        }
        return items.first { $0.key == key }?.read()
    }

    /// - Throws: `ControlError` if the user has no task with this ID.
    private func required(
        task id: String, _ user: ControlUser
    ) async throws(ControlError) -> (key: BackOfficeItem.Key, signIn: SignIn, task: OfficeTask) {
        let (owner, signIn) = try await required(user)
        let key = BackOfficeItem.Key(.task, owner: owner, account: signIn.account.key, id: id)
        guard let task = try await storedTask(key) else {
            throw Self.refusal(.unknownTask, ["id": String(id.prefix(200))], .notFound)
        }
        return (key, signIn, task)
    }

    private static func requireEditable(_ task: OfficeTask) throws(ControlError) {
        if task.queued != nil { throw refusal(.taskSending, ["name": task.name]) }
        if !task.isEditable { throw refusal(.notEditable, ["name": task.name]) }
    }

    func openTask(_ id: String, by user: ControlUser) async throws(ControlError) -> TaskReport {
        try await changing { () async throws(ControlError) in try await markOpened(id, by: user) }
    }

    private func markOpened(_ id: String, by user: ControlUser) async throws(ControlError) -> TaskReport {
        let (key, _, found) = try await required(task: id, user)
        var task = found
        if task.state == ReportCode(.new) {
            task.isOpened = true
            try await put(key, task)
            alarm.wake()
        }
        return try await report(id, task, key.owner)
    }

    func setNote(_ note: String, ofTask id: String, by user: ControlUser) async throws(ControlError) -> TaskReport {
        guard note.count <= TaskNote.limit else {
            throw ControlError(.invalid, "a note has at most \(TaskNote.limit) characters")
        }
        return try await changing { () async throws(ControlError) in try await changeNote(note, ofTask: id, by: user) }
    }

    private func changeNote(
        _ note: String, ofTask id: String, by user: ControlUser
    ) async throws(ControlError) -> TaskReport {
        let (key, _, found) = try await required(task: id, user)
        var task = found
        try Self.requireEditable(task)
        if task.shownNote != note {
            task.ownNote = note
            try await put(key, task)
        }
        return try await report(id, task, key.owner)
    }

    func sendTask(
        _ id: String, _ request: SendRequest, by user: ControlUser
    ) async throws(ControlError) -> TaskReport {
        try await changing { () async throws(ControlError) in try await queueTask(id, request, by: user) }
    }

    private func queueTask(
        _ id: String, _ request: SendRequest, by user: ControlUser
    ) async throws(ControlError) -> TaskReport {
        let (key, _, found) = try await required(task: id, user)
        // It is being sent already: the same request again.
        if found.queued != nil { return try await report(id, found, key.owner) }
        try Self.requireEditable(found)
        let photos = try await photos(of: key.owner, .task(id))
        guard !photos.isEmpty || found.photos > 0 else { throw Self.refusal(.noPhotos, ["name": found.name]) }
        try requirePermission(photos, request)
        var task = found
        let now = Timestamp(context.now()).milliseconds
        (task.queued, task.askedFrom, task.problem) = (now, nil, nil)
        try await put(key, task)
        add(Job(key: key, queued: now))
        return try await report(id, task, key.owner)
    }

    func stopSendingTask(_ id: String, by user: ControlUser) async throws(ControlError) -> TaskReport {
        try await changing { () async throws(ControlError) in try await unqueueTask(id, by: user) }
    }

    private func unqueueTask(_ id: String, by user: ControlUser) async throws(ControlError) -> TaskReport {
        let (key, _, found) = try await required(task: id, user)
        var task = found
        guard task.queued != nil else { throw Self.refusal(.notSending, ["name": task.name]) }
        (task.queued, task.askedFrom, task.problem) = (nil, nil, nil)
        try await put([(key, task)] + unsentPhotos(ofTask: key))
        jobs.removeAll { $0.key == key }
        if activity == .job(key) { running?.task.cancel() }
        // Only the server knows whether it has the task.
        begin(syncOf: key.owner)
        return try await report(id, task, key.owner)
    }

    private func add(_ job: Job) {
        if !jobs.contains(where: { $0.key == job.key }) { jobs.append(job) }
        signIns[job.key.owner]?.retry = nil
        alarm.wake()
    }

    // MARK: photos

    /// The stored photos of a person.
    func photos(
        of owner: String, _ filter: CaptureTaskFilter
    ) async throws(ControlError) -> [CaptureSummary] {
        guard let captures = parts.withLock({ $0?.captures }) else { return [] }
        var photos: [CaptureSummary] = []
        while true {
            let user = Self.user(owner)
            let page = try await captures.captures(
                of: user.name, task: filter, for: user, limit: Self.page, offset: photos.count)
            photos += page.captures
            if page.captures.count < Self.page { return photos.filter { $0.user == user.name } }
        }
    }

    private func photoCounts(_ owner: String) async throws(ControlError) -> [String: (all: Int, unsent: Int)] {
        var counts: [String: (all: Int, unsent: Int)] = [:]
        for photo in try await photos(of: owner, .any) {
            guard let task = photo.task else { continue }
            counts[task, default: (0, 0)].all += 1
            if photo.sent != .sent { counts[task, default: (0, 0)].unsent += 1 }
        }
        return counts
    }

    /// Checks that photos may be sent now.
    ///
    /// - Throws: `ControlError` if a secret is missing, or verdicts are pending.
    private func requirePermission(_ photos: [CaptureSummary], _ request: SendRequest) throws(ControlError) {
        let unsent = photos.filter { $0.sent != .sent }
        if unsent.isEmpty { return }
        if context.secret() == nil { throw Self.refusal(.noSecret) }
        let pending = unsent.count { $0.verdict == .pending }
        if pending > 0, request.pending != true {
            throw Self.refusal(.conflict, CodedText(BackOfficeText.photosPending, ["count": .count(pending)]))
        }
    }

    func sendCaptures(
        _ id: String?, _ request: SendRequest, by user: ControlUser
    ) async throws(ControlError) -> SendReport {
        let (owner, signIn) = try await required(user)
        var photos: [CaptureSummary] = []
        if let id, let captures = parts.withLock({ $0?.captures }) {
            // An admin may see the photos of others, but not send them in their own name.
            let report = try await captures.capture(id, for: Self.user(owner))
            guard let photo = report.summary else { throw Self.refusal(.photoGone, [:], .notFound) }
            if photo.task != nil { throw Self.refusal(.photoOfTask) }
            if photo.sent == .sent { throw Self.refusal(.photoSent) }
            photos = [photo]
        } else {
            photos = try await self.photos(of: owner, .none)
        }
        photos.removeAll { $0.sent != .unsent }
        try requirePermission(photos, request)
        let now = Timestamp(context.now()).milliseconds
        var (contents, new): ([(BackOfficeItem.Key, any Encodable & Sendable)], [Job]) = ([], [])
        // Oldest first.
        for photo in photos.reversed() {
            let key = BackOfficeItem.Key(.photo, owner: owner, account: signIn.account.key, id: photo.id)
            var content = OfficePhoto()
            content.queued = now
            contents.append((key, content))
            new.append(Job(key: key, queued: now))
        }
        if !contents.isEmpty { try await put(contents) }
        for job in new { add(job) }
        return SendReport(queued: new.count)
    }

    func requireEditable(task id: String, by user: ControlUser) async throws(ControlError) {
        let (_, _, task) = try await required(task: id, user)
        try Self.requireEditable(task)
    }

    func sending(of captures: [String]) async throws(ControlError) -> [String: CaptureSending] {
        let items = try await storing { store throws(StoreError) in
            try await store.backOfficeItems(.photo, ids: captures)
        }
        var found: [String: CaptureSending] = [:]
        for item in items {
            guard var photo = item.read(OfficePhoto.self) else { continue }
            // What waits for an account that is not signed in can be changed.
            if signIn(of: item.key.owner)?.account.key != item.key.account { photo.queued = nil }
            // It may have been sent for several accounts: what counts is that it has been sent.
            let isFurther = found[item.key.id].map { $0.sent == .unsent || photo.isSent } ?? true
            if isFurther { found[item.key.id] = CaptureSending(sent: photo.sent, problem: photo.problem) }
        }
        return found
    }

    func requireChangeable(_ capture: CaptureSummary) async throws(ControlError) {
        let sending = try await sending(of: [capture.id])[capture.id]
        if let sending, sending.sent != .unsent { throw Self.refusal(.photoSent) }
        guard let task = capture.task else { return }
        let items = try await storing { store throws(StoreError) in
            try await store.backOfficeItems(.task, ids: [task])
        }
        let account = signIn(of: capture.user ?? "")?.account.key
        for item in items where item.key.owner == capture.user ?? "" {
            // A task of another account has nothing to do with the photo.
            if let account, account != item.key.account { continue }
            if let task = item.read(OfficeTask.self), !task.isGone { try Self.requireEditable(task) }
        }
    }

    // MARK: paths

    func sendPaths(_ id: Int64?, by user: ControlUser) async throws(ControlError) -> SendReport {
        let (owner, signIn) = try await required(user)
        guard let control = parts.withLock({ $0?.paths }) else { return SendReport(queued: 0) }
        var paths: [PathReport] = []
        if let id {
            let path = try await control.path(id, for: Self.user(owner))
            guard path.state == .finished, path.points > 0 else { throw Self.refusal(.pathEmpty) }
            paths = [path]
        } else {
            while true {
                let page = try await control.paths(
                    tracks: false, of: user.name ?? Store.localUser, for: user, limit: Self.page, offset: paths.count)
                paths += page
                if page.count < Self.page { break }
            }
            paths.removeAll { $0.state != .finished || $0.points == 0 }
        }
        paths.removeAll { $0.sent != .unsent }
        let now = Timestamp(context.now()).milliseconds
        var count = 0
        for path in paths.reversed() {
            let key = BackOfficeItem.Key(.path, owner: owner, account: signIn.account.key, id: "\(path.id)")
            var content = try await storedPath(key) ?? OfficePath()
            content.queued = now
            try await put(key, content)
            try await storing { store throws(StoreError) in
                _ = try await store.update(
                    path: path.id,
                    PathChange {
                        $0.sent = .sending
                        $0.lastSendError = ""
                    })
            }
            add(Job(key: key, queued: now))
            count += 1
        }
        return SendReport(queued: count)
    }

    func storedPath(_ key: BackOfficeItem.Key) async throws(ControlError) -> OfficePath? {
        let items = try await storing { store throws(StoreError) in
            try await store.backOfficeItems(.path, ids: [key.id])
        }
        return items.first { $0.key == key }?.read()
    }

    func storedPhoto(_ key: BackOfficeItem.Key) async throws(ControlError) -> OfficePhoto? {
        let items = try await storing { store throws(StoreError) in
            try await store.backOfficeItems(.photo, ids: [key.id])
        }
        return items.first { $0.key == key }?.read()
    }
}
