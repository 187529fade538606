// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX
internal import Wire

/// The UBX messages received so far for one epoch; the last one of each kind.
struct UBXDraft: Sendable {
    /// The epoch contained in the messages.
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
    /// GPS time minus UTC from RXM-RAWX, in seconds, if it was received from a satellite.
    private(set) var leapOfMeasurements: Int?
    private(set) var relative: NavigationRELPOSNED?
    private(set) var attitude: NavigationATT?
    private(set) var errors: ErrorStatistics?
    /// The satellites in NAV-SAT or NAV-SVINFO, in the message's order.
    private(set) var satellites: [Satellite]?
    /// The satellites in NAV-SIG, without elevation and azimuth.
    private(set) var signals: [Satellite]?

    /// True if it contains a position, or reports that the receiver has none.
    private(set) var hasPosition = false

    /// Adds a message.
    ///
    /// - Parameters:
    ///   - id: Its identity.
    ///   - content: Its decoded content; nil if it is too short, of an unknown version, or does not belong to an
    ///     epoch.
    ///   - payload: Its payload.
    mutating func add(_ id: MessageID, _ content: borrowing UBXContent?, _ payload: Span<UInt8>) {
        switch content {
        case .pvt(let new): (pvt, hasPosition) = (new, true)
        case .pvat(let new): (pvat, hasPosition) = (new, true)
        case .sol(let new): (sol, hasPosition) = (new, true)
        case .status(let new): status = new
        case .posllh(let new): (posllh, hasPosition) = (new, true)
        case .hpposllh(let new): (fine, hasPosition) = (new, true)
        case .posecef(let new):
            if new.isHighPrecision || ecef?.isHighPrecision != true { ecef = new }
            hasPosition = true
        case .velned(let new): velned = new
        case .velecef(let new): velecef = new
        case .dilutions(let new): dilutions = new
        case .timeGPS(let new): timeGPS = new
        case .timeUTC(let new): timeUTC = new
        case .leapSeconds(let new): leap = new
        case .clock(let new): clock = new
        case .relativePosition(let new): relative = new
        case .attitude(let new): attitude = new
        case .covariance(let new): errors = ErrorStatistics(new) ?? errors
        case .satellites(let list): satellites = .init(list)
        // If a receiver sends both, NAV-SAT contains more.
        case .oldSatellites(let list): if satellites == nil { satellites = .init(list) }
        case .signals(let list): signals = .init(list)
        case .none:
            // recStat, bit 0.
            guard id == .rxmRAWX, payload.count >= 16, payload[12] & 1 != 0, let leap: Int8 = payload.little(at: 10)
            else { return }
            leapOfMeasurements = Int(leap)
        }
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
