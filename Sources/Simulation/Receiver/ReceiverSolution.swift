// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The receiver's solution for one epoch.
struct ReceiverSolution: Sendable {
    let kind: FixKind
    let position: GeodeticPosition
    /// Height above mean sea level; nil if it was not solved for.
    let height: Length?
    let speed: Speed
    /// Nil while the vehicle is too slow for a course.
    let course: Angle?
    let dop: DilutionOfPrecision
    let statistics: ErrorStatistics
    let satellitesUsed: Int

    /// The speed in metres per second below which a receiver reports no course.
    private static let slow = 0.3

    /// Computes the solution; nil if there are too few satellites.
    init?(_ vehicle: VehicleState, _ sights: [SkyModel.Sight], kind: FixKind, _ errors: ReceiverErrors) {
        let used = sights.filter(\.satellite.isUsed)
        guard let geometry = SolutionGeometry(used.map(\.direction), kind: kind) else { return nil }
        let error = errors.positionError(geometry)
        let place = vehicle.frame.moved(east: error.x, north: error.y, height: 0)
        guard let position = place.position else { return nil }
        self.position = position
        self.kind = geometry.kind
        height = geometry.kind == .threeDimensional ? Length(metres: vehicle.height + error.z) : nil
        let velocity = vehicle.velocity + errors.velocityError
        let metresPerSecond = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
        speed = Speed(metresPerSecond: metresPerSecond)
        course =
            metresPerSecond < Self.slow
            ? nil : Angle(degrees: VehicleState.bearing(east: velocity.x, north: velocity.y))
        dop = geometry.dop
        var statistics = geometry.statistics(rangeError: ReceiverErrors.range)
        statistics.rangeResidual = Length(metres: errors.rangeResidual)
        self.statistics = statistics
        satellitesUsed = used.count
    }
}

extension LocalFrame {
    var position: GeodeticPosition? {
        GeodeticPosition(
            latitude: Angle(degrees: latitude * 180 / .pi), longitude: Angle(degrees: longitude * 180 / .pi))
    }
}
