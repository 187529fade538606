// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// HDG: the reading of the magnetic sensor, with deviation and variation.
public struct HDGSentence: TypedSentence {
    /// The reading of the sensor.
    public var sensorHeading: Angle?
    /// Magnetic deviation at the sensor, east positive.
    public var deviation: Angle?
    /// Magnetic variation, east positive.
    public var variation: Angle?

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .hdg else { return nil }
        sensorHeading = sentence.bearing(1)
        deviation = sentence.eastOrWest(2)
        variation = sentence.variation(4)
    }

    /// The heading relative to magnetic north: the reading plus the deviation.
    public var magneticHeading: Angle? {
        sensorHeading.map { Angle(degrees: Self.turned($0.degrees + (deviation?.degrees ?? 0))) }
    }

    /// The heading relative to true north; nil if the variation is unknown.
    public var heading: Angle? {
        guard let magnetic = magneticHeading, let variation else { return nil }
        return Angle(degrees: Self.turned(magnetic.degrees + variation.degrees))
    }

    private static func turned(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        return rest < 0 ? rest + 360 : rest
    }
}
