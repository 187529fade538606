// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import OSNMA

/// The stage's record of one satellite: its received words, proofs and failures.
struct SatelliteRecord {
    /// A set of data for which tags were valid.
    struct Proof {
        var data: NavigationData<Verified>
        var report: AuthenticatedData
        /// The newest time for which a tag speaks, by the observations' monotonic clock in nanoseconds: that of its
        /// verification, or an earlier one if its key was computed from a later key.
        var verified: Int64
        /// The arrival of the first page of the newest tag's subframe, by the same clock.
        var vouched: Int64
    }

    let satellite: SatelliteID
    private(set) var ephemeris: Proof?
    private(set) var timing: Proof?
    private var words: EphemerisWords?
    private var timingWords: TimingWords?
    private var received = ReceivedWords()
    private var sendsOSNMA = false
    private(set) var failure: AuthenticationFailure?
    /// The arrival of the last invalid page, or of the subframe of the last invalid tag. The content's own time
    /// proves nothing.
    private var faulted: Int64?
    /// The arrival of the last page whose time agrees with the trusted clock, and of the last whose time contradicts
    /// it.
    private var timely: Int64?
    private var contradicted: Int64?
    /// What was known at the marked moment; nil before.
    private var mark: Mark?

    /// The state at the moment about which a later verdict is wanted.
    private struct Mark {
        /// The words that had been received.
        let received: ReceivedWords
        /// True if these data were authenticated by then.
        let isSettled: Bool
        /// The arrivals of tags that count, if the satellite was failing: from its last fault to the moment. What
        /// arrived afterwards does not undo what was wrong at the moment.
        let accepted: ClosedRange<Int64>?
        /// The arrival of the newest subframe with a valid tag for exactly these data that was verified afterwards.
        var vouched: Int64?
    }

    init(_ satellite: SatelliteID) { self.satellite = satellite }

    /// Records a page with a known time.
    ///
    /// - Parameter isTimely: True if its time agrees with the trusted clock.
    mutating func noteDated(isTimely: Bool, at now: Int64) {
        if isTimely { timely = now } else { contradicted = now }
    }

    /// Returns true if the trusted clock contradicts the newest dated page that arrived since `oldest`; nil if none
    /// arrived.
    func isContradicted(since oldest: Int64) -> Bool? {
        let (timely, contradicted) = (timely ?? .min, contradicted ?? .min)
        return max(timely, contradicted) < oldest ? nil : contradicted > timely
    }

    /// Records a page that passed all checks.
    mutating func note(_ page: INAVPageContent, at now: Int64) {
        if page.hasOSNMA { sendsOSNMA = true }
        received.note(page, at: now)
    }

    /// Records a valid tag. A tag for earlier data, such as a slow-MAC tag after a change, has no effect.
    ///
    /// - Parameters:
    ///   - verified: The time for which it speaks.
    ///   - vouched: The arrival of the first page of its subframe.
    mutating func note(
        _ data: NavigationData<Verified>, _ verdict: TagVerdict, bits: Int, tags: Int, isAuthenticated: Bool,
        verified: Int64, vouched: Int64
    ) {
        let known = data.group == .ephemeris ? ephemeris : timing
        if data.group == .ephemeris, isAuthenticated { noteForMark(data, vouched: vouched) }
        let isSame = known?.data == data
        guard isSame || vouched >= known?.vouched ?? vouched else { return }
        var report =
            (isSame ? known?.report : nil)
            ?? AuthenticatedData(
                isAuthenticated: isAuthenticated, iodnav: data.iodnav, kinds: [], tags: tags, bits: bits,
                firstTag: verdict.time, lastTag: verdict.time, fingerprint: data.fingerprint)
        (report.isAuthenticated, report.tags, report.bits) = (isAuthenticated, tags, bits)
        report.kinds.insert(verdict.adkd.kind)
        report.firstTag = min(report.firstTag, verdict.time)
        report.lastTag = max(report.lastTag, verdict.time)
        let before = (isSame ? known : nil) ?? Proof(data: data, report: report, verified: verified, vouched: vouched)
        let proof = Proof(
            data: data, report: report, verified: max(verified, before.verified), vouched: max(vouched, before.vouched))
        if data.group == .timing {
            timing = proof
            if !isSame { timingWords = TimingWords(data) }
        } else {
            ephemeris = proof
            if !isSame { words = EphemerisWords(data) }
        }
    }

