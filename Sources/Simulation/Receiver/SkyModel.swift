// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// Which satellites a receiver has above it, and how well it hears them.
struct SkyModel: Sendable {
    /// What a receiver leaves out.
    enum Limit {
        /// Below this elevation a satellite is not in view, in degrees.
        static let view = 5.0
        /// Up to this elevation a satellite is not used, in degrees.
        static let use = 10.0
        /// Below this C/N0 a satellite is not used, in dB-Hz.
        static let cn0 = 29.0
    }

    /// A satellite in view with the direction to it: east, north and up, of length 1.
    struct Sight: Sendable {
        var satellite: Satellite
        var direction: Vector

        /// Neither low nor overhead.
        var isWellPlaced: Bool { (20...60).contains(satellite.elevation?.degrees ?? 0) }

        /// How far it stands from an azimuth, in degrees; 0 from none.
        func turn(from azimuth: Double?) -> Double {
            guard let azimuth, let own = satellite.azimuth?.degrees else { return 0 }
            return abs((own - azimuth).remainder(dividingBy: 360))
        }
    }

    private let orbits = NominalConstellations.orbits
    /// What a satellite's transmitter differs from the others', in dB.
    private var offsets: [Double]
    /// What its signal's strength wanders, in dB.
    private var fading: [CorrelatedNoise]
    /// The indexes of the satellites in the order in which the receiver searches for them.
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

    /// The satellites in view, in the order in which the receiver searches for them.
    ///
    /// - Parameters:
    ///   - frame: where the receiver is.
    ///   - time: when.
    ///   - tracked: how many of them it has found.
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

    /// Moves three satellites to the front that stand in different directions: the first that let a receiver say where
    /// it is.
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
