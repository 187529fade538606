// SPDX-License-Identifier: Apache-2.0

/// What the engine knows of the service, for who reports it.
extension OSNMAEngine {
    /// NMAS as the newest signature or right tag proves it; nil: nothing has proven it yet.
    public var provenStatus: NMAStatus? {
        guard let proven, proven.subframe > status?.subframe ?? -1 else { return status?.header.status }
        return proven.status
    }

    /// The chain whose keys were the last that verified; before them that of the only root key.
    public var chainID: UInt8? {
        chainInForce?.chainID ?? (chains.count == 1 ? chains.first?.parameters.chainID : nil)
    }

    /// Which tags the time allowed to be used when the last page came.
    public var allowedTags: TimeTrust { trust }

    /// Neither root nor public key nor root key is known.
    public var isWithoutTrust: Bool { roots.isEmpty && publicKeys.isEmpty && chains.isEmpty }
}

extension TimeTrust {
    /// What an uncertainty allows.
    ///
    /// - Parameter milliseconds: the bound of the error; below 0 counts as unknown.
    public init(uncertainty milliseconds: Int64) { self = .of(uncertainty: milliseconds) }
}