    /// - Parameter now: The time of arrival; for a tag, the arrival of its subframe's first page.
    mutating func note(_ failure: AuthenticationFailure, at now: Int64) {
        self.failure = failure
        faulted = max(faulted ?? now, now)
    }

    /// The standing of the satellite's ephemeris.
    ///
    /// - Parameter oldest: Proofs verified earlier than this no longer count.
    func standing(oldest: Int64) -> SatelliteAuthentication.Standing {
        guard let ephemeris, ephemeris.report.isAuthenticated else { return .none }
        if isFailing(ephemeris) { return .failing }
        guard ephemeris.verified >= oldest else { return .stale }
        return isChanged ? .changed : .authenticated
    }

    /// A valid tag covers the data that were present when its subframe arrived and says nothing about later failures.
    /// If another tag of the same subframe is invalid, the valid one shows that the data are not the cause.
    private func isFailing(_ proof: Proof) -> Bool {
        faulted.map { $0 > proof.vouched } ?? false
    }

    private var isChanged: Bool { words.map { received.differ(from: $0) } ?? false }

    // MARK: a later verdict

    /// Remembers the data of this moment, so that tags whose keys come later can authenticate them.
    ///
    /// - Parameters:
    ///   - oldest: Proofs verified earlier than this no longer count.
    ///   - now: The moment.
    mutating func mark(oldest: Int64, at now: Int64) {
        let isFailing = ephemeris.map { self.isFailing($0) } ?? (faulted != nil)
        mark = Mark(
            received: received, isSettled: standing(oldest: oldest) == .authenticated,
            accepted: isFailing ? faulted.map { $0...max($0, now) } : nil)
    }

    /// The same issue number is not enough, because anyone can send another set of data with it: all bits must be the same.
    private mutating func noteForMark(_ data: NavigationData<Verified>, vouched: Int64) {
        guard coversMark(data), let before = mark, before.accepted?.contains(vouched) ?? true else { return }
        mark?.vouched = max(vouched, before.vouched ?? vouched)
    }

    /// Returns true if the data are exactly those of the marked moment.
    func coversMark(_ data: NavigationData<Verified>) -> Bool {
        guard let mark, let words = ephemeris?.data == data ? words : EphemerisWords(data) else { return false }
        return mark.received.isComplete && !mark.received.differ(from: words)
    }

    /// True if the data of the marked moment were authenticated then or by later keys.
    var isMarkAuthenticated: Bool {
        guard let mark else { return false }
        return mark.isSettled || mark.vouched != nil
    }

    /// The satellite's report on the marked moment.
    func markReport(oldest: Int64, now: Int64) -> SatelliteAuthentication {
        var report = report(oldest: oldest, now: now)
        report.standing = isMarkAuthenticated ? .authenticated : report.standing == .failing ? .failing : .none
        return report
    }

    /// The satellite's report at a time.
    func report(oldest: Int64, now: Int64) -> SatelliteAuthentication {
        var report = SatelliteAuthentication(satellite)
        report.standing = standing(oldest: oldest)
        report.ephemeris = ephemeris.map { Self.aged($0, now) }
        report.timing = timing.map { Self.aged($0, now) }
        if let timingWords, received.differ(from: timingWords) {
            report.timing?.isAuthenticated = false
            report.timing?.isChanged = true
        }
        report.receivedIODnav = received.iodnav
        report.sendsOSNMA = sendsOSNMA
        report.failure = failure
        return report
    }

    private static func aged(_ proof: Proof, _ now: Int64) -> AuthenticatedData {
        var report = proof.report
        report.age = Double(max(0, now - proof.verified)) / 1e9
        return report
    }
}

extension ADKD {
    fileprivate var kind: AuthenticatedData.Kinds {
        switch self {
        case .inavEphemeris: .ephemeris
        case .inavTiming: .timing
        case .inavSlowMAC: .slow
        }
    }
}
