// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes

/// A receiver's satellites in columns, for the live stream: a third of the size of `SatellitesReport`. Unknown values
/// are null.
struct LiveSky: Encodable, Sendable {
    var receiver: String?
    var time: Timestamp?
    var id: [String]
    var elevation: [Double?]
    var azimuth: [Double?]
    var cn0: [Double?]
    /// 1 if the solution uses the satellite, otherwise 0.
    var used: [Int]
    /// The OSNMA state of a Galileo satellite's ephemeris; null if none exists.
    var osnma: [String?]
    /// The signals of each satellite.
    var signals: [[Signal]]

    /// A signal: its name and its carrier-to-noise density ratio in dB-Hz.
    struct Signal: Encodable, Sendable {
        let name: String
        let cn0: Double?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(name)
            try container.encode(cn0)
        }
    }

    init(_ report: SatellitesReport) {
        (receiver, time) = (report.receiver, report.time)
        let satellites = report.satellites
        (id, elevation, azimuth) = (satellites.map(\.id), satellites.map(\.elevation), satellites.map(\.azimuth))
        (cn0, used, osnma) = (
            satellites.map(\.cn0), satellites.map { $0.isUsed ? 1 : 0 }, satellites.map { $0.osnma?.standing.code }
        )
        signals = satellites.map { ($0.signals ?? []).map { Signal(name: $0.name, cn0: $0.cn0) } }
    }

    private enum CodingKeys: String, CodingKey {
        case receiver, time, id, used, osnma, signals
        case elevation = "elevation_deg"
        case azimuth = "azimuth_deg"
        case cn0 = "cn0_dbhz"
    }
}
