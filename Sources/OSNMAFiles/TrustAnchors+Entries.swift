// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
public import OSNMA

extension TrustAnchors {
    /// Creates anchors from entries, trusted on the operator's word. Keys whose point is not on its curve are left
    /// out.
    public init(_ entries: [TrustFile.Entry]) {
        self.init()
        for entry in entries {
            ends[entry.fingerprint] = entry.end
            switch entry.anchor {
            case .root(let root): add(TrustAnchors(roots: [root]))
            case .key(let key):
                guard let key = key.provisioned() else { continue }
                let begin = entry.begin.flatMap(GST.init(utcMilliseconds:))
                add(TrustAnchors(keys: [ProvisionedKey(key, tree: entry.tree, begin: begin)]))
            }
        }
    }

    /// Adds other roots and keys. If a key is already known, its missing tree and start time are filled in. If both have an end,
    /// the earlier one applies.
    public mutating func add(_ others: TrustAnchors) {
        ends.merge(others.ends) { min($0, $1) }
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
    /// Creates the second that contains an instant in UTC; nil before the start of Galileo time.
    ///
    /// - Parameter milliseconds: Since 1970-01-01 UTC.
    init?(utcMilliseconds milliseconds: Int64) {
        let (count, isOver) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
        guard !isOver else { return nil }
        self.init(UTCTime(nanosecondsSince1970: count))
    }
}
