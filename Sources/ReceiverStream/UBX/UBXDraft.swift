// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX
internal import Wire

/// The UBX messages received so far for one epoch; the last one of each kind.
struct UBXDraft: Sendable {
    /// The epoch contained in the messages.
    var epoch: WeekTime?

    private(set) var pvt: NavigationPVT?
    @Rare private(set) var pvat: NavigationPVAT?
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
    /// GPS time minus UTC from RXM-RAWX, in seconds, if it was received from a satellite.
    private(set) var leapOfMeasurements: Int?
    @Rare private(set) var relative: NavigationRELPOSNED?
    @Rare private(set) var attitude: NavigationATT?
    @Rare private(set) var errors: ErrorStatistics?
    /// The satellites in NAV-SAT or NAV-SVINFO, in the message's order.
    private(set) var satellites: [Satellite]?
    /// The satellites in NAV-SIG, without elevation and azimuth.
    private(set) var signals: [Satellite]?

    /// True if it contains a position, or reports that the receiver has none.
    private(set) var hasPosition = false

    /// Adds a message.
    ///
    /// - Parameters:
    ///   - id: The identity as which it is read.
    ///   - content: Its decoded content.
    ///   - payload: Its payload. It contributes nothing if it is too short, of an unknown version, or does not belong
    ///     to an epoch.
    mutating func add(_ id: MessageID, _ content: SharedContent, _ payload: Span<UInt8>) {
        switch id {
        case .navPVT: if let new = content.pvt { (pvt, hasPosition) = (new, true) }
        case .navPVAT: if let new = NavigationPVAT(payload) { (pvat, hasPosition) = (new, true) }
        case .navSOL: if let new = NavigationSOL(payload) { (sol, hasPosition) = (new, true) }
        case .navSTATUS: status = NavigationStatus(payload) ?? status
        case .navPOSLLH: if let new = NavigationPOSLLH(payload) { (posllh, hasPosition) = (new, true) }
        case .navHPPOSLLH: if let new = NavigationHPPOSLLH(payload) { (fine, hasPosition) = (new, true) }
        case .navPOSECEF: add(NavigationPOSECEF(payload))
        case .navHPPOSECEF: add(NavigationPOSECEF(highPrecision: payload))
        case .navVELNED: velned = NavigationVELNED(payload) ?? velned
        case .navVELECEF: velecef = NavigationVELECEF(payload) ?? velecef
        case .navDOP: dilutions = NavigationDOP(payload) ?? dilutions
        case .navTIMEGPS: timeGPS = content.timeGPS ?? timeGPS
        case .navTIMEUTC: timeUTC = NavigationTimeUTC(payload) ?? timeUTC
        case .navTIMELS: leap = NavigationLeapSeconds(payload) ?? leap
        case .navCLOCK: clock = NavigationClock(payload) ?? clock
        case .navRELPOSNED: relative = NavigationRELPOSNED(payload) ?? relative
        case .navATT: attitude = NavigationATT(payload) ?? attitude
        case .navCOV: errors = NavigationCOV(payload).flatMap(ErrorStatistics.init) ?? errors
        case .navSAT:
            guard var list = [Satellite](navSAT: payload) else { return }
            list.orderOnce()
            satellites = list
        case .navSVINFO:
            // If a receiver sends both, NAV-SAT contains more.
            guard satellites == nil, var list = [Satellite](navSVINFO: payload) else { return }
            list.orderOnce()
            satellites = list
        case .navSIG:
            guard let list = content.signals else { return }
            signals = .init(list)
        case .rxmRAWX:
            // recStat, bit 0.
            guard payload.count >= 16, payload[12] & 1 != 0, let leap: Int8 = payload.little(at: 10) else { return }
            leapOfMeasurements = Int(leap)
        default: break
        }
    }

    private mutating func add(_ new: NavigationPOSECEF?) {
        guard let new else { return }
        if new.isHighPrecision || ecef?.isHighPrecision != true { ecef = new }
        hasPosition = true
    }
}

extension ErrorStatistics {
    /// Creates the standard deviations and the ellipse of a covariance; nil if it is not valid.
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
        let ellipse = PlaneCovariance(eastEast: ee, eastNorth: ne, northNorth: nn).ellipse
        (semiMajor, semiMinor, orientation) = (ellipse.semiMajor, ellipse.semiMinor, ellipse.azimuth)
    }
}
