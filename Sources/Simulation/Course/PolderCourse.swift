// SPDX-License-Identifier: Apache-2.0

/// An invented course of about eight kilometres around fields in the polder south-east of Lelystad; it follows no real
/// road. A barn and an underpass hide the sky for a while.
enum PolderCourse {
    /// Latitude of the course's origin in degrees.
    static let latitude = 52.4750
    /// Longitude of the course's origin in degrees.
    static let longitude = 5.5600
    /// The geoid's height above the ellipsoid in metres, approximately that of EGM96 at this place.
    static let geoidSeparation = 42.7

    static let course = Course([
        Waypoint(east: 0, north: 0, height: -3.4, limit: 30, stop: 8),
        Waypoint(east: 150, north: 60, height: -3.2, radius: 15, limit: 60, roof: 860...1060),
        Waypoint(east: -230, north: 1310, height: -4.1, radius: 60, limit: 80),
        Waypoint(east: 120, north: 1950, height: -4.0, radius: 120, limit: 80),
        Waypoint(east: 1400, north: 2460, height: -3.0, radius: 25, limit: 70, stop: 6),
        Waypoint(east: 1780, north: 1310, height: 2.2, radius: 80, limit: 50),
        Waypoint(east: 2100, north: 420, height: 1.8, radius: 20, limit: 60, stop: 4),
        Waypoint(east: 1250, north: -420, height: -2.9, radius: 40, limit: 50, roof: 200...365),
        Waypoint(east: -300, north: -120, height: -3.6, radius: 20, limit: 30),
    ])

    static let profile = SpeedProfile(course)

    static let frame = LocalFrame(
        latitude: latitude * .pi / 180, longitude: longitude * .pi / 180, height: geoidSeparation)
}
