// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

@testable import OSNMA

/// What an engine says of the pages of a sky.
struct SkyRun {
    static let hour = 168 * 1300 + 10
    /// The first subframe of `hour`.
    static let begin = hour * 120

    var engine: OSNMAEngine
    /// Satellite and hash of each set that was authenticated.
    private(set) var sets: Set<String> = []
    private(set) var anomalies: [SatelliteAnomaly: Int] = [:]
    private(set) var events: [OSNMAEvent] = []
    private(set) var failures: Set<Int> = []
    /// Subframes of right tags.
    private(set) var tagSubframes: Set<Int> = []

    init(_ anchors: TrustAnchors, _ configuration: OSNMAConfiguration = .recording(.all)) {
        engine = OSNMAEngine(configuration: configuration, anchors: anchors)
    }

    init(engine: OSNMAEngine) { self.engine = engine }

    mutating func feed(_ pages: [Sky.Page], time: (Sky.Page) -> TrustedTime? = { _ in nil }) {
        for page in pages {
            guard let satellite = SatelliteID(.galileo, page.satellite), let start = GST(secondsSinceEpoch: page.start)
            else { continue }
            for event in engine.process(
                satellite: satellite, band: .e1b, start: start, bits: page.bits.span, time: time(page))
            {
                note(event)
            }
        }
    }

    mutating func finish() { for event in engine.finish() { note(event) } }

    private mutating func note(_ event: OSNMAEvent) {
        switch event {
        case .authenticated(let data, let verdict, _, _, _):
            sets.insert("\(verdict.satellite) \(data.group) \(data.fingerprint)")
            tagSubframes.insert(verdict.time.secondsSinceEpoch / 30)
        case .tagFailed(let verdict): failures.insert(verdict.time.secondsSinceEpoch / 30)
        case .anomaly(_, let anomaly, _): anomalies[anomaly, default: 0] += 1
        case .keyVerified, .dummyVerified: break
        default: events.append(event)
        }
    }

    /// An event happened for which this holds.
    func happened(_ test: (OSNMAEvent) -> Bool) -> Bool { events.contains(where: test) }
}

/// A sky in ordinary service, with what a warm start needs.
struct QuietSky {
    let authority: SkyAuthority
    var sky: Sky
    let chain: SkyChain
    let header = NMAHeader(byte: 0x92)

    init(
        hash: UInt8 = 0, function: UInt8 = 0, keySize: UInt8 = 4, tagSize: UInt8 = 9, table: UInt8 = 34,
        p521: Bool = false
    ) throws {
        authority = SkyAuthority(p521: p521 ? [1] : [])
        chain = SkyChain(
            id: 1, hash: hash, function: function, keySize: keySize, tagSize: tagSize, table: table,
            subframes: SkyRun.begin..<SkyRun.begin + 80)
        let message = try authority.rootKeyMessage(chain, hour: SkyRun.hour, header: header, signer: 1)
        let (chain, header) = (chain, header)
        sky = Sky(chain: { _ in chain }, header: { _ in header }, message: { _ in (3, message) })
    }

    func pages(_ count: Int, from first: Int = 2) throws -> [Sky.Page] {
        try sky.pages(SkyRun.begin + first..<SkyRun.begin + first + count)
    }

    var anchors: TrustAnchors {
        TrustAnchors(
            roots: [MerkleRoot(authority.root)].compactMap { $0 },
            publicKeys: [authority.publicKey(1)].compactMap { $0 })
    }
}
