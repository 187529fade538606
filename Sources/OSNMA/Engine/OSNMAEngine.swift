// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Authenticates Galileo's navigation data: takes pages and time, returns verdicts (OSNMA SIS ICD 1.1).
///
/// Pages must be passed in chronological order; pages of the same time may come in any order of satellites. The engine
/// reads no clock, does no I/O, and uses a bounded amount of memory for any input.
public struct OSNMAEngine: Sendable {
    public let configuration: OSNMAConfiguration
    /// The counters so far.
    public internal(set) var counters = OSNMACounters()
    /// The roots trusted now.
    public internal(set) var roots: [MerkleRoot]
    var publicKeys: [KnownPublicKey] = []
    /// The signer of the newest root key that did not announce a new tree.
    var signerInForce: PublicKey<Verified>?
    var chains: [TESLAChain] = []
    /// The header of the newest root key.
    var status: ServiceHeader?
    /// The status proven by the newest valid tag.
    var proven: (status: NMAStatus, subframe: Int)?
    /// Everything known to be withdrawn by Galileo; it is not trusted again unless the operator orders it.
    public internal(set) var withdrawals: Withdrawals
    /// Announced renewals of trees that are not complete, at most one for each tree.
    var announcements: [RenewalAnnouncement] = []
    /// True after the alert message: nothing is trusted or authenticated until new material is installed.
    public internal(set) var isStopped = false

    static let recordCount = 16
    /// The longest delay in seconds that a recording, which has no trusted time, is taken to have (receiver guidelines
    /// 1.3, 2.1).
    static let recordingMargin = 30
    /// The longest delay in seconds with which any tag is used: twice 165 s, and two seconds.
    static let longestMargin = 332
    static let subframesInHour = 120
    static let subframesInDay = 2880
    /// Number of subframes for which messages are kept until a root key arrives.
    static let keptSubframes = 12
    static let slowBucketCount = 32
    static let keyCount = 64

    var satellites: [SatelliteState?] = Array(repeating: nil, count: 37)
    var records = (0..<recordCount).map { _ in SubframeRecord(number: -1) }
    var slowTags: [(keySubframe: Int, tags: [PendingTag])] = Array(repeating: (-1, []), count: slowBucketCount)
    var keys: [VerifiedKey?] = Array(repeating: nil, count: keyCount)
    var collections: [UInt8: DSMCollection] = [:]
    /// Root key messages that were judged, so that each is judged only once.
    var judgedMessages: [JudgedMessage] = []
    /// The subframe of the first page.
    var firstSubframe: Int?
    var waitingRootKeys: [WaitingRootKey] = []
    var waitingPublicKeys: [WaitingPublicKey] = []
    var chainInForce: ChainParameters?
    /// The newest subframe from which a page arrived; −1 before the first page.
    var current = -1
    /// A gap in the pages that is longer than the usual memory; nil once a later key was verified.
    var gap: Gap?
    /// Consecutive pages that were too old, which means that time has stepped back.
    var lateRun = 0
    var trust = TimeTrust.none
    /// The delay, in seconds, with which the current page may have arrived after its stated time.
    var margin = longestMargin
    var events: [OSNMAEvent] = []

    /// The verified key of a subframe, of any chain.
    struct VerifiedKey: Sendable {
        let parameters: ChainParameters
        let authenticator: TagAuthenticator
        var key: TESLAKey<Verified> { authenticator.key }
    }

    /// The messages from before a gap that wait for their key.
    struct Gap: Sendable {
        /// The last subframe before the gap.
        let last: Int
        /// Subframes whose tags have not been judged.
        var records: [SubframeRecord]
    }

    /// The NMA header signed with a root key, and the first and last subframes in which it was seen.
    struct ServiceHeader: Sendable {
        let header: NMAHeader
        let first: Int
        var last: Int
    }

    /// - Parameters:
    ///   - configuration: The rules by which to judge.
    ///   - anchors: The initial trust.
    ///   - hotStart: The knowledge gained by an earlier engine; see `HotStartState`.
    public init(configuration: OSNMAConfiguration, anchors: TrustAnchors, hotStart: HotStartState? = nil) {
        self.configuration = configuration
        withdrawals = hotStart?.withdrawals ?? Withdrawals()
        roots = anchors.roots
        for key in anchors.keys { provision(key) }
        roots.removeAll { [withdrawals] in withdrawals.contains($0.fingerprint) }
        publicKeys.removeAll { [withdrawals] in withdrawals.contains($0.key.fingerprint) }
        let alerts = withdrawals.anchors.contains { $0.cause == .alert }
        isStopped = alerts && roots.isEmpty && publicKeys.isEmpty
        for root in anchors.rootKeys.prefix(Self.chainLimit) {
            chains.append(TESLAChain(root: root, domain: domain(of: root.signer)))
        }
        if let hotStart { restore(hotStart) }
    }

    /// The tree of a key, or the key itself if its tree is unknown.
    private func domain(of signer: TrustFingerprint) -> TrustFingerprint {
        publicKeys.first { $0.key.fingerprint == signer }?.domain ?? signer
    }

    /// The public keys trusted now.
    public var trustedPublicKeys: [PublicKey<Verified>] { publicKeys.map(\.key) }

    /// The root keys of the chains known now.
    public var rootKeys: [RootKey<Verified>] { chains.map(\.root) }

    /// True if the last verification of a root key of the chain in force is longer ago than allowed, so that nothing is
    /// authenticated until the next one.
    public var isRootKeyExpired: Bool {
        if let chainInForce { return isRootKeyExpired(of: chainInForce, at: current) }
        return !chains.isEmpty && chains.allSatisfy { isRootKeyExpired(of: $0.parameters, at: current) }
    }

