// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The satellites in the messages that list them, in the message's order and without those that the numbers do not
/// identify. They are read at once, because intermediate lists took as long as the rest.
extension [Satellite] {
    /// Reads UBX-NAV-SAT version 1 (protocol 15 and later).
    ///
    /// - Parameter payload: The payload; the result is nil if it has a different version or bytes are missing.
    public init?(navSAT payload: Span<UInt8>) {
        guard payload.count >= 8, payload.u1(4) == 1 else { return nil }
        guard let items = payload.items(Int(payload.u1(5)), after: 8, size: 12) else { return nil }
        self.init()
        reserveCapacity(items.count)
        for item in items {
            let at = 8 &+ item &* 12
            let flags = payload.u4(at &+ 8)
            guard let id = SatelliteID(Constellation(rawValue: payload.u1(at)), Int(payload.u1(at &+ 1))) else {
                continue
            }
            // The health: 0 unknown, 1 healthy, 2 unhealthy.
            let health = flags.bits(4, 2)
            append(
                Satellite(
                    id, payload.i1(at &+ 3), payload.i2(at &+ 4), cn0: payload.u1(at &+ 2), isUsed: flags.has(3),
                    isHealthy: health == 1 ? true : health == 2 ? false : nil))
        }
    }

    /// Reads the channels of UBX-NAV-SVINFO (up to generation 8).
    ///
    /// - Parameter payload: The payload; the result is nil if bytes are missing.
    public init?(navSVINFO payload: Span<UInt8>) {
        guard payload.count >= 8 else { return nil }
        guard let items = payload.items(Int(payload.u1(4)), after: 8, size: 12) else { return nil }
        self.init()
        reserveCapacity(items.count)
        for item in items {
            let at = 8 &+ item &* 12
            let flags = payload.u1(at &+ 2)
            guard let id = SatelliteID(ubxNumber: payload.u1(at &+ 1)) else { continue }
            append(
                Satellite(
                    id, payload.i1(at &+ 5), payload.i2(at &+ 6), cn0: payload.u1(at &+ 4), isUsed: flags.has(0),
                    isHealthy: !flags.has(4)))
        }
    }
}

extension Satellite {
    /// Creates a satellite with an elevation in degrees, outside −90...90 if unknown, and an azimuth, 0...360.
    @inline(__always)
    fileprivate init(
        _ id: SatelliteID, _ elevation: Int8, _ azimuth: Int16, cn0: UInt8, isUsed: Bool, isHealthy: Bool?
    ) {
        let isPlaced = (-90...90).contains(elevation) && (0...360).contains(azimuth)
        self.init(
            id, elevation: isPlaced ? Angle(degrees: Double(elevation)) : nil,
            azimuth: isPlaced ? Angle(degrees: azimuth == 360 ? 0 : Double(azimuth)) : nil,
            cn0: cn0 > 0 ? Double(cn0) : nil, isUsed: isUsed, isHealthy: isHealthy)
    }
}
