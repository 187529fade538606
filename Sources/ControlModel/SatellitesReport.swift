// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The satellites that a receiver sees.
public struct SatellitesReport: Codable, Hashable, Sendable {
    /// The receiver; nil for none.
    public var receiver: String?
    /// When the view came; nil: none has come, or the receiver is gone.
    public var time: Timestamp?
    /// Ordered by system and number, each once.
    public var satellites: [SatelliteReport]

    public init(receiver: String?, time: Timestamp? = nil, satellites: [SatelliteReport] = []) {
        (self.receiver, self.time, self.satellites) = (receiver, time, satellites)
    }
}

/// A satellite in view.
public struct SatelliteReport: Codable, Hashable, Sendable {
    /// Letter of the system and number: `E24`.
    public var id: String
    /// The system: `gps`, `sbas`, `galileo`, `beidou`, `imes`, `qzss`, `glonass`, `navic`; nil for one that is unknown.
    public var system: String?
    /// The number in its system; nil for a GLONASS satellite whose slot is not known.
    public var number: Int?
    /// Above the horizon, in degrees.
    public var elevation: Double?
    /// From true north, in degrees.
    public var azimuth: Double?
    /// The best over its signals, in dB-Hz; nil while it is not received.
    public var cn0: Double?
    /// Whether the solution uses it.
    public var isUsed: Bool
    /// Its signals, where the receiver names them.
    public var signals: [SignalReport]?
    /// Of Galileo: whether its navigation data are authenticated, and when they were last; nil where nothing is judged.
    public var osnma: OSNMASatelliteReport?

    /// A satellite, with the signals of a view that are its own.
    public init(_ satellite: Satellite, signals view: SignalView?, osnma: SatelliteAuthentication? = nil) {
        self.osnma = osnma.map(OSNMASatelliteReport.init)
        id = satellite.id.description
        system = satellite.id.constellation.name
        number = satellite.id.number == 255 ? nil : Int(satellite.id.number)
        elevation = satellite.elevation?.degrees
        azimuth = satellite.azimuth?.degrees
        cn0 = satellite.cn0
        isUsed = satellite.isUsed
        // Those of an unknown slot cannot be told apart.
        let own = number == nil ? [] : view?.signals.filter { $0.satellite == satellite.id } ?? []
        signals = own.isEmpty ? nil : own.map(SignalReport.init)
    }

    enum CodingKeys: String, CodingKey {
        case id, system, signals, osnma
        case number = "svid"
        case elevation = "elevation_deg"
        case azimuth = "azimuth_deg"
        case cn0 = "cn0_dbhz"
        case isUsed = "used"
    }
}

/// A signal of a satellite.
public struct SignalReport: Codable, Hashable, Sendable {
    /// The name of the interface document: `E1 B`.
    public var name: String
    /// Band and tracking code of RINEX: `1B`; nil where the signal is unknown.
    public var code: String?
    /// In dB-Hz; nil while it is not received.
    public var cn0: Double?
    /// Whether the solution uses it; nil where the receiver does not say it of signals.
    public var isUsed: Bool?

    public init(_ tracked: TrackedSignal) {
        name = tracked.signal.description
        code = tracked.signal.rinexCode
        cn0 = tracked.cn0
        let isStated = tracked.quality != nil
        isUsed = isStated ? !tracked.use.isDisjoint(with: [.pseudorange, .carrier, .doppler]) : nil
    }

    enum CodingKeys: String, CodingKey {
        case name
        case code = "rinex"
        case cn0 = "cn0_dbhz"
        case isUsed = "used"
    }
}

extension Constellation {
    /// The name of the system in reports; nil for one that is unknown.
    public var name: String? {
        switch self {
        case .gps: "gps"
        case .sbas: "sbas"
        case .galileo: "galileo"
        case .beidou: "beidou"
        case .imes: "imes"
        case .qzss: "qzss"
        case .glonass: "glonass"
        case .navic: "navic"
        default: nil
        }
    }
}
