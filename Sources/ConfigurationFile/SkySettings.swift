// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Settings

/// The sources, besides the receivers, of the satellites' expected positions.
public struct SkySettings: Hashable, Sendable {
    /// A fixed position.
    public struct Position: Hashable, Sendable {
        /// Latitude in degrees, north positive, −90...90.
        public var latitude = 0.0
        /// Longitude in degrees, east positive, −180...180.
        public var longitude = 0.0
    }

    /// The files with orbits, as absolute paths.
    public var orbits: [String] = []
    /// The position to use while a receiver has none; nil for none.
    public var position: Position?

    /// ``position`` as a place.
    public var place: GeodeticPosition? {
        position.flatMap { position in
            GeodeticPosition(
                latitude: Angle(degrees: position.latitude), longitude: Angle(degrees: position.longitude))
        }
    }

    /// Creates settings without files, so that orbits come from the receivers alone.
    public init() {}
}

extension SkySettings: DescribedSettings {
    /// The keys of `sky`.
    public static let settings = SettingsDescription(
        "Where satellites are expected in the sky. Their orbits come from the receivers that deliver navigation pages.",
        prototype: SkySettings(),
        [
            Setting(
                "orbits", \.orbits,
                "Files with more orbits, read at the start and at each reload: two-line elements (TLE) with names, or GPS "
                    + "almanacs in the form YUMA or SEM.",
                items: ValueSchema(types: [.string], form: absolutePathProblem, formText: "an absolute path"),
                example: .list([.text("/var/lib/gnss-orbits/gnss.tle")])),
            Setting("position", \.position),
        ])
}

extension SkySettings.Position: DescribedSettings {
    /// The keys of `sky.position`.
    public static let settings = SettingsDescription(
        "The position to use while a receiver has none, for instance indoors. Omit for none.",
        prototype: SkySettings.Position(), required: ["latitude_deg", "longitude_deg"],
        example: .section([
            ConfigurationValue.Member(key: "latitude_deg", value: .number(52.475)),
            ConfigurationValue.Member(key: "longitude_deg", value: .number(5.56)),
        ]),
        [
            Setting("latitude_deg", \.latitude, "Latitude, north positive.", in: -90...90, unit: "°"),
            Setting("longitude_deg", \.longitude, "Longitude, east positive.", in: -180...180, unit: "°"),
        ])
}
