// SPDX-License-Identifier: Apache-2.0

public import Settings

/// Settings for maps from files and from a map server.
public struct MapSettings: Hashable, Sendable {
    /// The folder of the files as an absolute path; nil for `maps` in the state folder.
    public var folder: String?
    /// The largest size of a file that can be uploaded, in MiB; 0 for no uploads.
    public var limitMiB = 2048
    /// The URL template of a map server, with `{z}`, `{x}` and `{y}`; nil for none.
    public var tileURL: String?
    /// The map server's name for people; nil for its host.
    public var tileName: String?
    /// The text that names the owner of the map; nil for none.
    public var tileAttribution: String?
    /// The highest zoom level of the map server, 0...24.
    public var tileMaxZoom = 19

    public init() {}
}

extension MapSettings: DescribedSettings {
    /// The keys of `map`.
    public static let settings = SettingsDescription(
        "Maps that the console shows from files, and from a map server besides OpenStreetMap.",
        prototype: MapSettings(),
        [
            Setting(
                "folder", orEmpty: \.folder,
                "Directory of raster MBTiles and GeoJSON files; \"\" for 'maps' in the state directory.",
                form: absolutePathProblem, formText: "an absolute path"),
            Setting(
                "limit_mib", \.limitMiB, "Largest map file that can be uploaded in the console; 0 for no uploads.",
                in: 0...1_048_576, unit: "MiB"),
            Setting(
                "tile_url", orEmpty: \.tileURL,
                "Address of a map server's images. The browsers of people who select this map load them, so each person "
                    + "who may read can see the address. \"\" for none.",
                form: tileURLProblem, formText: "https://host/path or http://host/path, with {z}, {x} and {y}",
                example: .text("https://tiles.example/aerial/{z}/{x}/{y}.jpg")),
            Setting(
                "tile_name", orEmpty: \.tileName, "Name of that map; \"\" for the server's name.", form: textProblem,
                formText: "a text of at most 60 characters"),
            Setting(
                "tile_attribution", orEmpty: \.tileAttribution, "Owner of that map, as its terms of use require.",
                form: textProblem, formText: "a text of at most 60 characters"),
            Setting("tile_max_zoom", \.tileMaxZoom, "Highest zoom level of that map.", in: 0...24),
        ])

    @Sendable private static func textProblem(_ text: String) -> String? {
        text.count <= 60 ? controlCharacterProblem(text) : "is too long"
    }

    /// The scheme, host and port become part of the console's content security policy, so no other characters are allowed
    /// in them.
    @Sendable private static func tileURLProblem(_ text: String) -> String? {
        guard let end = text.firstRange(of: "://"), ["https", "http"].contains(text[..<end.lowerBound]) else {
            return "is neither an https nor an http address"
        }
        let isPrintable = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`|#;'".utf8.contains($0) }
        let host = text[end.upperBound...].prefix { !"/?".contains($0) }
        let isHost = host.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: ".-:[]".utf8.contains($0)
            }
        }
        guard isPrintable, text.utf8.count <= 1000, !host.isEmpty, host.first != ":" else { return "is not an address" }
        guard isHost else {
            return host.contains("{") ? "has a placeholder in the host's name" : "has a host's name that is not valid"
        }
        if let problem = WebAddress.portProblem(host) { return problem }
        let names = text.matches(of: /{([^}]*)}/).map { String($0.1) }
        for name in names where !["z", "x", "y"].contains(name) {
            return "has the placeholder {\(name.prefix(20))}, which is unknown"
        }
        return Set(names) == ["z", "x", "y"] ? nil : "lacks {z}, {x} or {y}"
    }
}
