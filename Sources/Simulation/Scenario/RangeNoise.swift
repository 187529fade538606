// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// The random properties of a satellite: its signal strength and range errors.
struct RangeNoise: Sendable {
    private var random: SplitMix64
    private let model: RangeErrorModel
    /// The constant deviation of its transmit power, in dB.
    private let offset: Double
    private var fading: CorrelatedNoise
    private var wandering: CorrelatedNoise
    private var reflection: CorrelatedNoise
    private var outlier = 0.0
    private var white = 0.0
    /// The initial cycle count of each carrier; new after each loss of lock.
    private(set) var ambiguities: [Double] = [0, 0]
    /// The start of carrier tracking, in seconds of the scenario; nil while the carrier is not tracked.
    private(set) var lockedSince: Double?
    private(set) var carrierNoise = 0.0

    init(_ satellite: SatelliteID, seed: UInt64, _ model: RangeErrorModel) {
        self.model = model
        let number = UInt64(satellite.constellation.rawValue) << 8 | UInt64(satellite.number)
        random = SplitMix64(seed: seed &* 0xD134_2543_DE82_EF95 &+ number &* 0x9E37_79B9_7F4A_7C15)
        offset = 3 * random.unit() - 1.5
        fading = CorrelatedNoise(memory: 30, &random)
        wandering = CorrelatedNoise(memory: max(1, model.memory), &random)
        reflection = CorrelatedNoise(memory: 8, &random)
        draw()
    }

    mutating func advance(by seconds: Double) {
        fading.advance(by: seconds, &random)
        wandering.advance(by: seconds, &random)
        reflection.advance(by: seconds, &random)
        draw()
    }

    private mutating func draw() {
        white = random.normal()
        carrierNoise = random.normal()
        let (draw, sign) = (random.unit(), random.unit())
        outlier = draw < model.outlierShare ? (sign < 0.5 ? -model.outlier : model.outlier) : 0
    }

    /// Records whether the carrier is tracked.
    mutating func track(_ isTracked: Bool, at elapsed: Double) {
        guard isTracked else {
            lockedSince = nil
            return
        }
        guard lockedSince == nil else { return }
        lockedSince = elapsed
        ambiguities = ambiguities.map { _ in (random.unit() * 2e6 - 1e6).rounded() }
    }

    /// Carrier to noise density in dB-Hz for an elevation in degrees.
    func strength(elevation: Double) -> Double {
        29 + 19 * sin(max(0, elevation) * .pi / 180).squareRoot() + offset + fading.value
    }

    /// The range error in metres.
    func error(elevation: Double) -> Double {
        let low = cos(elevation * .pi / 180)
        return model.white * white + model.correlated * wandering.value
            + model.multipath * 1.4 * low * reflection.value + outlier
    }
}
