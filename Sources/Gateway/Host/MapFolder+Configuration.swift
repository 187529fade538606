// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import ControlModel
internal import MapFiles

extension MapFolder {
    /// Creates the maps that the configuration describes.
    convenience init(_ settings: MapSettings, stateFolder: String) {
        let server = settings.tileURL.map { url in
            var server = MapReport.Server(name: settings.tileName ?? "", tiles: url, maxZoom: settings.tileMaxZoom)
            server.attribution = settings.tileAttribution
            if server.name.isEmpty { server.name = String(server.origin.drop { $0 != "/" }.dropFirst(2)) }
            return server
        }
        self.init(
            folder: settings.folder ?? stateFolder + "/maps", uploadLimit: settings.limitMiB << 20, server: server)
    }
}
