// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import OSNMA

/// What the stage knows of one satellite.
struct SatelliteRecord {
    /// A set of data that tags were right for, and when the last of them was verified.
    struct Proof {
        var data: NavigationData<Verified>
        var report: AuthenticatedData
        /// On the monotonic clock of the observations, in nanoseconds.
        var verified: Int64
        /// When the subframe of the newest of these tags began to come, on the same clock.
        var vouched: Int64
    }

    let satellite: SatelliteID
    private(set) var ephemeris: Proof?
    private(set) var timing: Proof?
    private var words: EphemerisWords?
    /// The last word of the types 1...5 that was received.
    private var received: [UInt128?] = Array(repeating: nil, count: 5)
    private var receivedIODnav: Int?
    private var sendsOSNMA = false
    private(set) var failure: AuthenticationFailure?
    /// When something of it came last that was wrong: a page, or the subframe of a tag. Its own time proves nothing.
    private var faulted: Int64?
    /// When a page came last whose time the trusted clock does not contradict, and one whose time it does.
    private var timely: Int64?
    private var contradicted: Int64?

    init(_ satellite: SatelliteID) { self.satellite = satellite }

    /// Takes note of a page that is dated.
    ///
    /// - Parameter isTimely: the trusted clock does not contradict it.
    mutating func noteDated(isTimely: Bool, at now: Int64) {
        if isTimely { timely = now } else { contradicted = now }
    }

    /// Its newest dated page came since then, and whether the trusted clock contradicts that; nil: none came.
    func isContradicted(since oldest: Int64) -> Bool? {
        let (timely, contradicted) = (timely ?? .min, contradicted ?? .min)
        return max(timely, contradicted) < oldest ? nil : contradicted > timely
    }

    /// Takes note of a page that passed all checks.
    mutating func note(_ page: INAVPageContent) {
        if page.hasOSNMA { sendsOSNMA = true }
        guard (1...5).contains(page.wordType) else { return }
        received[page.wordType - 1] = page.wordBits
        if page.wordType < 5 { receivedIODnav = page.iodnav }
    }

    /// A right tag. One about data of before, as slow ones are after a change, changes nothing.
    ///
    /// - Parameter vouched: when its subframe began to come.
    mutating func note(
        _ data: NavigationData<Verified>, _ verdict: TagVerdict, bits: Int, tags: Int, isAuthenticated: Bool,
        at now: Int64, vouched: Int64
    ) {
        let known = data.group == .ephemeris ? ephemeris : timing
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
        let before = isSame ? known?.vouched ?? vouched : vouched
        let proof = Proof(data: data, report: report, verified: now, vouched: max(vouched, before))
        if data.group == .timing {
            timing = proof
        } else {
            ephemeris = proof
            if !isSame { words = EphemerisWords(packed: data.packed) }
        }
    }

    /// - Parameter now: when it came; of a tag, when its subframe began to come.
    mutating func note(_ failure: AuthenticationFailure, at now: Int64) {
        self.failure = failure
        faulted = max(faulted ?? now, now)
    }

    /// How its ephemeris stands.
    ///
    /// - Parameter oldest: proofs that were verified before do not count any more.
    func standing(oldest: Int64) -> SatelliteAuthentication.Standing {
        guard let ephemeris, ephemeris.report.isAuthenticated else { return .none }
        if isFailing(ephemeris) { return .failing }
        guard ephemeris.verified >= oldest else { return .stale }
        return isChanged ? .changed : .authenticated
    }

    /// A tag is right about data that were there when its subframe came: it says nothing of what was wrong later. Of a
    /// wrong tag of the same subframe it says that the data are not to blame.
    private func isFailing(_ proof: Proof) -> Bool {
        faulted.map { $0 > proof.vouched } ?? false
    }

    private var isChanged: Bool {
        guard let words else { return false }
        return received.indices.contains { index in
            received[index].map { words.differs(from: $0, type: index + 1) } ?? false
        }
    }

    /// What is said of it at a time.
    func report(oldest: Int64, now: Int64) -> SatelliteAuthentication {
        var report = SatelliteAuthentication(satellite)
        report.standing = standing(oldest: oldest)
        report.ephemeris = ephemeris.map { Self.aged($0, now) }
        report.timing = timing.map { Self.aged($0, now) }
        report.receivedIODnav = receivedIODnav
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
