// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
public import OSNMA

extension TrustAnchors {
    /// The anchors of entries, trusted because the operator says so. Keys that are no point of their curve are left out.
    public init(_ entries: [TrustFile.Entry]) {
        self.init()
        for entry in entries {
            switch entry.anchor {
            case .root(let root): add(TrustAnchors(roots: [root]))
            case .key(let key):
                guard let key = key.provisioned() else { continue }
                let begin = entry.begin.flatMap(GST.init(utcMilliseconds:))
                add(TrustAnchors(keys: [ProvisionedKey(key, tree: entry.tree, begin: begin)]))
            }
        }
    }

    /// Adds the roots and keys of others. Of a key that is known already, the tree and the beginning are added.
    public mutating func add(_ others: TrustAnchors) {
        for root in others.roots where !roots.contains(root) { roots.append(root) }
        for other in others.keys {
            if let index = keys.firstIndex(where: { $0.key == other.key }) {
                let known = keys[index]
                keys[index] = ProvisionedKey(
                    known.key, tree: known.tree ?? other.tree, begin: known.begin ?? other.begin)
            } else {
                keys.append(other)
            }
        }
    }
}

extension GST {
    /// The second of an instant in UTC; nil before Galileo's time begins.
    ///
    /// - Parameter milliseconds: since 1970-01-01 UTC.
    init?(utcMilliseconds milliseconds: Int64) {
        let (count, isOver) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
        guard !isOver else { return nil }
        self.init(UTCTime(nanosecondsSince1970: count))
    }
}
