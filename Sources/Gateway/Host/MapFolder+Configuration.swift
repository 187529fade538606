// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import ControlModel
internal import FieldCapture
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

extension MapFolder {
    /// The first map in the folder that shows a place; nil if there is none.
    ///
    /// - Parameters:
    ///   - latitude: −90...90 degrees, north positive.
    ///   - longitude: −180...180 degrees, east positive.
    func offlineMap(latitude: Double, longitude: Double) async -> CaptureService.OfflineMap? {
        let map = await maps().sources.first { source in
            guard let bounds = source.bounds, bounds.count == 4 else { return true }
            return (bounds[1]...max(bounds[1], bounds[3])).contains(latitude)
                && (bounds[0]...max(bounds[0], bounds[2])).contains(longitude)
        }
        guard let map else { return nil }
        return CaptureService.OfflineMap(attribution: map.attribution) { [weak self] zoom, column, row in
            try? await self?.tile(of: map.id, zoom: zoom, column: column, row: row)?.bytes
        }
    }
}
