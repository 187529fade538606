// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The signals that a simulated receiver tracks for each system: one for the solution, and others on further
/// frequencies.
enum SignalPlan {
    /// The signals of a system, starting with the one used for the solution.
    ///
    /// - Parameters:
    ///   - constellation: The system.
    ///   - count: The largest number of frequencies, 1...3.
    static func signals(_ constellation: Constellation, count: Int) -> [Signal] {
        let all: [Signal] =
            switch constellation {
            case .gps: [.gpsL1CA, .gpsL2CL, .gpsL5Q]
            case .galileo: [.galileoE1C, .galileoE5bQ, .galileoE5aQ]
            case .beidou: [.beidouB1ID1, .beidouB2ID1, .beidouB2aP]
            case .glonass: [.glonassL1OF, .glonassL2OF]
            default: []
            }
        return Array(all.prefix(count))
    }

    /// The carrier frequency of a signal in hertz.
    static func frequency(_ signal: Signal, channel: Int?) -> Double {
        switch signal {
        case .gpsL2CL: 1_227_600_000
        case .galileoE5bQ, .beidouB2ID1: 1_207_140_000
        case .beidouB1ID1: 1_561_098_000
        case .gpsL5Q, .galileoE5aQ, .beidouB2aP: 1_176_450_000
        case .glonassL1OF: 1_602_000_000 + 562_500 * Double(channel ?? 0)
        case .glonassL2OF: 1_246_000_000 + 437_500 * Double(channel ?? 0)
        default: 1_575_420_000
        }
    }

    /// The satellite's group delay of a code in seconds, relative to its broadcast clock.
    static func groupDelay(_ signal: Signal, _ ephemeris: SatelliteEphemeris) -> Double {
        guard let sent = ephemeris.keplerian else { return 0 }
        let (first, second) = (
            Double(sent.groupDelay) * sent.scales.groupDelay, Double(sent.secondGroupDelay) * sent.scales.groupDelay
        )
        func ratio(_ other: Double) -> Double {
            let quotient = 1_575_420_000 / other
            return quotient * quotient
        }
        return switch signal {
        case .gpsL2CL: ratio(1_227_600_000) * first
        case .galileoE1C: second
        case .galileoE5bQ: ratio(1_207_140_000) * second
        // The clock in I/NAV refers to E1 and E5b; the delay between E1 and E5a is the other group delay.
        case .galileoE5aQ: second + (ratio(1_176_450_000) - 1) * first
        case .beidouB2ID1, .beidouB2aP: second
        default: first
        }
    }
}
