// SPDX-License-Identifier: Apache-2.0

internal import UBX

/// The content of a UBX message that several parts of the decoder use, or that belongs to an epoch; decoded once,
/// when its frame is found. It cannot be copied, because copies took longer than decoding.
enum UBXContent: ~Copyable, Sendable {
    case pvt(NavigationPVT)
    case pvat(NavigationPVAT)
    case sol(NavigationSOL)
    case status(NavigationStatus)
    case posllh(NavigationPOSLLH)
    case hpposllh(NavigationHPPOSLLH)
    case posecef(NavigationPOSECEF)
    case velned(NavigationVELNED)
    case velecef(NavigationVELECEF)
    case dilutions(NavigationDOP)
    case timeGPS(NavigationTimeGPS)
    case timeUTC(NavigationTimeUTC)
    case leapSeconds(NavigationLeapSeconds)
    case clock(NavigationClock)
    case relativePosition(NavigationRELPOSNED)
    case attitude(NavigationATT)
    case covariance(NavigationCOV)
    case satellites(NavigationSatellites)
    case oldSatellites(NavigationSVINFO)
    case signals(NavigationSignals)

    /// Decodes a message.
    ///
    /// - Parameters:
    ///   - id: The message's identity; a message of class NAV2 has the identity of the class NAV message that it
    ///     corresponds to.
    ///   - payload: The message's payload.
    /// - Returns: Nil for other messages, and if the payload is too short or of an unknown version.
    static func read(_ id: MessageID, _ payload: Span<UInt8>) -> UBXContent? {
        switch id {
        case .navPVT: NavigationPVT(payload).map { .pvt($0) }
        case .navPVAT: NavigationPVAT(payload).map { .pvat($0) }
        case .navSOL: NavigationSOL(payload).map { .sol($0) }
        case .navSTATUS: NavigationStatus(payload).map { .status($0) }
        case .navPOSLLH: NavigationPOSLLH(payload).map { .posllh($0) }
        case .navHPPOSLLH: NavigationHPPOSLLH(payload).map { .hpposllh($0) }
        case .navPOSECEF: NavigationPOSECEF(payload).map { .posecef($0) }
        case .navHPPOSECEF: NavigationPOSECEF(highPrecision: payload).map { .posecef($0) }
        case .navVELNED: NavigationVELNED(payload).map { .velned($0) }
        case .navVELECEF: NavigationVELECEF(payload).map { .velecef($0) }
        case .navDOP: NavigationDOP(payload).map { .dilutions($0) }
        case .navTIMEGPS: NavigationTimeGPS(payload).map { .timeGPS($0) }
        case .navTIMEUTC: NavigationTimeUTC(payload).map { .timeUTC($0) }
        case .navTIMELS: NavigationLeapSeconds(payload).map { .leapSeconds($0) }
        case .navCLOCK: NavigationClock(payload).map { .clock($0) }
        case .navRELPOSNED: NavigationRELPOSNED(payload).map { .relativePosition($0) }
        case .navATT: NavigationATT(payload).map { .attitude($0) }
        case .navCOV: NavigationCOV(payload).map { .covariance($0) }
        case .navSAT: NavigationSatellites(payload).map { .satellites($0) }
        case .navSVINFO: NavigationSVINFO(payload).map { .oldSatellites($0) }
        case .navSIG: NavigationSignals(payload).map { .signals($0) }
        default: nil
        }
    }
}
