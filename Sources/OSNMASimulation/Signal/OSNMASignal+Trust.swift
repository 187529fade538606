// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

extension OSNMASignal {
    /// The trust anchors for a receiver that starts at an instant: the file of the tree in force and that of the
    /// public key.
    ///
    /// - Parameters:
    ///   - time: The instant.
    ///   - leapSeconds: GST minus UTC in seconds, for the times in the files.
    public func trustFiles(at time: GST, leapSeconds: Int = LeapSeconds.announced.latest) -> [TrustAnchorFile] {
        let key = plan.signer(time.secondsSinceEpoch / 30)
        let tree = plan.trees[key.tree]
        return [
            TrustAnchorFile(tree: tree, leaf: key.leaf, begin: scenario.start, leapSeconds: leapSeconds),
            TrustAnchorFile(key: tree.keys[key.leaf], leaf: key.leaf, begin: scenario.start, leapSeconds: leapSeconds),
        ]
    }

    /// The files of the trees that take over during the scenario, each with its first key. A receiver must obtain
    /// them by other means than the signal before that.
    ///
    /// - Parameter leapSeconds: GST minus UTC in seconds, for the times in the files.
    public func futureTreeFiles(leapSeconds: Int = LeapSeconds.announced.latest) -> [TrustAnchorFile] {
        let changes = scenario.transitions.filter { $0.kind == .newMerkleTree }.map(\.change)
        return zip(plan.trees.dropFirst(), changes).map { tree, change in
            TrustAnchorFile(tree: tree, leaf: 0, begin: change, leapSeconds: leapSeconds)
        }
    }
}
