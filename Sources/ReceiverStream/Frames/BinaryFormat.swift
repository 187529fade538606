// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import RTCM
internal import SBF
internal import UBX
internal import Wire

/// A binary format whose frames are recognised. No two formats begin with the same byte.
enum BinaryFormat: Sendable {
    case ubx
    case rtcm3
    case sbf
    case casic
    case sirfOrSkytraq
    case novatelOrUnicore
    case allystar

    /// Creates the format whose frames begin with a byte; nil if none exists.
    init?(start: UInt8) {
        switch start {
        case 0xB5: self = .ubx
        case 0xD3: self = .rtcm3
        case 0x24: self = .sbf
        case 0xBA: self = .casic
        case 0xA0: self = .sirfOrSkytraq
        case 0xAA: self = .novatelOrUnicore
        case 0xF1: self = .allystar
        default: return nil
        }
    }

    /// Checks whether a frame of this format begins with the first of some bytes.
    func candidate(_ bytes: Span<UInt8>) -> FrameCandidate {
        switch self {
        case .ubx: UBXFrame.candidate(bytes)
        case .rtcm3: RTCMFrame.candidate(bytes)
        case .sbf: SBFFrame.candidate(bytes)
        case .casic: ForeignFrame.casic(bytes)
        case .sirfOrSkytraq: ForeignFrame.sirfOrSkytraq(bytes)
        case .novatelOrUnicore: ForeignFrame.novatelOrUnicore(bytes)
        case .allystar: ForeignFrame.allystar(bytes)
        }
    }

    /// The format passed to a sink.
    var format: FrameFormat {
        switch self {
        case .ubx: .ubx
        case .rtcm3: .rtcm3
        case .sbf: .sbf
        default: .other
        }
    }
}

extension FrameStatistics {
    /// The frame counters of a format.
    subscript(format: BinaryFormat) -> FrameCounts {
        get {
            switch format {
            case .ubx: ubx
            case .rtcm3: rtcm3
            case .sbf: sbf
            case .casic: casic
            default: foreign
            }
        }
        set {
            switch format {
            case .ubx: ubx = newValue
            case .rtcm3: rtcm3 = newValue
            case .sbf: sbf = newValue
            case .casic: casic = newValue
            default: foreign = newValue
            }
        }
    }
}
