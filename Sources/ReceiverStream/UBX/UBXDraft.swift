// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX
internal import Wire

/// The UBX messages of one epoch, as far as they have come: of each kind the last.
struct UBXDraft: Sendable {
    /// The epoch that they bear.
    var epoch: WeekTime?

    private(set) var pvt: NavigationPVT?
    private(set) var pvat: NavigationPVAT?
    private(set) var sol: NavigationSOL?
    private(set) var status: NavigationStatus?
    private(set) var posllh: NavigationPOSLLH?
    private(set) var fine: NavigationHPPOSLLH?
    private(set) var ecef: NavigationPOSECEF?
    private(set) var velned: NavigationVELNED?
    private(set) var velecef: NavigationVELECEF?
    private(set) var dilutions: NavigationDOP?
    private(set) var timeGPS: NavigationTimeGPS?
    private(set) var timeUTC: NavigationTimeUTC?
    private(set) var leap: NavigationLeapSeconds?
    private(set) var clock: NavigationClock?
    /// GPS − UTC by RXM-RAWX, where it is known from a satellite.
    private(set) var leapOfMeasurements: Int?
    private(set) var relative: NavigationRELPOSNED?
    private(set) var attitude: NavigationATT?
    private(set) var errors: ErrorStatistics?
    /// The satellites by NAV-SAT or NAV-SVINFO, in their order.
    private(set) var satellites: [Satellite]?
    /// The satellites by NAV-SIG: neither elevation nor azimuth.
    private(set) var signals: [Satellite]?

    /// Whether it says anything of a position, were it that there is none.
    var hasPosition: Bool {
        pvt != nil || pvat != nil || sol != nil || posllh != nil || fine != nil || ecef != nil
    }

    /// Takes a message. What is too short or of an unknown version changes nothing.
    mutating func add(_ id: MessageID, _ payload: Span<UInt8>) {
        switch id {
        case .navPVT: pvt = NavigationPVT(payload) ?? pvt
        case .navPVAT: pvat = NavigationPVAT(payload) ?? pvat
        case .navSOL: sol = NavigationSOL(payload) ?? sol
        case .navSTATUS: status = NavigationStatus(payload) ?? status
        case .navPOSLLH: posllh = NavigationPOSLLH(payload) ?? posllh
        case .navHPPOSLLH: fine = NavigationHPPOSLLH(payload) ?? fine
        case .navPOSECEF: if ecef?.isHighPrecision != true { ecef = NavigationPOSECEF(payload) ?? ecef }
        case .navHPPOSECEF: ecef = NavigationPOSECEF(highPrecision: payload) ?? ecef
        case .navVELNED: velned = NavigationVELNED(payload) ?? velned
        case .navVELECEF: velecef = NavigationVELECEF(payload) ?? velecef
        case .navDOP: dilutions = NavigationDOP(payload) ?? dilutions
        case .navTIMEGPS: timeGPS = NavigationTimeGPS(payload) ?? timeGPS
        case .navTIMEUTC: timeUTC = NavigationTimeUTC(payload) ?? timeUTC
        case .navTIMELS: leap = NavigationLeapSeconds(payload) ?? leap
        case .navCLOCK: clock = NavigationClock(payload) ?? clock
        case .rxmRAWX:
            // recStat, bit 0.
            guard payload.count >= 16, payload[12] & 1 != 0, let leap: Int8 = payload.little(at: 10) else { return }
            leapOfMeasurements = Int(leap)
        case .navRELPOSNED: relative = NavigationRELPOSNED(payload) ?? relative
        case .navATT: attitude = NavigationATT(payload) ?? attitude
        default: addLists(id, payload)
        }
    }

    private mutating func addLists(_ id: MessageID, _ payload: Span<UInt8>) {
        switch id {
        case .navCOV: errors = NavigationCOV(payload).flatMap(ErrorStatistics.init) ?? errors
        case .navSAT: if let list = NavigationSatellites(payload) { satellites = .init(list) }
        case .navSVINFO:
            // A receiver that sends both says more in NAV-SAT.
            if satellites == nil, let list = NavigationSVINFO(payload) { satellites = .init(list) }
        case .navSIG: if let list = NavigationSignals(payload) { signals = .init(list) }
        default: break
        }
    }
}

extension ErrorStatistics {
    /// The standard deviations and the ellipse of a covariance; nil where it is not valid.
    fileprivate init?(_ covariance: NavigationCOV) {
        guard covariance.isPositionValid, covariance.position.count == 6 else { return nil }
        let (nn, ne, ee, dd) = (
            Double(covariance.position[0]), Double(covariance.position[1]), Double(covariance.position[3]),
            Double(covariance.position[5])
        )
        guard nn.isFinite, ne.isFinite, ee.isFinite, dd.isFinite, nn >= 0, ee >= 0, dd >= 0 else { return nil }
        self.init()
        (latitude, longitude) = (Length(metres: nn.squareRoot()), Length(metres: ee.squareRoot()))
        height = Length(metres: dd.squareRoot())
        let ellipse = ErrorEllipse(nn: nn, ne: ne, ee: ee)
        (semiMajor, semiMinor) = (Length(metres: ellipse.major), Length(metres: ellipse.minor))
        orientation = Angle(degrees: ellipse.orientation)
    }
}
