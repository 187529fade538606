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
    /// When the last page came, on the monotonic clock of the observations.
    private(set) var lastPage: Int64?

    init(_ satellite: SatelliteID) { self.satellite = satellite }

    mutating func note(_ page: INAVContent, at now: Int64) {
        lastPage = now
        if page.hasOSNMA { sendsOSNMA = true }
        guard (1...5).contains(page.type) else { return }
        received[page.type - 1] = page.word
        if page.type < 5 { receivedIODnav = page.iodnav }
    }

    /// A right tag. One about data of before, as slow ones are after a change, changes nothing.
    mutating func note(
        _ data: NavigationData<Verified>, _ verdict: TagVerdict, bits: Int, tags: Int, isAuthenticated: Bool,
        at now: Int64
    ) {
        let known = data.group == .ephemeris ? ephemeris : timing
        let isSame = known?.data == data
        guard isSame || verdict.time >= known?.report.lastTag ?? verdict.time else { return }
        var report =
            (isSame ? known?.report : nil)
            ?? AuthenticatedData(
                isAuthenticated: isAuthenticated, iodnav: data.iodnav, kinds: [], tags: tags, bits: bits,
                firstTag: verdict.time, lastTag: verdict.time, fingerprint: data.fingerprint)
        (report.isAuthenticated, report.tags, report.bits) = (isAuthenticated, tags, bits)
        report.kinds.insert(verdict.adkd.kind)
        report.firstTag = min(report.firstTag, verdict.time)
        report.lastTag = max(report.lastTag, verdict.time)
        let proof = Proof(data: data, report: report, verified: now)
        if data.group == .timing {
            timing = proof
        } else {
            ephemeris = proof
            if !isSame { words = EphemerisWords(packed: data.packed) }
        }
    }

    mutating func note(_ failure: AuthenticationFailure) {
        guard failure.time >= self.failure?.time ?? failure.time else { return }
        self.failure = failure
    }

    /// How its ephemeris stands.
    ///
    /// - Parameter oldest: proofs that were verified before do not count any more.
    func standing(oldest: Int64) -> SatelliteAuthentication.Standing {
        guard let ephemeris, ephemeris.report.isAuthenticated else { return .none }
        // Of a failure in the same subframe a right tag says that the data are not to blame.
        if let failure, failure.time > ephemeris.report.lastTag { return .failing }
        guard ephemeris.verified >= oldest else { return .stale }
        return isChanged ? .changed : .authenticated
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
