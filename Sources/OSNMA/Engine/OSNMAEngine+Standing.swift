// SPDX-License-Identifier: Apache-2.0

/// The engine's knowledge of the service, for reports.
extension OSNMAEngine {
    /// The number of subframes without a valid tag after which tags no longer prove the service's status.
    private static let statusMemory = 10

    /// NMAS as proven by the newest signature or valid tag; nil if nothing has proven it yet.
    ///
    /// A valid tag is bound to its subframe. The header of a root key is not: anyone may replay a message of the same
    /// root key. Tags received since the header was first seen therefore outrank it, however often it is repeated.
    public var provenStatus: NMAStatus? {
        // A revocation learned from another receiver determines the service's status too.
        if chains.contains(where: { $0.parameters == chainInForce && $0.revokedFrom != nil }) { return .dontUse }
        guard let status else { return proven?.status }
        guard let proven, proven.subframe >= status.first, status.last - proven.subframe <= Self.statusMemory else {
            return status.header.status
        }
        return proven.status
    }

    /// The chain of the most recently verified key; before the first, the chain of the only root key.
    public var chainID: UInt8? {
        chainInForce?.chainID ?? (chains.count == 1 ? chains.first?.parameters.chainID : nil)
    }

    /// Public keys and roots that Galileo withdrew, the oldest first.
    public var withdrawn: [TrustFingerprint] { withdrawals.anchors.map(\.fingerprint) }

    /// True if no Merkle root, no public key and no root key is known.
    public var isWithoutTrust: Bool { roots.isEmpty && publicKeys.isEmpty && chains.isEmpty }
}

extension TimeTrust {
    /// The tags that an uncertainty allows.
    ///
    /// - Parameter milliseconds: The bound of the error; a negative value means unknown.
    public init(uncertainty milliseconds: Int64) { self = .of(uncertainty: milliseconds) }
}
