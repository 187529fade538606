// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// The satellites above a receiver, with their signal strengths.
struct SkyModel: Sendable {
    /// Thresholds below which the receiver ignores satellites.
    enum Limit {
        /// Satellites below this elevation are not in view, in degrees.
        static let view = 5.0
        /// Satellites up to this elevation are not used, in degrees.
        static let use = 10.0
        /// Satellites below this C/N0 are not used, in dB-Hz.
        static let cn0 = 29.0
    }

    /// A satellite in view and the direction to it as a unit vector (east, north, up).
    struct Sight: Sendable {
        var satellite: Satellite
        var direction: Vector

        /// True if the satellite is neither low nor overhead.
        var isWellPlaced: Bool { (20...60).contains(satellite.elevation?.degrees ?? 0) }

        /// The angle between the satellite's azimuth and another azimuth, in degrees; 0 if the other one is nil.
        func turn(from azimuth: Double?) -> Double {
            guard let azimuth, let own = satellite.azimuth?.degrees else { return 0 }
            return abs((own - azimuth).remainder(dividingBy: 360))
        }
    }

    private let orbits = NominalConstellations.orbits
    /// The constant deviation of each satellite's transmit power, in dB.
    private var offsets: [Double]
    /// The varying part of each signal's strength, in dB.
    private var fading: [CorrelatedNoise]
    /// The indices of the satellites in the order in which the receiver searches for them.
    private let order: [Int]

    init(_ random: inout SplitMix64) {
        offsets = []
        fading = []
        for _ in orbits {
            offsets.append(3 * random.unit() - 1.5)
            fading.append(CorrelatedNoise(memory: 30, &random))
        }
        order = Array(orbits.indices).shuffled(using: &random)
    }

    mutating func advance(by seconds: Double, _ random: inout SplitMix64) {
        for index in fading.indices { fading[index].advance(by: seconds, &random) }
    }

    /// Returns the satellites in view, in the order in which the receiver searches for them.
    ///
    /// - Parameters:
    ///   - frame: The receiver's position.
    ///   - time: The instant.
    ///   - tracked: The number of satellites that the receiver has found.
    func sights(from frame: LocalFrame, at time: UTCTime, tracked: Int) -> [Sight] {
        let rotation = EarthRotation(at: time)
        var sights: [Sight] = []
        for index in order {
            let orbit = orbits[index]
            let line = orbit.position(at: rotation) - frame.origin
            let direction = frame.components(of: line / line.length)
            let elevation = asin(max(-1, min(1, direction.z))) * 180 / .pi
            guard elevation >= Limit.view else { continue }
            let azimuth = VehicleState.bearing(east: direction.x, north: direction.y)
            let strength = 29 + 19 * direction.z.squareRoot() + offsets[index] + fading[index].value
            let satellite = Satellite(
                orbit.satellite, elevation: Angle(degrees: elevation), azimuth: Angle(degrees: azimuth), cn0: strength)
            sights.append(Sight(satellite: satellite, direction: direction))
        }
        Self.bringSpreadForward(&sights)
        for index in sights.indices { Self.judge(&sights[index].satellite, isTracked: index < tracked) }
        return sights
    }

    /// Moves three satellites in different directions to the front, so that the receiver finds its first position early.
    private static func bringSpreadForward(_ sights: inout [Sight]) {
        var wanted: Double?
        for place in 0..<min(3, sights.count) {
            let rest = sights.indices.dropFirst(place).filter { sights[$0].isWellPlaced }
            guard let best = rest.min(by: { sights[$0].turn(from: wanted) < sights[$1].turn(from: wanted) }) else {
                return
            }
            sights.swapAt(place, best)
            wanted = (sights[place].satellite.azimuth?.degrees ?? 0) + 120
        }
    }

    private static func judge(_ satellite: inout Satellite, isTracked: Bool) {
        guard isTracked, let cn0 = satellite.cn0, let elevation = satellite.elevation else {
            satellite.cn0 = nil
            return
        }
        satellite.isUsed = elevation.degrees > Limit.use && cn0 >= Limit.cn0
    }
}
