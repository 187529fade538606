// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The satellites in a receiver's view.
public struct SatellitesReport: Codable, Hashable, Sendable {
    /// The receiver's ID; nil if none exists.
    public var receiver: String?
    /// The arrival of the view; nil if none has arrived, or the receiver is gone.
    public var time: Timestamp?
    /// The age of the view in seconds; nil without a view.
    public var age: Double?
    /// The satellites sorted by system and number, without duplicates.
    public var satellites: [SatelliteReport]

    public init(
        receiver: String?, time: Timestamp? = nil, age: Double? = nil, satellites: [SatelliteReport] = []
    ) {
        (self.receiver, self.time, self.age, self.satellites) = (receiver, time, age, satellites)
    }

    private enum CodingKeys: String, CodingKey {
        case receiver, time, satellites
        case age = "age_s"
    }
}

/// A satellite in view.
public struct SatelliteReport: Codable, Hashable, Sendable {
    /// The letter of the system and the number: `E24`.
    public var id: String
    /// The system: `gps`, `sbas`, `galileo`, `beidou`, `imes`, `qzss`, `glonass`, `navic`; nil if unknown.
    public var system: String?
    /// The number in its system; nil for a GLONASS satellite with an unknown slot.
    public var number: Int?
    /// Elevation above the horizon, in degrees.
    public var elevation: Double?
    /// Azimuth from true north, in degrees.
    public var azimuth: Double?
    /// The highest carrier to noise density of its signals, in dB-Hz; nil while it is not received.
    public var cn0: Double?
    /// True if the solution uses the satellite.
    public var isUsed: Bool
    /// The signals, if the receiver lists them.
    public var signals: [SignalReport]?
    /// For Galileo: the authenticity of its navigation data; nil if validation is off, or the last verdict no longer
    /// applies.
    public var osnma: OSNMASatelliteReport?

    /// Creates a report of a satellite with its own signals from a view.
    public init(_ satellite: Satellite, signals view: SignalView?, osnma: SatelliteAuthentication? = nil) {
        self.osnma = osnma.map(OSNMASatelliteReport.init)
        id = satellite.id.description
        system = satellite.id.constellation.name
        number = satellite.id.number == 255 ? nil : Int(satellite.id.number)
        elevation = satellite.elevation?.degrees
        azimuth = satellite.azimuth?.degrees
        cn0 = satellite.cn0
        isUsed = satellite.isUsed
        // Satellites with an unknown slot cannot be distinguished.
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
    /// The name in the interface document: `E1 B`.
    public var name: String
    /// Band and tracking code of RINEX: `1B`; nil if the signal is unknown.
    public var code: String?
    /// Carrier to noise density in dB-Hz; nil while it is not received.
    public var cn0: Double?
    /// True if the solution uses the signal; nil if the receiver does not report that for signals.
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
    /// The name of the system in reports; nil if unknown.
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
