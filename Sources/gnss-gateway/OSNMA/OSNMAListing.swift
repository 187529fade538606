// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import OSNMA
internal import OSNMAFiles
internal import OSNMAValidation
internal import Wire

/// The keys and roots with which a recording is examined.
struct ExaminedTrust {
    let anchors: TrustAnchors
    let withdrawals: Withdrawals
    /// The folder of the files, as it was given, or `this machine`.
    let origin: String
    /// True if any of them belongs to a simulation.
    let isSimulation: Bool

    init(_ start: TrustStart, from origin: String) {
        (anchors, isSimulation, self.origin) = (start.anchors, start.isSimulation, origin)
        withdrawals = start.hotStart?.withdrawals ?? Withdrawals()
    }

    /// The fingerprints of all roots and keys, sorted.
    var fingerprints: [String] {
        let all = anchors.roots.map(\.fingerprint) + anchors.keys.map(\.key.fingerprint)
        return all.map(\.description).sorted()
    }
}

/// Formats the findings of an examination as JSON lines.
struct OSNMAListing {
    private var firstRoot: GST?
    private var firstKey: GST?
    private var firstTag: GST?
    private var fourth: GST?
    private var satellites: Set<SatelliteID> = []
    private var sets: Set<String> = []
    /// The fingerprints computed so far, because most tags are about data that appeared before.
    private var fingerprints: [SatelliteData: String] = [:]
    /// The last line, kept to reuse its memory.
    private var line = FieldWriter()

    private struct SatelliteData: Hashable {
        let satellite: SatelliteID
        let data: NavigationData<Verified>
    }

    /// Appends the line of an event.
    mutating func append(_ event: OSNMAEvent, to buffer: inout [UInt8]) {
        note(event)
        line.beginLine(Self.name(event))
        switch event {
        case .authenticated(let data, let verdict, let bits, let tags, let isAuthenticated):
            line.add(verdict)
            if let iodnav = data.iodnav { line.add("iodnav", iodnav) }
            line.add("data", fingerprint(of: data, verdict.satellite))
            line.add("source", Self.name(verdict.source))
            line.add("bits", bits)
            line.add("tags", tags)
            line.add("authenticated", isAuthenticated)
        case .dummyVerified(let verdict): line.add(verdict)
        case .tagFailed(let verdict): line.add(verdict)
        case .rootKeyVerified(let root, let time):
            line.add("time", time)
            line.add("chain", Int(root.parameters.chainID))
            line.add("applicability", root.applicability)
            line.add("pkid", Int(root.publicKeyID))
            line.add(root.header)
            line.add("maclt", Int(root.parameters.lookupTableID))
            line.add("key_bits", root.parameters.keyByteCount * 8)
            line.add("tag_bits", root.parameters.tagBits)
        case .rootKeyRefused(let root, let refusal, let time):
            line.add("time", time)
            line.add("chain", Int(root.parameters.chainID))
            line.add("applicability", root.applicability)
            line.add("pkid", Int(root.publicKeyID))
            line.add(root.header)
            line.add("reason", Self.name(refusal))
        case .rootKeyFailed(let failure, let id, let time):
            line.add("time", time)
            line.add("pkid", Int(id))
            line.add("reason", "\(failure)")
        case .publicKeyMissing(let id, let time), .publicKeyDropped(let id, let time):
            line.add("time", time)
            line.add("pkid", Int(id))
        case .publicKeyVerified(let key, let time):
            line.add("time", time)
            line.add("pkid", Int(key.id))
            line.add("key_type", key.kind == .p256 ? "ecdsa_p256" : "ecdsa_p521")
        case .publicKeyFailed(let failure, let time):
            line.add("time", time)
            line.add("reason", "\(failure)")
        case .statusChanged(let header, let time):
            line.add("time", time)
            line.add(header)
        case .revoked(.chain(let id), let time):
            line.add("time", time)
            line.add("chain", Int(id))
        case .revoked(.everything, let time): line.add("time", time)
        case .keyVerified(let key, let chainID, let merged):
            if let time = key.time { line.add("time", time) }
            line.add("chain", Int(chainID))
            line.add("merged", merged)
        case .chainChanged(let from, let to, let time):
            line.add("time", time)
            line.add("from", Int(from))
            line.add("to", Int(to))
        case .anomaly(let satellite, let anomaly, let time):
            line.add("time", time)
            line.add("satellite", "\(satellite)")
            line.add("anomaly", Self.name(anomaly))
            if let detail = Self.detail(anomaly) { line.add("detail", detail) }
        }
        line.finishLine(into: &buffer)
    }

