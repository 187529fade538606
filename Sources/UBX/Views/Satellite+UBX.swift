// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

extension NavigationSatellite {
    /// The satellite in the view of the sky; nil if the numbers do not identify one.
    public var inView: Satellite? {
        satellite.map { Satellite($0, elevation, azimuth, cn0, isUsed, isHealthy) }
    }
}

extension NavigationChannel {
    /// The satellite in the view of the sky; nil if the numbers do not identify one.
    public var inView: Satellite? {
        satellite.map { Satellite($0, elevation, azimuth, cn0, isUsed, isHealthy) }
    }
}

extension Satellite {
    fileprivate init(
        _ id: SatelliteID, _ elevation: Int8, _ azimuth: Int16, _ cn0: UInt8, _ isUsed: Bool, _ isHealthy: Bool?
    ) {
        let isPlaced = (-90...90).contains(elevation) && (0...360).contains(azimuth)
        self.init(
            id, elevation: isPlaced ? Angle(degrees: Double(elevation)) : nil,
            azimuth: isPlaced ? Angle(degrees: Double(azimuth % 360)) : nil, cn0: cn0 > 0 ? Double(cn0) : nil,
            isUsed: isUsed, isHealthy: isHealthy)
    }
}
