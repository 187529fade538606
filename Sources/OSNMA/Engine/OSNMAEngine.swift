// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Authenticates the navigation data of Galileo: pages and time in, verdicts out (OSNMA SIS ICD 1.1).
///
/// Pages come in order of time; those of the same time in any order of satellites. It reads no clock, does no I/O and
/// takes a bounded amount of memory, whatever is fed.
public struct OSNMAEngine: Sendable {
    public let configuration: OSNMAConfiguration
    /// What was counted so far.
    public internal(set) var counters = OSNMACounters()
    /// Roots that are trusted now.
    public internal(set) var roots: [MerkleRoot]
    var publicKeys: [KnownPublicKey] = []
    /// Signed the newest root key that did not announce a new tree.
    var signerInForce: PublicKey<Verified>?
    var chains: [TESLAChain] = []
    /// The header of the newest root key.
    var status: ServiceHeader?
    /// The status that the newest right tag proves.
    var proven: (status: NMAStatus, subframe: Int)?
    /// What Galileo put out of use, as far as it is known: it is not trusted again unless the operator says so.
    public internal(set) var withdrawals: Withdrawals
    /// Renewals of the tree that are announced and not complete, at most one of each tree.
    var announcements: [RenewalAnnouncement] = []
    /// The alert message was received, and nothing else is trusted: nothing is authenticated until there is new material.
    public internal(set) var isStopped = false

    static let recordCount = 16
    /// Half a minute, for which tags are safe at any rate (receiver guidelines 1.3, 2.1).
    static let longestMargin = 30
    static let subframesInHour = 120
    static let subframesInDay = 2880
    /// Subframes that messages are kept for a root key.
    static let keptSubframes = 12
    static let slowBucketCount = 32
    static let keyCount = 64

    var satellites: [SatelliteState?] = Array(repeating: nil, count: 37)
    var records = (0..<recordCount).map { _ in SubframeRecord(number: -1) }
    var slowTags: [(keySubframe: Int, tags: [PendingTag])] = Array(repeating: (-1, []), count: slowBucketCount)
    var keys: [VerifiedKey?] = Array(repeating: nil, count: keyCount)
    var collections: [UInt8: DSMCollection] = [:]
    /// Root key messages that were judged, so that each content is judged once.
    var judgedMessages: [JudgedMessage] = []
    /// The newest subframe in which a root key was seen to be right.
    var rootKeySubframe: Int?
    /// The subframe of the first page.
    var firstSubframe: Int?
    var waitingRootKeys: [WaitingRootKey] = []
    var waitingPublicKeys: [WaitingPublicKey] = []
    var chainInForce: ChainParameters?
    /// The newest subframe of which a page came.
    var current = -1
    /// A gap in the pages that is longer than what is kept otherwise; nil once a later key was verified.
    var gap: Gap?
    /// Pages in a row that were too old: time stepped back.
    var lateRun = 0
    var trust = TimeTrust.none
    /// Seconds by which the page that is taken may have come later than its time says.
    var margin = longestMargin
    var events: [OSNMAEvent] = []

    /// A verified key of a subframe, whatever its chain.
    struct VerifiedKey: Sendable {
        let parameters: ChainParameters
        let authenticator: TagAuthenticator
        var key: TESLAKey<Verified> { authenticator.key }
    }

    /// What waits for its key since before a gap.
    struct Gap: Sendable {
        /// The last subframe before it.
        let last: Int
        /// Subframes whose tags were not judged.
        var records: [SubframeRecord]
    }

    /// The NMA header that a root key was signed with, and in which subframes it was seen first and last.
    struct ServiceHeader: Sendable {
        let header: NMAHeader
        let first: Int
        var last: Int
    }

    /// - Parameters:
    ///   - configuration: how to judge.
    ///   - anchors: what is trusted from the beginning.
    ///   - hotStart: what an earlier engine had learnt, see `HotStartState`.
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

    /// The tree of a key, or the key itself if its tree is not known.
    private func domain(of signer: TrustFingerprint) -> TrustFingerprint {
        publicKeys.first { $0.key.fingerprint == signer }?.domain ?? signer
    }

    /// Public keys that are trusted now.
    public var trustedPublicKeys: [PublicKey<Verified>] { publicKeys.map(\.key) }

    /// The root keys of the chains that are known now.
    public var rootKeys: [RootKey<Verified>] { chains.map(\.root) }

    /// No root key was verified for longer than is allowed: nothing is authenticated until one is.
    public var isRootKeyExpired: Bool { isRootKeyExpired(at: current) }

    func isRootKeyExpired(at subframe: Int) -> Bool {
        guard let limit = configuration.maximumRootKeyAge, let first = firstSubframe else { return false }
        return (subframe - max(rootKeySubframe ?? first, first)) * 30 > limit
    }

    func has(_ improvement: Improvements) -> Bool { configuration.improvements.contains(improvement) }

    /// Takes a page as received; one that is refused is counted.
    ///
    /// - Parameters:
    ///   - satellite: who sent it.
    ///   - band: on which signal.
    ///   - start: when its first bit left the satellite.
    ///   - bits: 240 of them, see `INAVPage`.
    ///   - time: Galileo time by a clock that does not depend on the signal, when the page had been received.
    /// - Returns: what became known by it.
    public mutating func process(
        satellite: SatelliteID, band: INAVBand, start: GST, bits: Span<UInt8>, time: TrustedTime? = nil
    ) -> [OSNMAEvent] {
        do {
            return process(try INAVPage(satellite: satellite, band: band, start: start, bits: bits), time: time)
        } catch {
            return refuse(error, satellite, start)
        }
    }

    /// Takes a page as received whose bits were cut already; one that is refused is counted.
    ///
    /// - Parameters:
    ///   - content: what it says.
    ///   - satellite: who sent it.
    ///   - start: when its first bit left the satellite.
    ///   - time: Galileo time by a clock that does not depend on the signal, when the page had been received.
    /// - Returns: what became known by it.
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

    /// Takes a page that passed its checks.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - time: Galileo time by a clock that does not depend on the signal, when the page had been received.
    /// - Returns: what became known by it.
    public mutating func process(_ page: INAVPage, time: TrustedTime? = nil) -> [OSNMAEvent] {
        counters.pages += 1
        if isTimely(page, time) { receive(page) }
        guard !events.isEmpty else { return [] }
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    /// Ends: what waits for a key does so in vain.
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
        keep(page)
        if page.osnma != 0 || isZeroPadding(page) { collect(page) }
    }

    /// A field of zeros means that the satellite sends no OSNMA; but in the last page, where with some sizes of keys
    /// nothing is left but one byte of HKROOT, it may be what is sent.
    private func isZeroPadding(_ page: INAVPage) -> Bool {
        let record = records[page.subframe % Self.recordCount]
        guard page.band == .e1b, page.index == 14, record.number == page.subframe else { return false }
        return record.messages.contains { $0.satellite == page.satellite && $0.pages == 0x3FFF }
    }

    /// Moves on to the subframe of a page; false if the page is too late to be of use.
    private mutating func follow(_ number: Int, _ page: INAVPage) -> Bool {
        if number > current {
            advance(to: number)
        } else if number <= current - Self.recordCount {
            lateRun += 1
            counters.pagesLate += 1
            guard lateRun > 40 else { return false }
            // Time has stepped back for good: what is kept belongs to a future that did not come.
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
