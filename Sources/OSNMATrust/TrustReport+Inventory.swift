// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import OSNMA
internal import OSNMAFiles
internal import Storage
internal import Wire

extension TrustReport {
    init(_ record: TrustInventory.Record) {
        let entry = record.entry
        switch entry.anchor {
        case .root(let root):
            self.init(
                kind: .merkleRoot, fingerprint: entry.fingerprint.description,
                content: root.fingerprint.description, origin: record.origin, source: record.source,
                state: record.state)
        case .key(let key):
            self.init(
                kind: .publicKey, fingerprint: entry.fingerprint.description,
                content: Hexadecimal.text(key.point), origin: record.origin, source: record.source,
                state: record.state)
            pkid = key.id
            tree = entry.tree?.fingerprint.description
            type = ReportCode(key.kind == .p256 ? .p256 : .p521)
        }
        validFrom = entry.begin.map(Timestamp.init(milliseconds:))
        validTo = entry.end.map(Timestamp.init(milliseconds:))
        if let withdrawal = record.withdrawal { note(withdrawal) }
    }

    /// The report on a withdrawn key or root about which nothing else is known.
    init(_ withdrawal: Withdrawals.Anchor) {
        self.init(
            kind: .anchor, fingerprint: withdrawal.fingerprint.description, content: "",
            origin: .overTheAir, source: "proven by \(withdrawal.domain.short)",
            state: .withdrawn)
        note(withdrawal)
    }

    /// The report on a revoked chain. Its fingerprint is that of the tree or key that the chain belongs to.
    init(_ chain: Withdrawals.Chain) {
        self.init(
            kind: .chain, fingerprint: chain.domain.description, content: "",
            origin: .overTheAir, source: "proven by \(chain.domain.short)",
            state: .revoked)
        (self.chain, cause) = (chain.chainID, ReportCode(.chainRevoked))
        (domain, message) = (chain.domain.description, Hexadecimal.text(chain.message))
        (heard, validTo) = (Timestamp(chain.time), Timestamp(chain.before))
    }

    private mutating func note(_ withdrawal: Withdrawals.Anchor) {
        cause = ReportCode(TrustReport.Cause(withdrawal.cause))
        // Earlier versions stored neither the time nor the proof.
        guard !withdrawal.message.isEmpty else { return }
        (domain, heard) = (withdrawal.domain.description, Timestamp(withdrawal.time))
        message = Hexadecimal.text(withdrawal.message)
    }
}

extension Withdrawals {
    /// The withdrawal of a key or root; nil if it is not withdrawn.
    func of(_ fingerprint: TrustFingerprint) -> Anchor? { anchors.first { $0.fingerprint == fingerprint } }
}

extension TrustReport.Cause {
    fileprivate init(_ cause: Withdrawals.Cause) {
        self =
            switch cause {
            case .renewed: .renewed
            case .keyRevoked: .keyRevoked
            case .treeRenewed: .treeRenewed
            case .alert: .alert
            }
    }
}

extension Timestamp {
    fileprivate init(_ time: GST) { self.init(LeapSeconds.announced.utc(time.gps)) }
}
