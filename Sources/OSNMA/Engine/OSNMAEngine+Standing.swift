// SPDX-License-Identifier: Apache-2.0

/// What the engine knows of the service, for who reports it.
extension OSNMAEngine {
    /// Right tags prove the status of the service until none has come for so many subframes.
    private static let statusMemory = 10

    /// NMAS as the newest signature or right tag proves it; nil: nothing has proven it yet.
    ///
    /// A right tag is bound to its subframe. The header of a root key is not: a message of the same root key may be sent
    /// again by anyone. So tags that came since the header was first seen outrank it, however often it is repeated.
    public var provenStatus: NMAStatus? {
        // Who heard of a revocation from another receiver knows by it what the service says.
        if chains.contains(where: { $0.parameters == chainInForce && $0.revokedFrom != nil }) { return .dontUse }
        guard let status else { return proven?.status }
        guard let proven, proven.subframe >= status.first, status.last - proven.subframe <= Self.statusMemory else {
            return status.header.status
        }
        return proven.status
    }

    /// The chain whose keys were the last that verified; before them that of the only root key.
    public var chainID: UInt8? {
        chainInForce?.chainID ?? (chains.count == 1 ? chains.first?.parameters.chainID : nil)
    }

    /// Public keys and roots that Galileo put out of use, the oldest first.
    public var withdrawn: [TrustFingerprint] { withdrawals.anchors.map(\.fingerprint) }

    /// Neither root nor public key nor root key is known.
    public var isWithoutTrust: Bool { roots.isEmpty && publicKeys.isEmpty && chains.isEmpty }
}

extension TimeTrust {
    /// What an uncertainty allows.
    ///
    /// - Parameter milliseconds: the bound of the error; below 0 counts as unknown.
    public init(uncertainty milliseconds: Int64) { self = .of(uncertainty: milliseconds) }
}