    /// Returns true if the last verification of a root key of a chain was longer ago than allowed at a subframe.
    func isRootKeyExpired(of parameters: ChainParameters, at subframe: Int) -> Bool {
        guard let limit = configuration.maximumRootKeyAge, let first = firstSubframe else { return false }
        let verified = chains.first { $0.parameters == parameters }?.rootVerified
        return (subframe - max(verified ?? first, first)) * 30 > limit
    }

    func has(_ improvement: Improvements) -> Bool { configuration.improvements.contains(improvement) }

    /// Processes a received page. Refused pages are counted.
    ///
    /// - Parameters:
    ///   - satellite: The satellite that transmitted it.
    ///   - band: The signal that carried it.
    ///   - start: The time of transmission of its first bit.
    ///   - bits: 240 bits, see `INAVPage`.
    ///   - time: Galileo time at the reception of the page, by a clock that does not depend on the signal.
    /// - Returns: The resulting events.
    public mutating func process(
        satellite: SatelliteID, band: INAVBand, start: GST, bits: Span<UInt8>, time: TrustedTime? = nil
    ) -> [OSNMAEvent] {
        do {
            return process(try INAVPage(satellite: satellite, band: band, start: start, bits: bits), time: time)
        } catch {
            return refuse(error, satellite, start)
        }
    }

    /// Processes a received page whose fields have already been extracted. Refused pages are counted.
    ///
    /// - Parameters:
    ///   - content: The page's fields.
    ///   - satellite: The satellite that transmitted it.
    ///   - start: The time of transmission of its first bit.
    ///   - time: Galileo time at the reception of the page, by a clock that does not depend on the signal.
    /// - Returns: The resulting events.
    public mutating func process(
        _ content: INAVPageContent, from satellite: SatelliteID, start: GST, time: TrustedTime? = nil
    ) -> [OSNMAEvent] {
        do {
            return process(try INAVPage(content, satellite: satellite, start: start), time: time)
        } catch {
            return refuse(error, satellite, start)
        }
    }

    private mutating func refuse(_ error: PageError, _ satellite: SatelliteID, _ start: GST) -> [OSNMAEvent] {
        counters.pages += 1
        switch error {
        case .checksum:
            counters.pagesBadCRC += 1
            return [.anomaly(satellite, .checksum, time: start)]
        case .alert: counters.pagesAlert += 1
        default: counters.pagesRefused += 1
        }
        return []
    }

    /// Processes a page that passed its checks.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - time: Galileo time at the reception of the page, by a clock that does not depend on the signal.
    /// - Returns: The resulting events.
    public mutating func process(_ page: INAVPage, time: TrustedTime? = nil) -> [OSNMAEvent] {
        counters.pages += 1
        if isTimely(page, time) { receive(page) }
        guard !events.isEmpty else { return [] }
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    /// Ends processing; tags and messages that still wait for a key are given up.
    public mutating func finish() -> [OSNMAEvent] {
        flushBlocks(of: current)
        for number in (current - Self.recordCount + 1)...max(current, current - Self.recordCount + 1) { retire(number) }
        for index in slowTags.indices { expireSlowTags(index) }
        defer { events.removeAll() }
        return events
    }

    private mutating func receive(_ page: INAVPage) {
        if page.isDummy { counters.pagesDummy += 1 }
        let number = page.subframe
        guard follow(number, page) else { return }
        guard !page.isDummy else { return }
        checkWord(page)
        // Root and public keys need no words.
        if configuration.judgesTags { keep(page) }
        if page.osnma != 0 || isZeroPadding(page) { collect(page) }
    }

    /// Returns true if a field of zeros means that the satellite transmits no OSNMA. With some key sizes the last
    /// page contains nothing but one byte of HKROOT, so there zeros may be genuine.
    private mutating func isZeroPadding(_ page: INAVPage) -> Bool {
        guard page.band == .e1b, page.index == 14 else { return false }
        let record = records[page.subframe % Self.recordCount]
        guard record.number == page.subframe else { return false }
        return record.messages.contains { $0.satellite == page.satellite && $0.pages == 0x3FFF }
    }

    /// Advances to the subframe of a page; returns false if the page is too late to be useful.
    private mutating func follow(_ number: Int, _ page: INAVPage) -> Bool {
        if number > current {
            advance(to: number)
        } else if number <= current - Self.recordCount {
            lateRun += 1
            counters.pagesLate += 1
            guard lateRun > 40 else { return false }
            // Time has stepped back permanently, so all existing state has times in the future.
            restart(at: number)
        } else if number < current, let last = satellites[Int(page.satellite)]?.lastSubframe, number < last {
            counters.pagesLate += 1
            report(page, .late)
        }
        lateRun = 0
        return true
    }

    mutating func report(_ page: INAVPage, _ anomaly: SatelliteAnomaly) {
        guard let satellite = SatelliteID(.galileo, Int(page.satellite)),
            let time = GST(secondsSinceEpoch: page.start)
        else { return }
        events.append(.anomaly(satellite, anomaly, time: time))
    }

    mutating func report(_ satellite: UInt8, _ anomaly: SatelliteAnomaly, subframe: Int) {
        guard let satellite = SatelliteID(.galileo, Int(satellite)), let time = GST(secondsSinceEpoch: subframe * 30)
        else { return }
        events.append(.anomaly(satellite, anomaly, time: time))
    }
}
