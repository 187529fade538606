// SPDX-License-Identifier: Apache-2.0

public import OSNMA

extension TrustAnchors {
    /// The anchors of entries, trusted because the operator says so. Keys that are no point of their curve are left out.
    public init(_ entries: [TrustFile.Entry]) {
        self.init()
        for entry in entries {
            switch entry.anchor {
            case .root(let root): add(TrustAnchors(roots: [root]))
            case .key(let key): add(TrustAnchors(publicKeys: [key.provisioned()].compactMap { $0 }))
            }
        }
    }

    /// Adds the roots and keys of others that are not among these yet.
    public mutating func add(_ others: TrustAnchors) {
        for root in others.roots where !roots.contains(root) { roots.append(root) }
        for key in others.publicKeys where !publicKeys.contains(key) { publicKeys.append(key) }
    }
}