    private mutating func fingerprint(of data: NavigationData<Verified>, _ satellite: SatelliteID) -> String {
        let key = SatelliteData(satellite: satellite, data: data)
        if let known = fingerprints[key] { return known }
        let fingerprint = data.fingerprint
        fingerprints[key] = fingerprint
        sets.insert("\(satellite) \(fingerprint)")
        return fingerprint
    }

    private mutating func note(_ event: OSNMAEvent) {
        switch event {
        case .rootKeyVerified(_, let time): firstRoot = firstRoot ?? time
        case .keyVerified(let key, _, _): firstKey = firstKey ?? key.time
        case .authenticated(let data, let verdict, _, _, let isAuthenticated):
            firstTag = firstTag ?? verdict.keyTime
            _ = fingerprint(of: data, verdict.satellite)
            guard isAuthenticated, data.group == .ephemeris, satellites.count < 4 else { return }
            satellites.insert(verdict.satellite)
            if satellites.count == 4 { fourth = verdict.keyTime }
        default: break
        }
    }

    /// Appends the last line, the summary.
    func appendSummary(
        _ outcome: RecordingExamination.Outcome, trusting trust: ExaminedTrust, profile: String, start: String,
        to buffer: inout [UInt8]
    ) {
        let counters = outcome.engine.counters
        var line = FieldWriter()
        line.beginLine("summary")
        line.add("profile", profile)
        line.add("start", start)
        line.add("trusted_time", false)
        line.add(trust)
        for (name, value) in counters.named {
            line.name(name)
            line.integer(value)
        }
        line.name("tags_ok")
        line.beginObject()
        line.add("adkd0", counters.tagsOK.ephemeris)
        line.add("adkd4", counters.tagsOK.timing)
        line.add("adkd12", counters.tagsOK.slowMAC)
        line.add("total", counters.tagsOK.total)
        line.endObject()
        line.add("datasets", sets.count)
        if let firstRoot { line.add("first_kroot", firstRoot) }
        if let firstKey { line.add("first_key", firstKey) }
        if let firstTag { line.add("first_authenticated_by_key_of_subframe", firstTag) }
        if let fourth { line.add("fourth_satellite_authenticated_by_key_of_subframe", fourth) }
        if let first = outcome.times.firstPage { line.add("first_page", first) }
        if let seconds = outcome.times.secondsToData { line.add("time_to_first_authenticated_data_s", seconds) }
        if let seconds = outcome.times.secondsToFix { line.add("time_to_first_authenticated_fix_s", seconds) }
        line.finishLine(into: &buffer)
    }

    private static func name(_ event: OSNMAEvent) -> String {
        switch event {
        case .authenticated: "authenticated"
        case .dummyVerified: "dummy"
        case .tagFailed: "tag_failed"
        case .rootKeyVerified: "kroot_verified"
        case .rootKeyRefused: "kroot_refused"
        case .rootKeyFailed: "kroot_failed"
        case .publicKeyMissing: "public_key_missing"
        case .publicKeyVerified: "public_key_verified"
        case .publicKeyFailed: "public_key_failed"
        case .publicKeyDropped: "public_key_dropped"
        case .statusChanged: "status"
        case .revoked(.chain, _): "chain_revoked"
        case .revoked(.everything, _): "alert"
        case .keyVerified: "key"
        case .chainChanged: "chain_change"
        case .anomaly: "anomaly"
        }
    }

    private static func name(_ refusal: RootKeyRejection) -> String {
        switch refusal {
        case .outdated: "outdated"
        case .revokedChain: "revoked_chain"
        case .beforeInstalledKey: "before_installed_key"
        case .future: "future"
        case .foreign: "foreign"
        }
    }

    private static func name(_ source: DataSource?) -> String {
        switch source {
        case .forwardLink: "forward_link"
        case .oldestWords: "oldest_words"
        case .continuity: "cop_continuity"
        case .window, nil: "window"
        }
    }

    private static func name(_ anomaly: SatelliteAnomaly) -> String {
        switch anomaly {
        case .replayed: "replayed"
        case .ahead: "ahead"
        case .otherSender: "other_sender"
        case .contradictsTrustedTime: "contradicts_trusted_time"
        case .late: "late"
        case .wrongKey: "wrong_key"
        case .wrongSequence: "wrong_macseq"
        case .wrongLookup: "wrong_maclt"
        case .otherWords: "other_words"
        case .checksum: "wrong_crc"
        }
    }

    private static func detail(_ anomaly: SatelliteAnomaly) -> Int? {
        switch anomaly {
        case .replayed(let seconds), .ahead(let seconds): seconds
        case .otherSender(let number): number
        case .otherWords(let group): group == .timing ? 4 : 0
        case .contradictsTrustedTime(let milliseconds): Int(milliseconds)
        default: nil
        }
    }
}
