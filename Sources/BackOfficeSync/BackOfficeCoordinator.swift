// SPDX-License-Identifier: Apache-2.0

internal import BackOffice
internal import BackOfficeModel
internal import ControlModel
internal import Foundation
internal import GNSSTypes
internal import Logging
internal import MessageTexts
internal import Paths
internal import Storage
internal import Synchronization
internal import SystemSupport

/// Owns what is known about the back office while the daemon runs, and does one thing after the other there.
///
/// Requests of people may come while a request to the server runs. What its answer changes is therefore read from the store
/// again afterwards, and an answer counts only if the person is still signed in as before.
actor BackOfficeCoordinator: BackOfficeControl {
    /// Something that waits to be sent.
    struct Job: Hashable {
        var key: BackOfficeItem.Key
        var queued: Int64
    }

    /// Something that is done for a person.
    enum Activity: Equatable {
        case sync(owner: String)
        case job(BackOfficeItem.Key)
    }

    /// A person who has signed in.
    struct SignIn {
        var account: OfficeAccount
        var token: String?
        /// The number of the sign-in, which differs after each.
        var number: UInt64
        var backoff = Backoff(first: .seconds(2), longest: .seconds(300))
        /// When the server may be tried again, by the monotonic clock in nanoseconds; nil if it may now.
        var retry: Int64?
        /// Why the server cannot be used; nil if it can, or was not needed.
        var problem: CodedText?

        init(_ account: OfficeAccount, _ token: String?, _ number: UInt64) {
            (self.account, self.token, self.number) = (account, token, number)
        }
    }

    /// The name of the file with the tokens among the secrets.
    private static let secret = "back-office-tokens"

    let context: BackOfficeService.Context
    let link: any BackOfficeLink
    /// Begins the next pass.
    nonisolated let alarm = Waker()
    /// The settings in force; held for copies only.
    nonisolated let preferences: Mutex<BackOfficePreferences>
    /// Photos and paths; set before the daemon runs.
    nonisolated let parts = Mutex<(captures: any CaptureControl, paths: any PathControl)?>(nil)
    /// The servers at which people have signed in.
    nonisolated let usedServers = Mutex<Set<String>>([])
    /// The number of changes since the start.
    private(set) var backOfficeChanges: UInt64 = 0

    var signIns: [String: SignIn] = [:]
    private var lastNumber: UInt64 = 0
    /// People whose sign-in runs.
    private var arriving: Set<String> = []
    /// What waits to be sent, the oldest first.
    var jobs: [Job] = []
    /// The synchronisations since the start, and those that are wanted.
    var syncs: [String: SyncReport] = [:]
    var wanted: Set<String> = []
    /// When each person's next synchronisation begins by itself, by the monotonic clock in nanoseconds.
    var nextSync: [String: Int64] = [:]
    /// True while tasks are being read, changed and stored.
    private let isChanging = AsyncCondition(false)
    /// The task that talks to the server for a person; nil while none does.
    var running: (owner: String, task: Task<BackOfficeEnd, Never>)?
    /// What is being done; nil while nothing is.
    var activity: Activity?
    private var opening: Task<Void, Never>?
    /// Why the store could not be read; nil if it was, or not yet tried.
    private var unread: ControlError?

    init(_ preferences: BackOfficePreferences, _ context: BackOfficeService.Context, _ link: any BackOfficeLink) {
        (self.context, self.link) = (context, link)
        self.preferences = Mutex(preferences)
    }

    /// Runs until the task is cancelled.
    func run() async {
        await open()
        await alarm.serve(now: { [now = context.now] in now().monotonicNanoseconds }) { await pass() }
    }

    // MARK: errors

    static func message(_ text: BackOfficeText, _ parameters: [String: String] = [:]) -> CodedText {
        CodedText(text, parameters.mapValues { .words($0) })
    }

    static func refusal(
        _ text: BackOfficeText, _ parameters: [String: String] = [:], _ kind: ControlError.Kind = .conflict
    ) -> ControlError { refusal(kind, message(text, parameters)) }

    static func refusal(_ kind: ControlError.Kind, _ message: CodedText) -> ControlError {
        ControlError(
            kind, message.text, code: BackOfficeText(rawValue: message.code)?.refusalCode, message: message)
    }

    func storing<Value: Sendable>(
        _ body: (Store) async throws(StoreError) -> Value
    ) async throws(ControlError) -> Value {
        do throws(StoreError) {
            return try await body(context.store)
        } catch {
            let message = Self.message(.notStored, ["detail": error.description])
            if case .full = error { throw Self.refusal(.full, message) }
            throw Self.refusal(.unavailable, message)
        }
    }

    // MARK: the store

    /// Reads who has signed in and what waits, once.
    func open() async {
        let task =
            opening
            ?? Task {
                do throws(ControlError) {
                    try await load()
                } catch {
                    context.logger.error("back office: \(error)")
                    // The next request tries again.
                    (opening, unread) = (nil, error)
                }
            }
        opening = task
        await task.value
    }

    private func load() async throws(ControlError) {
        let tokens = readTokens()
        var (signIns, jobs): ([String: SignIn], [Job]) = ([:], [])
        for item in try await storing({ store throws(StoreError) in try await store.backOfficeItems(.account) }) {
            guard let account = item.read(OfficeAccount.self), BackOfficePath(account.path) != nil else { continue }
            lastNumber += 1
            signIns[item.key.owner] = SignIn(account, tokens[item.key.owner], lastNumber)
        }
        for kind in [BackOfficeItem.Kind.task, .photo, .path] {
            let items = try await storing { store throws(StoreError) in try await store.backOfficeItems(kind) }
            jobs += items.compactMap { item in
                let queued: Int64? =
                    switch kind {
                    case .task: item.read(OfficeTask.self)?.queued
                    // A photo of a task is sent with that, never alone.
                    case .photo: item.read(OfficePhoto.self).flatMap { $0.task == nil ? $0.queued : nil }
                    default: item.read(OfficePath.self)?.queued
                    }
                return queued.map { Job(key: item.key, queued: $0) }
            }
        }
        (self.signIns, self.jobs) = (signIns, jobs.sorted { $0.queued < $1.queued })
        unread = nil
        noteUse()
        // The store may have failed until now.
        alarm.wake()
    }

    private func readTokens() -> [String: String] {
        guard let credentials = context.store.credentials else { return [:] }
        do throws(StoreError) {
            guard let text = try credentials.read(Self.secret)?.exposed else { return [:] }
            return (try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))) ?? [:]
        } catch {
            context.logger.error("back office: cannot read the sign-ins: \(error)")
            return [:]
        }
    }

    private func writeTokens() throws(ControlError) {
        guard let credentials = context.store.credentials else { return }
        let tokens = signIns.compactMapValues(\.token)
        do throws(StoreError) {
            if tokens.isEmpty { return try credentials.remove(Self.secret) }
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let text = (try? encoder.encode(tokens)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
            try credentials.write(Secret(text), as: Self.secret)
        } catch {
            throw Self.refusal(.unavailable, Self.message(.notStored, ["detail": error.description]))
        }
    }

    func put(_ key: BackOfficeItem.Key, _ content: some Encodable & Sendable) async throws(ControlError) {
        try await put([(key, content)])
    }

    func put(_ contents: [(BackOfficeItem.Key, any Encodable & Sendable)]) async throws(ControlError) {
        var items: [BackOfficeItem] = []
        do {
            for (key, content) in contents { items.append(try BackOfficeItem(key, encoding: content)) }
        } catch {
            throw Self.refusal(.unavailable, Self.message(.notStored, ["detail": "\(error)"]))
        }
        try await storing { [items] store throws(StoreError) in try await store.changeBackOffice(items) }
        noteChange()
    }

    /// Reads, changes and stores tasks while nothing else does that. Not to be nested.
    ///
    /// - Throws: `ControlError` of the body, or if the caller's task is cancelled before its turn.
    func changing<Value: Sendable>(
        _ body: () async throws(ControlError) -> Value
    ) async throws(ControlError) -> Value {
        let isMine = await isChanging.wait { isChanging in
            guard !isChanging else { return false }
            isChanging = true
            return true
        }
        guard isMine else { throw ControlError(.unavailable, "the request was cancelled") }
        defer { isChanging.change { $0 = false } }
        return try await body()
    }

    func noteChange() { backOfficeChanges &+= 1 }

    // MARK: people

    static func owner(_ user: ControlUser) -> String { user.name ?? "" }

    static func user(_ owner: String) -> ControlUser { ControlUser(name: owner.isEmpty ? nil : owner, isAdmin: false) }

    /// The configured server; nil if none is.
    var server: BackOfficeServer? { BackOfficeServer(preferences.withLock(\.server)) }

    /// Who has signed in at the configured server under a name of the gateway; nil if the user has not.
    func signIn(of owner: String) -> SignIn? {
        guard let signIn = signIns[owner], let server, signIn.account.server == server.address else { return nil }
        return signIn
    }

    /// - Throws: `ControlError` if no server is configured or the user has not signed in.
    func required(_ user: ControlUser) async throws(ControlError) -> (owner: String, signIn: SignIn) {
        await open()
        let owner = Self.owner(user)
        if server == nil { throw Self.refusal(.notConfigured) }
        guard let signIn = signIn(of: owner) else { throw Self.refusal(.noAccount) }
        return (owner, signIn)
    }

    private func noteUse() {
        let servers = Set(signIns.values.map(\.account.server))
        usedServers.withLock { $0 = servers }
    }

    /// Signs in; see `BackOfficeControl`.
    func signIn(_ request: BackOfficeSignIn, by user: ControlUser) async throws(ControlError) -> BackOfficeReport {
        await open()
        let owner = Self.owner(user)
        // The tokens of others would be overwritten.
        if let unread { throw unread }
        let login = request.login.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let server else { throw Self.refusal(.notConfigured) }
        if let signIn = signIn(of: owner) {
            throw Self.refusal(.signedInAlready, ["login": signIn.account.login])
        }
        guard (1...200).contains(login.count), (1...1000).contains(request.password.count) else {
            throw Self.refusal(.blankLogin, [:], .invalid)
        }
        guard arriving.insert(owner).inserted else { throw Self.refusal(.signedInAlready, ["login": login]) }
        defer { arriving.remove(owner) }
        let found = try await find(server, login, request.password)
        // The server may have been changed, or the person removed from the gateway meanwhile.
        guard self.server == server else { throw Self.refusal(.notConfigured) }
        guard arriving.contains(owner) else { throw Self.refusal(.noAccount) }
        lastNumber += 1
        let before = signIns[owner]
        signIns[owner] = SignIn(found.account, found.token, lastNumber)
        do throws(ControlError) {
            try writeTokens()
            try await put(.init(.account, owner: owner), found.account)
        } catch {
            signIns[owner] = before
            try? writeTokens()
            throw error
        }
        noteUse()
        try? await mark(pathsOf: owner, found.account.key, as: .sending)
        begin(syncOf: owner)
        context.logger.notice("back office: \(login) has signed in at \(server.address)")
        return await backOffice(for: user)
    }

    /// Tries the known places of the endpoints until one answers like a back office.
    private func find(
        _ server: BackOfficeServer, _ login: String, _ password: String
    ) async throws(ControlError) -> (account: OfficeAccount, token: String?) {
        let given = BackOfficePath(preferences.withLock(\.path))
        var first: ControlError?
        for path in given.map({ [$0] }) ?? BackOfficePath.known {
            let call = BackOfficeCall.signIn(login: login, password: password)
            let end = await link.post(request(call, server, path, token: nil))
            guard case .answered(200, let body, _) = end else {
                let refusal = Self.refusal(.unavailable, failure(of: end, server.address))
                // Another place on a server that cannot be used is no better.
                guard case .answered(let status, _, _) = end, status < 500, ![408, 429].contains(status) else {
                    throw refusal
                }
                first = first ?? refusal
                continue
            }
            let read = Result { () throws(BackOfficeRefusal) in try BackOfficeAnswer.signIn(body, login: login) }
            switch read {
            case .success(let (person, token)):
                let account = OfficeAccount(
                    server: server.address, path: path.text, id: person.id, login: login, name: person.name,
                    surname: person.surname)
                return (account, token)
            case .failure(.refused(let words)): throw Self.refusal(.wrongLogin, ["detail": words], .forbidden)
            case .failure(.notAnAnswer(let detail)):
                let message = Self.message(.badAnswer, ["server": server.address, "detail": detail])
                first = first ?? Self.refusal(.unavailable, message)
            }
        }
        throw first ?? Self.refusal(.unavailable, Self.message(.badAnswer, ["server": server.address, "detail": ""]))
    }

    /// Signs out; see `BackOfficeControl`.
    func signOut(by user: ControlUser) async throws(ControlError) -> BackOfficeReport {
        let (owner, _) = try await required(user)
        try await forget(owner)
        return await backOffice(for: user)
    }

    private func forget(_ owner: String) async throws(ControlError) {
        let former = signIns.removeValue(forKey: owner)
        (syncs[owner], nextSync[owner]) = (nil, nil)
        wanted.remove(owner)
        // An answer that arrives from now on does not count.
        if running?.owner == owner { running?.task.cancel() }
        do throws(ControlError) {
            try writeTokens()
            try await storing { store throws(StoreError) in
                try await store.changeBackOffice([], removing: [.init(.account, owner: owner)])
            }
        } catch {
            // Without its token the sign-in is of no use, but people must see that it is still there.
            if signIns[owner] == nil { signIns[owner] = former }
            throw error
        }
        // What waits can be changed and deleted again; it waits for the next sign-in.
        if let former { try? await mark(pathsOf: owner, former.account.key, as: .unsent) }
        // A sign-in that came while the row was being removed stays.
        if let newer = signIns[owner] { try await put(.init(.account, owner: owner), newer.account) }
        noteUse()
        noteChange()
        alarm.wake()
    }

    /// Shows the paths that wait for an account as being sent, or as not.
    private func mark(
        pathsOf owner: String, _ account: String, as sent: RecordedPath.SentState
    ) async throws(ControlError) {
        for job in jobs where job.key.kind == .path && job.key.owner == owner && job.key.account == account {
            guard let id = Int64(job.key.id) else { continue }
            // One that was deleted meanwhile is found when it is sent.
            try await storing { store throws(StoreError) in
                guard let path = try await store.path(id), path.sent != .sent else { return }
                _ = try await store.update(path: id, PathChange { $0.sent = sent })
            }
        }
    }

    func keepOnly(people: Set<String>) async {
        arriving = arriving.filter { $0.isEmpty || people.contains($0) }
        await open()
        for owner in signIns.keys where !owner.isEmpty && !people.contains(owner) {
            do throws(ControlError) {
                try await forget(owner)
            } catch {
                context.logger.error("back office: cannot forget the sign-in of \(owner): \(error)")
            }
        }
    }

    // MARK: the server

    func request(
        _ call: BackOfficeCall, _ server: BackOfficeServer, _ path: BackOfficePath, token: String?
    ) -> BackOfficeRequest {
        BackOfficeRequest(
            address: server.address(call, at: path), body: call.body, token: token,
            authorities: preferences.withLock(\.authorities), program: context.program)
    }

    /// Why a request had no answer of a back office.
    func failure(of end: BackOfficeEnd, _ server: String) -> CodedText {
        switch end {
        case .answered(401, _, _): Self.message(.sessionEnded)
        case .answered(let status, _, _) where status >= 500 || status == 408 || status == 429:
            Self.message(.failing, ["server": server, "detail": "HTTP \(status)"])
        case .answered(let status, _, _):
            Self.message(.badAnswer, ["server": server, "detail": "HTTP \(status)"])
        case .tooLarge(let limit):
            Self.message(.badAnswer, ["server": server, "detail": "it is larger than \(limit) MiB"])
        case .unreachable(let words): Self.message(.unreachable, ["server": server, "detail": words])
        case .timedOut: Self.message(.timedOut, ["server": server])
        case .tls(let words): Self.message(.tls, ["server": server, "detail": words])
        case .failed(let words): Self.message(.failed, ["server": server, "detail": words])
        }
    }

    /// The state of the link; see `BackOfficeControl`.
    func backOffice(for user: ControlUser) async -> BackOfficeReport {
        await open()
        let owner = Self.owner(user)
        guard let server else { return BackOfficeReport(state: .off, server: nil) }
        guard let signIn = signIn(of: owner) else { return BackOfficeReport(state: .signedOut, server: server.address) }
        var report = BackOfficeReport(state: .signedIn, server: server.address)
        report.person = signIn.account.person
        for job in jobs where job.key.owner == owner && job.key.account == signIn.account.key {
            switch job.key.kind {
            case .photo: report.waiting.photos += 1
            case .task: report.waiting.tasks += 1
            case .path: report.waiting.paths += 1
            case .account: break
            }
        }
        report.sync = syncs[owner]
        report.problem = signIn.problem.map(ProblemReport.init)
        report.retry = signIn.retry.map { max(0, Double($0 &- context.now().monotonicNanoseconds) * 1e-9).rounded() }
        return report
    }
}
