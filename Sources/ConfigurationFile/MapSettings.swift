// SPDX-License-Identifier: Apache-2.0

public import Settings

/// Settings for maps from files.
public struct MapSettings: Hashable, Sendable {
    /// The folder of the files as an absolute path; nil for `maps` in the state folder.
    public var folder: String?

    public init() {}
}

extension MapSettings: DescribedSettings {
    /// The keys of `map`.
    public static let settings = SettingsDescription(
        "Maps that the gateway serves to the console from files.", prototype: MapSettings(),
        [
            Setting(
                "folder", orEmpty: \.folder,
                "Directory of raster MBTiles and GeoJSON files; \"\" for 'maps' in the state directory.",
                form: absolutePathProblem, formText: "an absolute path")
        ])
}
