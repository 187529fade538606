// SPDX-License-Identifier: Apache-2.0

/// The sentences that this module decodes. All others are `unknown`, which is not an error.
public enum SentenceKind: UInt8, Sendable, CaseIterable {
    /// Any other sentence.
    case unknown
    /// Standard sentences, named after their formatter.
    case rmc, gga, gns, gll, gsa, gsv, vtg, zda, gst, gbs, grs, hdt, ths, hdm, hdg, rot, dtm, txt, vlw
    /// u-blox `PUBX,00`, `PUBX,03`, `PUBX,04`.
    case pubxPosition, pubxSatellites, pubxTime
    /// Garmin `PGRME`, `PGRMT`, `PGRMV`, `PGRMZ`, `PGRMF`.
    case garminError, garminSensor, garminVelocity, garminHeight, garminFix
    /// Skytraq `PSTI,030`, `032`, `033`, `035`, `036`.
    case skytraqVelocity, skytraqBaseline, skytraqRTK, skytraqMovingBaseline, skytraqAttitude
    /// `PASHR` with heading, pitch and roll; Ashtech's `PASHR,POS`.
    case attitude, ashtechPosition
    /// MediaTek `PMTK…` and Airoha `PAIR…`.
    case mediaTek, airoha

    /// Creates the kind for a standard sentence's three letters, the first in the highest of three bytes.
    init(formatter: UInt32) {
        self =
            switch formatter {
            case 0x524D43: .rmc
            case 0x474741: .gga
            case 0x474E53: .gns
            case 0x474C4C: .gll
            case 0x475341: .gsa
            case 0x475356: .gsv
            case 0x565447: .vtg
            case 0x564C57: .vlw
            case 0x5A4441: .zda
            case 0x475354: .gst
            case 0x474253: .gbs
            case 0x475253: .grs
            case 0x484454: .hdt
            case 0x544853: .ths
            case 0x48444D: .hdm
            case 0x484447: .hdg
            case 0x524F54: .rot
            case 0x44544D: .dtm
            case 0x545854: .txt
            default: .unknown
            }
    }

    /// Creates the kind for a proprietary sentence's address of at most eight characters, the last in the lowest
    /// byte.
    init(proprietary address: UInt64, firstField: Int?) {
        switch address {
        case 0x50_5147_5356: self = .gsv  // PQGSV
        case 0x50_5147_5341: self = .gsa  // PQGSA
        case 0x50_5542_58: self = Self.ublox(firstField)
        case 0x50_5354_49: self = Self.skytraq(firstField)
        case 0x50_4752_4D45: self = .garminError
        case 0x50_4752_4D54: self = .garminSensor
        case 0x50_4752_4D56: self = .garminVelocity
        case 0x50_4752_4D5A: self = .garminHeight
        case 0x50_4752_4D46: self = .garminFix
        case 0x50_4153_4852: self = .attitude
        default:
            switch address >> 24 {  // seven characters: PMTK001, PAIR001
            case 0x504D_544B: self = .mediaTek
            case 0x5041_4952: self = .airoha
            default: self = .unknown
            }
        }
    }

    private static func ublox(_ number: Int?) -> SentenceKind {
        switch number {
        case 0: .pubxPosition
        case 3: .pubxSatellites
        case 4: .pubxTime
        default: .unknown
        }
    }

    private static func skytraq(_ number: Int?) -> SentenceKind {
        switch number {
        case 30: .skytraqVelocity
        case 32: .skytraqBaseline
        case 33: .skytraqRTK
        case 35: .skytraqMovingBaseline
        case 36: .skytraqAttitude
        default: .unknown
        }
    }
}
