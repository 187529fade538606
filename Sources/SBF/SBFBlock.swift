// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// The block number and revision of an SBF block.
public struct SBFBlock: Hashable, Sendable {
    /// The block number, 0...8191.
    public let number: UInt16
    /// The revision of its layout, 0...7.
    public let revision: UInt8

    /// Reads the block header; nil if it is truncated.
    ///
    /// - Parameter frame: A block as delimited by `SBFFrame.candidate`.
    public init?(_ frame: Span<UInt8>) {
        guard let id = frame.little(UInt16.self, at: 4) else { return nil }
        number = id & 0x1FFF
        revision = UInt8(truncatingIfNeeded: id >> 13)
    }

    /// The name in Septentrio's reference guides; nil for a block that is not listed here.
    public var name: String? { SBFBlockTable.names[number] }
}

/// The names of blocks by block number.
enum SBFBlockTable {
    static let names: [UInt16: String] = [
        4000: "MeasExtra", 4001: "DOP", 4002: "GALNav", 4003: "GALAlm", 4004: "GLONav", 4005: "GLOAlm",
        4006: "PVTCartesian", 4007: "PVTGeodetic", 4012: "SatVisibility", 4013: "ChannelStatus",
        4014: "ReceiverStatus", 4015: "Commands", 4017: "GPSRawCA", 4018: "GPSRawL2C", 4019: "GPSRawL5",
        4020: "GEORawL1", 4021: "GEORawL5", 4022: "GALRawFNAV", 4023: "GALRawINAV", 4024: "GALRawCNAV",
        4026: "GLORawCA", 4027: "MeasEpoch", 4028: "BaseVectorGeod", 4030: "GALIon", 4031: "GALUtc",
        4032: "GALGstGps", 4034: "GALSARRLM", 4036: "GLOTime", 4037: "ExtEventPVTCartesian",
        4038: "ExtEventPVTGeodetic", 4040: "BBSamples", 4042: "GPSCNav", 4043: "BaseVectorCart", 4044: "PosCart",
        4047: "BDSRaw", 4049: "RTCMDatum", 4052: "PosLocal", 4053: "NTRIPClientStatus", 4058: "IPStatus",
        4059: "DiskStatus", 4066: "QZSRawL1CA", 4067: "QZSRawL2C", 4068: "QZSRawL5", 4075: "ASCIIIn",
        4076: "PVTSupport", 4079: "PVTSupportA", 4081: "BDSNav", 4082: "QualityInd", 4090: "InputLink",
        4091: "OutputLink", 4092: "RFStatus", 4093: "NAVICRaw", 4094: "PosProjected", 4095: "QZSNav",
        4097: "EncapsulatedOutput", 4103: "RxMessage", 4105: "DynDNSStatus", 4109: "Meas3Ranges",
        4110: "Meas3CN0HiRes", 4111: "Meas3Doppler", 4112: "Meas3PP", 4113: "Meas3MP", 4116: "QZSAlm",
        4119: "BDSAlm", 4120: "BDSIon", 4121: "BDSUtc", 4122: "NTRIPServerStatus", 4201: "LBandTrackerStatus",
        4204: "LBandBeams", 4211: "FugroDDS", 4212: "LBandRaw", 4214: "FugroStatus", 4217: "ExtEventBaseVectGeod",
        4218: "BDSRawB1C", 4219: "BDSRawB2a", 4237: "ExtEventAttEuler", 4238: "P2PPStatus", 4242: "BDSRawB2b",
        4245: "GALAuthStatus", 5891: "GPSNav", 5892: "GPSAlm", 5893: "GPSIon", 5894: "GPSUtc", 5896: "GEONav",
        5897: "GEOAlm", 5902: "ReceiverSetup", 5905: "PosCovCartesian", 5906: "PosCovGeodetic",
        5907: "VelCovCartesian", 5908: "VelCovGeodetic", 5911: "xPPSOffset", 5914: "ReceiverTime",
        5917: "GEOServiceLevel", 5918: "GEONetworkTime", 5919: "DiffCorrIn", 5921: "EndOfPVT", 5922: "EndOfMeas",
        5924: "ExtEvent", 5925: "GEOMT00", 5926: "GEOPRNMask", 5927: "GEOFastCorr", 5928: "GEOIntegrity",
        5929: "GEOFastCorrDegr", 5930: "GEODegrFactors", 5931: "GEOIGPMask", 5932: "GEOLongTermCorr",
        5933: "GEOIonoDelay", 5934: "GEOClockEphCovMatrix", 5936: "Comment", 5938: "AttEuler", 5939: "AttCovEuler",
        5943: "EndOfAtt", 5949: "BaseStation",
    ]
}
