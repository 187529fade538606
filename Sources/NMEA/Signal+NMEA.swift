// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

extension Signal {
    /// Creates the signal for a signal ID of GSV and GSA (NMEA 0183 4.11, table of system and signal IDs); nil for 0
    /// (all or unknown) and for IDs of signals without a `Signal`.
    ///
    /// - Parameters:
    ///   - constellation: The system of the satellite; SBAS satellites are sent among those of GPS.
    ///   - id: The signal ID, 0...15.
    public init?(_ constellation: Constellation, nmeaID id: UInt8) {
        guard let signal = Self.byID[constellation]?[id] else { return nil }
        self = signal
    }

    private static let byID: [Constellation: [UInt8: Signal]] = [
        .gps: [
            1: .gpsL1CA, 2: .gpsL1P, 4: .gpsL2P, 5: .gpsL2CM, 6: .gpsL2CL, 7: .gpsL5I, 8: .gpsL5Q, 9: .gpsL1C,
        ],
        .sbas: [1: .sbasL1CA, 7: .sbasL5I, 8: .sbasL5I],
        .glonass: [1: .glonassL1OF, 2: .glonassL1P, 3: .glonassL2OF, 4: .glonassL2P],
        .galileo: [
            1: .galileoE5aI, 2: .galileoE5bI, 3: .galileoE5, 4: .galileoE6A, 5: .galileoE6B, 7: .galileoE1C,
        ],
        .beidou: [1: .beidouB1ID1, 3: .beidouB1CP, 5: .beidouB2aP, 6: .beidouB2b, 8: .beidouB3ID1, 11: .beidouB2ID1],
        .qzss: [
            1: .qzssL1CA, 2: .qzssL1C, 3: .qzssL1C, 4: .qzssL1S, 5: .qzssL2CM, 6: .qzssL2CL, 7: .qzssL5I, 8: .qzssL5Q,
            9: .qzssL6, 10: .qzssL6,
        ],
        .navic: [1: .navicL5A, 2: .navicS, 5: .navicL1],
    ]
}
