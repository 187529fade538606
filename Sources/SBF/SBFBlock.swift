// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// Which block a frame of SBF is.
public struct SBFBlock: Hashable, Sendable {
    /// The number of the block, 0...8191.
    public let number: UInt16
    /// The revision of its layout, 0...7.
    public let revision: UInt8

    /// The block of a frame, or nil where its header is cut.
    ///
    /// - Parameter frame: as `SBFFrame.candidate` found it.
    public init?(_ frame: Span<UInt8>) {
        guard let id = frame.little(UInt16.self, at: 4) else { return nil }
        number = id & 0x1FFF
        revision = UInt8(truncatingIfNeeded: id >> 13)
    }

    /// The name in Septentrio's reference guides, or nil for a block that is not listed here.
    public var name: String? { SBFBlockTable.names[number] }
}

/// The names of blocks, by their numbers.
enum SBFBlockTable {
    static let names: [UInt16: String] = [
        4000: "MeasExtra", 4001: "DOP", 4002: "GALNav", 4003: "GALAlm", 4004: "GLONav", 4005: "GLOAlm",
        4006: "PVTCartesian", 4007: "PVTGeodetic", 4012: "SatVisibility", 4013: "ChannelStatus",
        4014: "ReceiverStatus", 4015: "Commands", 4017: "GPSRawCA", 4018: "GPSRawL2C", 4019: "GPSRawL5",
        4020: "GEORawL1", 4021: "GEORawL5", 4022: "GALRawFNAV", 4023: "GALRawINAV", 4024: "GALRawCNAV",
        4026: "GLORawCA", 4027: "MeasEpoch", 4028: "BaseVectorGeod", 4030: "GALIon", 4031: "GALUtc",
        4032: "GALGstGps", 4036: "GLOTime", 4043: "BaseVectorCart", 4047: "BDSRaw", 4053: "NTRIPClientStatus",
        4058: "IPStatus", 4059: "DiskStatus", 4066: "QZSRawL1CA", 4067: "QZSRawL2C", 4068: "QZSRawL5", 4081: "BDSNav",
        4082: "QualityInd", 4090: "InputLink", 4091: "OutputLink", 4092: "RFStatus", 4093: "NAVICRaw",
        4245: "GALAuthStatus", 5891: "GPSNav", 5892: "GPSAlm", 5893: "GPSIon", 5894: "GPSUtc", 5896: "GEONav",
        5902: "ReceiverSetup", 5905: "PosCovCartesian", 5906: "PosCovGeodetic", 5907: "VelCovCartesian",
        5908: "VelCovGeodetic", 5911: "xPPSOffset", 5914: "ReceiverTime", 5919: "DiffCorrIn", 5921: "EndOfPVT",
        5924: "ExtEvent", 5936: "Comment", 5938: "AttEuler", 5939: "AttCovEuler", 5943: "EndOfAtt",
        5949: "BaseStation",
    ]
}
