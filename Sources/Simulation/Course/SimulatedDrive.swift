// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Fixes of a vehicle that drives around the polder, without a receiver.
public enum SimulatedDrive {
    /// Returns the fix at an instant of the drive; it is exact.
    ///
    /// - Parameters:
    ///   - elapsed: Seconds since the start of the drive, 0 or more.
    ///   - time: The instant of the fix.
    ///   - east: The distance by which the whole drive is moved to the east, in metres.
    ///   - north: The distance by which it is moved to the north, in metres.
    public static func fix(at elapsed: Double, time: UTCTime, east: Double, north: Double) -> Fix {
        let state = VehicleState(at: elapsed)
        let frame = state.frame.moved(east: east, north: north, height: 0)
        var fix = Fix(kind: .threeDimensional, quality: .rtkFixed)
        fix.time = time
        fix.position = GeodeticPosition(
            latitude: Angle(degrees: frame.latitude * 180 / .pi), longitude: Angle(degrees: frame.longitude * 180 / .pi)
        )
        fix.speed = Speed(
            metresPerSecond: (state.velocity.x * state.velocity.x + state.velocity.y * state.velocity.y).squareRoot())
        fix.course = Angle(degrees: state.course)
        fix.satellitesUsed = 21
        return fix
    }
}
