// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import OSNMA

/// The validation of what one receiver delivers: observations in, verdicts out. Its time is that of the observations;
/// it reads no clock. Bounded: one engine, 36 satellites.
struct SourceValidation {
    /// A view of the sky that is older says nothing of a fix, in nanoseconds.
    private static let skyMemory: Int64 = 10_000_000_000
    /// A time that is so much earlier starts again, in nanoseconds.
    private static let stepBack: Int64 = 10_000_000_000
    /// A verdict is published once in so long, in nanoseconds, whatever happens: about a second, which an epoch a second
    /// may fall short of by a little.
    private static let interval: Int64 = 900_000_000
    /// A satellite sends a page every two seconds; what came before says nothing of now, in nanoseconds.
    private static let pageMemory: Int64 = 5_000_000_000
    /// So many subframes are remembered: slow tags come eleven before their key.
    private static let subframeMemory = 16

    let receiver: SourceID
    /// What it delivers is a recording, or there is no clock but that of one: there is no trusted time.
    let isReplay: Bool
    private let configuration: OSNMAValidationConfiguration
    private(set) var engine: OSNMAEngine
    private var satellites: [SatelliteRecord?] = Array(repeating: nil, count: 37)
    private var facts = SourceFacts()
    private var alerts: AlertPolicy
    private var clock = AuthenticationClock()
    private var newestPage: GST?
    /// When the first page came of the last subframes, by their numbers.
    private var subframes: [(number: Int, at: Int64)] = []
    private var publicKeyID: UInt8?
    private var claim: AuthenticationClaim?
    private var sky: (view: SkyView, at: Int64)?
    private var fix: FixAuthentication?
    private var pendingFix: FixJudgement.Subject?
    private var tags: (right: UInt64, wrong: UInt64) = (0, 0)
    /// When the state began; without a time until the first observation comes.
    private var since: (state: Authentication.State, wall: Int64?)?
    private var last: (verdict: Authentication, at: Int64)?
    /// The engine has learnt something that a later start can begin with.
    private(set) var hasLearnt = false
    /// It may have heard that something is out of use.
    private var hasHeard = false
    private var start: TrustStart
    /// The time of the newest observation, nil before the first; and now: later, where none has come for a while.
    private var observed: HostTime?
    private(set) var now = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)

    init(
        _ receiver: SourceID, isReplay: Bool, _ configuration: OSNMAValidationConfiguration, _ start: TrustStart
    ) {
        (self.receiver, self.isReplay, self.configuration) = (receiver, isReplay, configuration)
        self.start = start
        engine = Self.engine(configuration, isReplay, start)
        alerts = AlertPolicy(lost: configuration.lostSeconds, restored: configuration.restoredSeconds)
        clock = isReplay ? AuthenticationClock(source: .recording, use: .all) : AuthenticationClock()
    }

    private static func engine(
        _ configuration: OSNMAValidationConfiguration, _ isReplay: Bool, _ start: TrustStart
    ) -> OSNMAEngine {
        // What was learnt of the sky of today says nothing of a recording, which may be of any time.
        OSNMAEngine(
            configuration: configuration.engine(isReplay: isReplay), anchors: start.anchors,
            hotStart: isReplay ? nil : start.hotStart)
    }

    /// What the engine has learnt is about to be kept, but for what a simulation's keys proved.
    mutating func takeLearnt(excluding simulation: Set<TrustFingerprint>) -> HotStartState {
        hasLearnt = false
        return engine.hotStart(excluding: simulation)
    }

    /// What it has heard to be out of use; nil: nothing since it was asked last.
    mutating func takeHeard() -> Withdrawals? {
        defer { hasHeard = false }
        return hasHeard ? engine.withdrawals : nil
    }

    /// Another receiver has heard that these are out of use.
    mutating func adopt(_ withdrawals: Withdrawals) {
        let known = engine.withdrawals
        for event in engine.adopt(withdrawals) { note(event) }
        let isRevoked = engine.withdrawals.anchors.contains { anchor in
            (anchor.cause == .keyRevoked || anchor.cause == .alert) && !known.contains(anchor.fingerprint)
        }
        if isRevoked || engine.withdrawals.chains != known.chains { forgetProofs() }
    }

    /// These are trusted too from now on.
    mutating func trust(_ anchors: TrustAnchors, decision: UInt64) {
        start.trust(anchors, decision: decision)
        (facts.lastMissingKey, facts.lastKeyFailure) = (nil, nil)
        for event in engine.trust(anchors) { note(event) }
    }

    /// This is trusted no longer: what it proved is no more authenticated.
    mutating func distrust(_ fingerprint: TrustFingerprint) {
        start.distrust(fingerprint)
        guard engine.distrust(fingerprint) else { return }
        forgetProofs()
        hasLearnt = true
    }

    private mutating func forgetProofs() { satellites = Array(repeating: nil, count: 37) }

    // MARK: observations

    /// Takes an observation of the receiver.
    ///
    /// - Parameters:
    ///   - time: the trusted time at which it came.
    ///   - clock: what is said of that time.
    mutating func take(_ observation: Observation, time: TrustedTime?, clock: AuthenticationClock) {
        // The driver's states bear the gateway's time, which in a replay is another.
        if observation.kind != .driverState {
            follow(observation.hostTime)
            note(clock)
        }
        switch observation.payload {
        case .navigationPage(let page):
            noteData()
            take(page, time)
        case .fix(let fix):
            noteData()
            judgePendingFix()
            pendingFix = FixJudgement.Subject(fix: fix, sequence: observation.sequence)
        case .satellites(let view):
            noteData()
            sky = (view, now.monotonicNanoseconds)
            facts.lastSky = now.monotonicNanoseconds
            if view.satellites.contains(where: { $0.id.constellation == .galileo && ($0.cn0 != nil || $0.isUsed) }) {
                facts.lastGalileo = now.monotonicNanoseconds
            }
        case .signals(let view): note(view)
        case .driverState(let report): facts.gone = report.state == .lost || report.state == .stopped
        default: break
        }
    }

    /// So many nanoseconds have passed since the newest observation came.
    ///
    /// - Parameter clock: what is said of the trusted time now.
    mutating func advance(idle: Int64, clock: AuthenticationClock) {
        note(clock)
        let observed = observed ?? HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
        guard observed.monotonicNanoseconds &+ idle > now.monotonicNanoseconds else { return }
        now = HostTime(
            monotonicNanoseconds: observed.monotonicNanoseconds &+ idle,
            wallNanoseconds: observed.wallNanoseconds &+ idle)
    }

    private mutating func follow(_ time: HostTime) {
        // A replay that begins again: what was proven belongs to a time that is still to come.
        if let observed,
            observed.monotonicNanoseconds.subtractingReportingOverflow(time.monotonicNanoseconds).partialValue
                > Self.stepBack
        {
            if !isReplay { start.hotStart = engine.hotStart }
            self = SourceValidation(receiver, isReplay: isReplay, configuration, start)
        }
        observed = time
        if time.monotonicNanoseconds > now.monotonicNanoseconds { now = time }
    }

    /// A clock that is lost is noticed with whatever comes next, or with time.
    private mutating func note(_ clock: AuthenticationClock) {
        let difference = self.clock.difference
        self.clock = clock
        self.clock.difference = difference
    }

    private mutating func noteData() {
        if facts.firstData == nil { facts.firstData = now.monotonicNanoseconds }
        facts.gone = false
    }

    private mutating func note(_ view: SignalView) {
        let claimed = view.signals.filter { $0.isClaimedAuthentic && $0.satellite.constellation == .galileo }
        guard !claimed.isEmpty || claim != nil else { return }
        claim = AuthenticationClaim(satellites: Set(claimed.map(\.satellite)).sorted(), sources: view.sources)
    }

    private mutating func take(_ page: NavigationPage, _ time: TrustedTime?) {
        guard let content = INAVPageContent(page) else { return }
        let instant = now.monotonicNanoseconds
        if content.band == .e1b {
            facts.notePage(at: instant)
            facts.lastGalileo = instant
            if content.hasOSNMA { facts.lastOSNMA = instant }
            if page.time != nil { facts.lastDatedPage = instant }
        }
        guard let start = page.time else { return note(page.satellite) { $0.note(content) } }
        let events = engine.process(content, from: page.satellite, start: start, time: time)
        let isTimely = !events.contains(where: \.isContradiction)
        note(page.satellite) { $0.noteDated(isTimely: isTimely, at: instant) }
        if let time, isTimely || isContradicted {
            clock.difference = time.milliseconds - Int64(start.secondsSinceEpoch + 2) * 1000
        }
        if isTimely {
            note(subframe: start.secondsSinceEpoch / 30, at: instant)
            noteNewest(start)
            note(page.satellite) { $0.note(content) }
        } else if isContradicted {
            facts.lastContradiction = instant
        }
        for event in events { note(event) }
    }

    /// Pages come nearly in order; a time that is much earlier is one that stepped back.
    private mutating func noteNewest(_ start: GST) {
        let newest = newestPage ?? start
        if start >= newest || newest.secondsSinceEpoch - start.secondsSinceEpoch > 60 { newestPage = start }
    }

    private mutating func note(subframe number: Int, at instant: Int64) {
        guard !subframes.contains(where: { $0.number == number }) else { return }
        if subframes.count == Self.subframeMemory { subframes.removeFirst() }
        subframes.append((number, instant))
    }

    /// When the subframe of a right tag began to come; reckoned back from now where that is not remembered.
    private func arrival(of verdict: TagVerdict) -> Int64 {
        let seconds = Int64(verdict.keyTime.secondsSinceEpoch - verdict.time.secondsSinceEpoch)
        let latest = now.monotonicNanoseconds &- seconds &* 1_000_000_000
        return min(arrival(of: verdict.time) ?? latest, latest)
    }

    /// When the subframe began to come that began at a time, where that is remembered.
    private func arrival(of time: GST) -> Int64? {
        subframes.last { $0.number == time.secondsSinceEpoch / 30 }?.at
    }

    /// The trusted clock contradicts the newest pages of all satellites that send any: one alone may be the fault of its
    /// channel, and silences no other.
    private var isContradicted: Bool {
        let oldest = now.monotonicNanoseconds &- Self.pageMemory
        let verdicts = satellites.compactMap { $0?.isContradicted(since: oldest) }
        return !verdicts.isEmpty && verdicts.allSatisfy { $0 }
    }

    private mutating func note(_ satellite: SatelliteID, _ body: (inout SatelliteRecord) -> Void) {
        guard satellite.constellation == .galileo, (1...36).contains(satellite.number) else { return }
        var record = satellites[Int(satellite.number)] ?? SatelliteRecord(satellite)
        body(&record)
        satellites[Int(satellite.number)] = record
    }

    // MARK: what the engine says

    private mutating func note(_ event: OSNMAEvent) {
        let instant = now.monotonicNanoseconds
        switch event {
        case .authenticated(let data, let verdict, let bits, let count, let isAuthenticated):
            tags.right += 1
            let vouched = arrival(of: verdict)
            note(verdict.satellite) {
                $0.note(
                    data, verdict, bits: bits, tags: count, isAuthenticated: isAuthenticated, at: instant,
                    vouched: vouched)
            }
        case .dummyVerified: tags.right += 1
        case .tagFailed(let verdict):
            tags.wrong += 1
            facts.lastTagFailure = instant
            let sender = verdict.sender == verdict.satellite ? nil : verdict.sender
            fail(verdict.satellite, AuthenticationFailure(.tag, time: verdict.time, sender: sender))
        case .rootKeyVerified(let root, _):
            (publicKeyID, facts.lastMissingKey, facts.lastKeyFailure) = (root.publicKeyID, nil, nil)
            (hasLearnt, hasHeard) = (true, true)
        case .publicKeyVerified, .publicKeyDropped, .chainChanged: (hasLearnt, hasHeard) = (true, true)
        case .revoked:
            (hasLearnt, hasHeard) = (true, true)
            // An attacker who has its keys may have made what they proved a moment ago.
            forgetProofs()
        case .rootKeyFailed, .publicKeyFailed: facts.lastKeyFailure = instant
        case .publicKeyMissing: facts.lastMissingKey = instant
        case .anomaly(let satellite, let anomaly, let time):
            guard let kind = AuthenticationFailureKind(anomaly) else { return }
            fail(satellite, AuthenticationFailure(kind, time: time))
        case .statusChanged, .keyVerified, .rootKeyRefused: break
        }
    }

    private mutating func fail(_ satellite: SatelliteID, _ failure: AuthenticationFailure) {
        // What is wrong with tags is found with their key, half a minute later.
        let isOfTags = failure.kind == .tag || failure.kind == .sequence || failure.kind == .lookup
        let instant = (isOfTags ? arrival(of: failure.time) : nil) ?? now.monotonicNanoseconds
        note(satellite) { $0.note(failure, at: instant) }
    }

    // MARK: verdicts

    /// What is to be published now: nothing, where nothing is new and the last verdict is of this second. To be asked
    /// after each batch.
    mutating func publication() -> [Payload] {
        judgePendingFix()
        var verdict = verdict()
        let instant = now.monotonicNanoseconds
        let wall = observed == nil ? nil : now.wallNanoseconds
        if verdict.state != since?.state || since?.wall == nil { since = (verdict.state, wall) }
        verdict.since = since?.wall
        verdict.isNews = last.map { $0.verdict.says(otherThan: verdict) } ?? true
        let message = alerts.message(verdict.reason, at: instant)
        if verdict.state == .authenticated { facts.wasAuthenticated = true }
        let isDue = last.map { instant - $0.at >= Self.interval } ?? true
        guard verdict.isNews || message != nil || isDue else { return [] }
        last = (verdict, instant)
        return [.authentication(verdict)] + (message.map { [.alert($0.alert(verdict))] } ?? [])
    }

    private var oldest: Int64 { now.monotonicNanoseconds - configuration.staleSeconds * 1_000_000_000 }

    private mutating func judgePendingFix() {
        guard let subject = pendingFix.take() else { return }
        let view = sky.flatMap { now.monotonicNanoseconds - $0.at <= Self.skyMemory ? $0.view : nil }
        let isUsable = isUsable
        fix = FixJudgement.judge(subject, sky: view) { satellite in
            isUsable && satellites[Int(satellite.number)]?.standing(oldest: oldest) == .authenticated
        }
    }

    /// The service may be relied upon, and so may the time.
    private var isUsable: Bool {
        !engine.isStopped && engine.provenStatus != .dontUse && !facts.gone && clock.use != .none && !isContradicted
    }

    private func verdict() -> Authentication {
        var verdict = Authentication(receiver: receiver)
        verdict.satellites = satellites.compactMap {
            $0?.report(oldest: oldest, now: now.monotonicNanoseconds)
        }
        let standings = verdict.satellites.map(\.standing)
        // Data that have changed may be new, and may be forged: they are not authenticated.
        let standing = SourceFacts.Standing(
            isAuthenticated: standings.contains(.authenticated), isChanged: standings.contains(.changed),
            isContradicted: isContradicted, use: clock.use)
        verdict.reason = facts.reason(standing, engine, at: now.monotonicNanoseconds)
        verdict.state = verdict.reason == .authenticated ? .authenticated : .unverified
        (verdict.time, verdict.clock, verdict.claim) = (newestPage, clock, claim)
        // The scenario contains its keys, so they prove neither Galileo nor the time.
        if start.isSimulation { verdict.clock.source = .simulation }
        verdict.status = Authentication.ServiceStatus(engine.provenStatus)
        (verdict.chainID, verdict.publicKeyID) = (engine.chainID, publicKeyID)
        verdict.fix = verdict.state == .authenticated ? fix : fix?.withoutProof
        (verdict.tagsRight, verdict.tagsWrong) = tags
        return verdict
    }
}

extension FixAuthentication {
    /// What it means where nothing is authenticated any more.
    fileprivate var withoutProof: FixAuthentication {
        var fix = self
        fix.unauthenticated = (fix.unauthenticated + fix.authenticated).sorted()
        fix.authenticated = []
        if fix.extent != .unknown { fix.extent = .none }
        return fix
    }
}

extension OSNMAEvent {
    /// The trusted clock contradicts the page.
    fileprivate var isContradiction: Bool {
        if case .anomaly(_, .contradictsTrustedTime, _) = self { return true }
        return false
    }
}
