// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A receiver's view of the sky: its last position, its time, and the orbits in its navigation pages.
public struct ReceiverSky: Sendable {
    private var collector = OrbitCollector()
    /// The last position, and its height above the ellipsoid; nil before the first one.
    public private(set) var position: (position: GeodeticPosition, height: Length)?
    /// The host's monotonic clock at the arrival of the last position.
    public private(set) var positionArrival: Int64 = 0
    /// The receiver's last time, and the host's monotonic clock at its arrival; nil before the first one.
    private var stated: (time: GPSTime, arrival: Int64)?

    public init() {}

    /// The orbits; see ``OrbitCollector/orbits``.
    public var orbits: [Orbit] { collector.orbits }

    /// The receiver's time at an instant of the host's monotonic clock; nil before the receiver has stated a time.
    public func time(at monotonicNanoseconds: Int64) -> GPSTime? {
        guard let stated else { return nil }
        let (since, isOver) = monotonicNanoseconds.subtractingReportingOverflow(stated.arrival)
        guard !isOver, since > 0 else { return stated.time }
        return GPSTime(wholeSeconds: stated.time.wholeSeconds + Int(since / 1_000_000_000))
    }

    /// Updates the view with an observation of the receiver.
    public mutating func take(_ payload: Payload, at host: HostTime) {
        switch payload {
        case .fix(let fix):
            if let time = fix.time { stated = (LeapSeconds.announced.gps(time), host.monotonicNanoseconds) }
            if let position = fix.position {
                self.position = (position, fix.height.ellipsoidal ?? Length(metres: 0))
                positionArrival = host.monotonicNanoseconds
            }
        case .navigationPage(let page):
            if stated == nil, let time = page.time?.gps { stated = (time, host.monotonicNanoseconds) }
            let arrival =
                time(at: host.monotonicNanoseconds)
                ?? LeapSeconds.announced.gps(UTCTime(nanosecondsSince1970: host.wallNanoseconds))
            collector.take(page, arrival: arrival)
        default: break
        }
    }
}
