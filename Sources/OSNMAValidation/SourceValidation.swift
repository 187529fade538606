// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import OSNMA

/// Validates one receiver's data: takes observations and returns verdicts. Its time is that of the observations; it
/// reads no clock. Its memory is bounded: one engine and 36 satellites.
struct SourceValidation {
    /// A step back in time of this size, in nanoseconds, restarts the validation.
    private static let stepBack: Int64 = 10_000_000_000
    /// The shortest interval between two verdicts in nanoseconds: slightly less than a second, so that receivers with
    /// one epoch per second always get one per epoch.
    private static let interval: Int64 = 900_000_000
    /// The maximum age of a current page, in nanoseconds; a satellite transmits a page every two seconds.
    private static let pageMemory: Int64 = 5_000_000_000
    /// The number of subframes to remember; a slow-MAC tag precedes its key by eleven subframes.
    private static let subframeMemory = 16

    let receiver: SourceID
    /// True if the source is a recording, or the only clock is that of a recording, so that there is no trusted time.
    let isReplay: Bool
    private let configuration: OSNMAValidationConfiguration
    private(set) var engine: OSNMAEngine
    private var satellites: [SatelliteRecord?] = Array(repeating: nil, count: 37)
    private var facts = SourceFacts()
    private var alerts: AlertPolicy
    private var clock = AuthenticationClock()
    private var newestPage: GST?
    /// The arrival of the first page of each recent subframe, by subframe number.
    private var subframes: [(number: Int, at: Int64)] = []
    private var publicKeyID: UInt8?
    private var claim: AuthenticationClaim?
    private var sky: (view: SkyView, at: Int64)?
    private var fix: FixAuthentication?
    private var pendingFix: FixJudgement.Subject?
    /// The last judged fix, with the satellites that were in view.
    private var judged: (subject: FixJudgement.Subject, sky: SkyView?)?
    /// The moment about which a later verdict is wanted.
    private var mark: (subject: FixJudgement.Subject?, sky: SkyView?, clock: AuthenticationClock, isUsable: Bool)?
    /// The valid tags over ephemerides since the mark.
    private(set) var journal: [MomentValidation.JudgedTag] = []
    private var tags: (right: UInt64, wrong: UInt64) = (0, 0)
    /// The state and the time at which it began; the time is nil until the first observation arrives.
    private var since: (state: Authentication.State, wall: Int64?)?
    private var last: (verdict: Authentication, at: Int64)?
    /// True if the engine has learned something that helps a later run to start.
    private(set) var hasLearnt = false
    /// True if the engine may have learned of a withdrawal.
    private var hasHeard = false
    private var start: TrustStart
    /// The time of the newest observation, nil before the first; and the current time, which is later if none has
    /// arrived for a while.
    private(set) var observed: HostTime?
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
        // Knowledge of today's signal is useless for a recording, which may be of any time. But no message in it may
        // prove what the operator removed.
        var known = isReplay ? HotStartState() : start.hotStart
        if isReplay { for fingerprint in start.removed { known?.withdrawals.insert(removed: fingerprint) } }
        return OSNMAEngine(
            configuration: configuration.engine(isReplay: isReplay), anchors: start.anchors, hotStart: known)
    }

    /// Returns the engine's learned state for storage, without anything that a simulation's keys proved.
    mutating func takeLearnt(excluding simulation: Set<TrustFingerprint>) -> HotStartState {
        hasLearnt = false
        return engine.hotStart(excluding: simulation)
    }

    /// Returns the engine's withdrawals; nil if there were no new ones since the last call.
    mutating func takeHeard() -> Withdrawals? {
        defer { hasHeard = false }
        return hasHeard ? engine.withdrawals : nil
    }

    /// Adopts withdrawals that another receiver learned of.
    mutating func adopt(_ withdrawals: Withdrawals) {
        let known = engine.withdrawals
        for event in engine.adopt(withdrawals) { note(event) }
        let isRevoked = engine.withdrawals.anchors.contains { anchor in
            (anchor.cause == .keyRevoked || anchor.cause == .alert) && !known.contains(anchor.fingerprint)
        }
        if isRevoked || engine.withdrawals.chains != known.chains { forgetProofs() }
    }

    /// Trusts further anchors from now on.
    ///
    /// - Parameter isDecision: False if no operator decided this, and the clock was set.
    mutating func trust(_ anchors: TrustAnchors, decision: UInt64, isDecision: Bool = true) {
        start.trust(anchors, decision: decision)
        (facts.lastMissingKey, facts.lastKeyFailure) = (nil, nil)
        for event in engine.trust(anchors, isDecision: isDecision) { note(event) }
    }

    /// Stops trusting an anchor; everything it proved is no longer authenticated.
    mutating func distrust(_ fingerprint: TrustFingerprint) {
        start.distrust(fingerprint)
        guard engine.distrust(fingerprint) else { return }
        forgetProofs()
        hasLearnt = true
    }

    /// Forgets what was received, proven and seen before the machine slept; the keys and the alert about their loss stay.
    mutating func forgetAfterSleep() {
        forgetProofs()
        (sky, fix, pendingFix, judged) = (nil, nil, nil, nil)
        engine.forgetReception()
    }

    private mutating func forgetProofs() { satellites = Array(repeating: nil, count: 37) }

    // MARK: observations

    /// Processes an observation of the receiver.
    ///
    /// - Parameters:
    ///   - time: The trusted time of its arrival.
    ///   - clock: The description of that time for the verdict.
    mutating func take(_ observation: Observation, time: TrustedTime?, clock: AuthenticationClock) {
        // Driver states carry the gateway's time, which differs from the observations' time in a replay.
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
        case .driverState(let report): note(report.state)
        default: break
        }
    }

    /// A driver that connects after it delivered data has lost the receiver too, whether it said so or not.
    private mutating func note(_ state: DriverState) {
        switch state {
        case .lost, .stopped: lose()
        case .starting, .connecting: if facts.firstData != nil { lose() }
        case .running, .degraded: break
        }
    }

    /// Advances the current time to `idle` nanoseconds after the newest observation.
    ///
    /// - Parameter clock: The description of the trusted time now.
    mutating func advance(idle: Int64, clock: AuthenticationClock) {
        note(clock)
        let observed = observed ?? HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
        guard observed.monotonicNanoseconds &+ idle > now.monotonicNanoseconds else { return }
        now = HostTime(
            monotonicNanoseconds: observed.monotonicNanoseconds &+ idle,
            wallNanoseconds: observed.wallNanoseconds &+ idle)
    }

    private mutating func follow(_ time: HostTime) {
        // A replay has restarted, so the existing proofs have times in the future.
        if let observed,
            observed.monotonicNanoseconds.subtractingReportingOverflow(time.monotonicNanoseconds).partialValue
                > Self.stepBack
        {
            if !isReplay { start.hotStart = engine.hotStart }
            let (mark, learnt, heard) = (mark, hasLearnt, hasHeard)
            self = SourceValidation(receiver, isReplay: isReplay, configuration, start)
            // What the engine learned is in its successor, but not stored or shared yet.
            (hasLearnt, hasHeard) = (learnt, heard)
            // The data of the marked moment are forgotten, so nothing can be said of it any more.
            self.mark = mark.map { ($0.subject, $0.sky, $0.clock, false) }
        }
        observed = time
        if time.monotonicNanoseconds > now.monotonicNanoseconds { now = time }
    }

    /// Updates the clock. A loss of the trusted time therefore takes effect with the next observation or the next call
    /// of `advance`.
    private mutating func note(_ clock: AuthenticationClock) {
        let difference = self.clock.difference
        self.clock = clock
        self.clock.difference = difference
    }

    /// Records that the receiver is gone. Another receiver, or the same one elsewhere, may deliver the next data, so nothing
    /// that was received or proven before holds for them; only what the engine knows about keys stays, because it is Galileo's.
    /// The driver's next attempts to connect change nothing; only data end this state.
    private mutating func lose() {
        facts.gone = true
        // The data of a marked moment are judged by themselves, also with what came after an interruption. What a recording
        // proved holds for it, even after its end.
        guard mark == nil, !isReplay else { return }
        facts.lose()
        forgetAfterSleep()
        (subframes, claim) = ([], nil)
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
        guard let start = page.time else { return note(page.satellite) { $0.note(content, at: instant) } }
        let events = engine.process(content, from: page.satellite, start: start, time: time)
        let isTimely = !events.contains(where: \.isContradiction)
        note(page.satellite) { $0.noteDated(isTimely: isTimely, at: instant) }
        if let time, isTimely || isContradicted {
            clock.difference = time.milliseconds - Int64(start.secondsSinceEpoch + 2) * 1000
        }
        if isTimely {
            note(subframe: start.secondsSinceEpoch / 30, at: instant)
            noteNewest(start)
            note(page.satellite) { $0.note(content, at: instant) }
        } else if isContradicted {
            facts.lastContradiction = instant
        }
        for event in events { note(event) }
    }

    /// Records the newest page time. Pages arrive nearly in order; a much earlier time means that time stepped back.
    private mutating func noteNewest(_ start: GST) {
        let newest = newestPage ?? start
        if start >= newest || newest.secondsSinceEpoch - start.secondsSinceEpoch > 60 { newestPage = start }
    }

    private mutating func note(subframe number: Int, at instant: Int64) {
        guard !subframes.contains(where: { $0.number == number }) else { return }
        if subframes.count == Self.subframeMemory { subframes.removeFirst() }
        subframes.append((number, instant))
    }

    /// The arrival of the first page of a valid tag's subframe, estimated from the present if it is no longer
    /// remembered.
    private func arrival(of verdict: TagVerdict) -> Int64 {
        let seconds = Int64(verdict.keyTime.secondsSinceEpoch - verdict.time.secondsSinceEpoch)
        let latest = now.monotonicNanoseconds &- seconds &* 1_000_000_000
        return min(arrival(of: verdict.time) ?? latest, latest)
    }

    /// The time for which a valid tag speaks: now, if its key belongs to the present subframe or the one before. An older key
    /// was computed from a later one, after a gap of up to a day, and says nothing of the present; its tag then counts at the
    /// end of the subframe after its own.
    private func proofTime(of verdict: TagVerdict) -> Int64 {
        let newest = (newestPage ?? verdict.keyTime).secondsSinceEpoch
        guard newest - verdict.keyTime.secondsSinceEpoch >= 60 else { return now.monotonicNanoseconds }
        let seconds = max(0, Int64(newest - verdict.time.secondsSinceEpoch - 60))
        return now.monotonicNanoseconds &- seconds &* 1_000_000_000
    }

    /// The arrival of the first page of the subframe that began at a time; nil if it is not remembered.
    private func arrival(of time: GST) -> Int64? {
        subframes.last { $0.number == time.secondsSinceEpoch / 30 }?.at
    }

    /// True if the trusted clock contradicts the newest pages of all satellites that deliver any. A contradiction on
    /// a single satellite may be the fault of its channel and must not affect the others.
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

    // MARK: the engine's results

    private mutating func note(_ event: OSNMAEvent) {
        let instant = now.monotonicNanoseconds
        switch event {
        case .authenticated(let data, let verdict, let bits, let count, let isAuthenticated):
            tags.right += 1
            if mark != nil, data.group == .ephemeris {
                let covers = satellites[Int(verdict.satellite.number)]?.coversMark(data) ?? false
                journal.append(.init(verdict, bits: bits / max(1, count), coversMoment: covers))
            }
            let (verified, vouched) = (proofTime(of: verdict), arrival(of: verdict))
            note(verdict.satellite) {
                $0.note(
                    data, verdict, bits: bits, tags: count, isAuthenticated: isAuthenticated, verified: verified,
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
            // An attacker who has the revoked keys may have forged the data that they proved a moment ago.
            forgetProofs()
        case .rootKeyFailed, .publicKeyFailed: facts.lastKeyFailure = instant
        case .publicKeyMissing: facts.lastMissingKey = instant
        case .anomaly(let satellite, .otherWords(let group), let time):
            if group == .ephemeris { failByWords(satellite, time) }
        case .anomaly(let satellite, let anomaly, let time):
            guard let kind = AuthenticationFailureKind(anomaly) else { return }
            fail(satellite, AuthenticationFailure(kind, time: time))
        case .statusChanged, .keyVerified, .rootKeyRefused: break
        }
    }

    private mutating func fail(_ satellite: SatelliteID, _ failure: AuthenticationFailure) {
        // Defects of tags are detected with their key, half a minute after their arrival.
        let isOfTags = failure.kind == .tag || failure.kind == .sequence || failure.kind == .lookup
        let instant = (isOfTags ? arrival(of: failure.time) : nil) ?? now.monotonicNanoseconds
        note(satellite) { $0.note(failure, at: instant) }
    }

    /// Records that a valid tag proves other words than the newest ones that came before its subframe. The tag, which
    /// arrived with that subframe, must not undo this.
    private mutating func failByWords(_ satellite: SatelliteID, _ time: GST) {
        facts.lastTagFailure = now.monotonicNanoseconds
        let instant = (arrival(of: time) ?? now.monotonicNanoseconds) &+ 1
        note(satellite) { $0.note(AuthenticationFailure(.tag, time: time), at: instant) }
    }

    // MARK: verdicts

    /// Returns the payloads to publish now; none if nothing changed and the last verdict is less than a second old.
    /// To be called after each batch.
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

    /// True if a verdict was given that hardly changes without pages, and no alert is due.
    var isWithoutPages: Bool { last != nil && facts.isWithoutPages && alerts.isAtRest }

    /// Forgets that data were authenticated, so that their loss is no alert.
    ///
    /// - Returns: The end of the alert about a loss; none if no loss was reported.
    mutating func endAlert(_ reason: CodedText) -> [Payload] {
        alerts.restart() ? [.alert(AuthenticationNotice.endOfLoss(reason))] : []
    }

    /// Takes over from an earlier validation of the receiver whether data were authenticated, and the time. So their loss is an
    /// alert, even if no more data arrive.
    mutating func continueAlert(of earlier: SourceValidation) {
        (alerts, observed, now) = (earlier.alerts, earlier.observed, earlier.now)
    }

    private var oldest: Int64 { now.monotonicNanoseconds - configuration.staleSeconds * 1_000_000_000 }

    private mutating func judgePendingFix() {
        guard let subject = pendingFix.take() else { return }
        let view = sky.flatMap { now.monotonicNanoseconds - $0.at <= SkyView.longestAge ? $0.view : nil }
        judged = (subject, view)
        let isUsable = isUsable
        fix = FixJudgement.judge(subject, sky: view) { satellite in
            isUsable && satellites[Int(satellite.number)]?.standing(oldest: oldest) == .authenticated
        }
    }

    /// True if the service's status, the receiver's state and the trusted time permit authentication.
    private var isUsable: Bool {
        !engine.isStopped && engine.provenStatus != .dontUse && !facts.gone && clock.use != .none && !isContradicted
    }

    // MARK: a later verdict

    /// Remembers the newest fix and the data of this moment, about which later keys may say more.
    ///
    /// - Returns: The verdict of this moment.
    mutating func markMoment() -> Authentication {
        judgePendingFix()
        let oldest = oldest
        for index in satellites.indices { satellites[index]?.mark(oldest: oldest, at: now.monotonicNanoseconds) }
        mark = (judged?.subject, judged?.sky, clock, isUsable)
        return verdict()
    }

    /// The verdict on the marked moment, with everything that arrived since.
    mutating func laterVerdict() -> Authentication {
        for event in engine.finish() { note(event) }
        var verdict = verdict()
        guard let mark else { return Authentication(receiver: receiver) }
        // A withdrawal that became known since then counts, a gap in the reception since then does not.
        let isUsable = mark.isUsable && !engine.isStopped && engine.provenStatus != .dontUse
        verdict.clock = mark.clock
        if start.isSimulation { verdict.clock.source = .simulation }
        verdict.satellites = satellites.compactMap {
            $0?.markReport(oldest: oldest, now: now.monotonicNanoseconds).counting(isUsable)
        }
        let isAuthenticated = isUsable && verdict.satellites.contains { $0.standing == .authenticated }
        if isAuthenticated {
            verdict.reason = .authenticated
        } else if verdict.reason == .authenticated {
            // What is authenticated now are other data than those of the moment.
            verdict.reason = mark.isUsable ? .verifying : .timeNotTrusted
        }
        verdict.state = isAuthenticated ? .authenticated : .unverified
        verdict.fix = mark.subject.map { subject in
            FixJudgement.judge(subject, sky: mark.sky) { satellite in
                isUsable && satellites[Int(satellite.number)]?.isMarkAuthenticated == true
            }
        }
        return verdict
    }

    private func verdict() -> Authentication {
        var verdict = Authentication(receiver: receiver)
        let reports = satellites.compactMap { $0?.report(oldest: oldest, now: now.monotonicNanoseconds) }
        let (isUsable, standings) = (isUsable, reports.map(\.standing))
        verdict.satellites = reports.map { $0.counting(isUsable) }
        // Changed data may be new or forged, so they are not authenticated.
        let standing = SourceFacts.Standing(
            isAuthenticated: standings.contains(.authenticated), isChanged: standings.contains(.changed),
            isContradicted: isContradicted, use: clock.use)
        verdict.reason = facts.reason(standing, engine, at: now.monotonicNanoseconds)
        verdict.state = verdict.reason == .authenticated ? .authenticated : .unverified
        (verdict.time, verdict.clock, verdict.claim) = (newestPage, clock, claim)
        // The scenario contains its keys, so they prove neither Galileo's data nor the time.
        if start.isSimulation { verdict.clock.source = .simulation }
        verdict.status = Authentication.ServiceStatus(engine.provenStatus)
        (verdict.chainID, verdict.publicKeyID) = (engine.chainID, publicKeyID)
        verdict.fix = verdict.state == .authenticated ? fix : fix?.withoutProof
        (verdict.tagsRight, verdict.tagsWrong) = tags
        return verdict
    }
}

extension SatelliteAuthentication {
    /// The report, which names nothing authenticated if proofs do not count: without a trusted time, or if the service must not
    /// be used, they say nothing about what is received now.
    fileprivate func counting(_ isUsable: Bool) -> SatelliteAuthentication {
        guard !isUsable else { return self }
        var report = self
        if report.standing == .authenticated { report.standing = .stale }
        report.timing?.isAuthenticated = false
        return report
    }
}

extension FixAuthentication {
    /// The assessment when nothing is authenticated any more.
    fileprivate var withoutProof: FixAuthentication {
        var fix = self
        fix.unauthenticated = (fix.unauthenticated + fix.authenticated).sorted()
        fix.authenticated = []
        if fix.extent != .unknown { fix.extent = .none }
        return fix
    }
}

extension OSNMAEvent {
    /// True if the event says that the trusted clock contradicts the page.
    fileprivate var isContradiction: Bool {
        if case .anomaly(_, .contradictsTrustedTime, _) = self { return true }
        return false
    }
}
