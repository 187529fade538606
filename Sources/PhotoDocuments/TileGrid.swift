// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GNSSTypes

/// The tiles of a map in Web Mercator (XYZ) around a position.
struct TileGrid {
    /// A tile, and its place on the map.
    struct Tile {
        var zoom: Int
        var column: Int
        var row: Int
        /// The upper left corner in points from the position; y grows downwards.
        var x: Double
        var y: Double
    }

    /// The latitude up to which Web Mercator has tiles, in degrees.
    static let latitudeLimit = 85.0511287
    static let zooms = 0...22
    /// The length of the equator in metres (WGS 84).
    private static let equator = 2 * Double.pi * WGS84.semiMajorAxis
    /// The greatest side of a tile on paper in points: 256 pixels of it are then 120 pixels per inch or more.
    private static let side = 150.0

    let position: PhotoRecord.Place
    /// The length of a metre on paper in points.
    let scale: Double

    /// The zooms in the order in which they are tried: the best one, coarser ones, and a finer one. Empty if no tile can
    /// exist.
    var preferredZooms: [Int] {
        guard position.latitude.magnitude < Self.latitudeLimit else { return [] }
        let best = Self.zooms.first { side(at: $0) <= Self.side } ?? Self.zooms.upperBound
        return ([best, best - 1, best - 2, best - 3, best - 4, best + 1]).filter(Self.zooms.contains)
    }

    /// The side of a tile on paper in points.
    func side(at zoom: Int) -> Double {
        Self.equator * cos(position.latitude * .pi / 180) / Double(1 << zoom) * scale
    }

    /// The tiles that cover a rectangle of this size around the position.
    func tiles(zoom: Int, width: Double, height: Double) -> [Tile] {
        guard position.latitude.magnitude < Self.latitudeLimit, Self.zooms.contains(zoom) else { return [] }
        let count = 1 << zoom
        let side = side(at: zoom)
        let x = (position.longitude + 180) / 360 * Double(count)
        let y = (1 - asinh(tan(position.latitude * .pi / 180)) / .pi) / 2 * Double(count)
        let (right, down) = (width / 2 / side, height / 2 / side)
        var tiles: [Tile] = []
        for row in Int((y - down).rounded(.down))...Int((y + down).rounded(.down)) where (0..<count).contains(row) {
            for column in Int((x - right).rounded(.down))...Int((x + right).rounded(.down)) {
                // Columns continue on the other side of the antimeridian.
                let wrapped = (column % count + count) % count
                let place = ((Double(column) - x) * side, (Double(row) - y) * side)
                tiles.append(Tile(zoom: zoom, column: wrapped, row: row, x: place.0, y: place.1))
            }
        }
        return tiles
    }
}

extension PhotoRecord.Place {
    /// The way to another place in metres, east and north, in the tangent plane of WGS 84. Exact enough up to some
    /// kilometres.
    func offset(to other: Self) -> (east: Double, north: Double) {
        let (semiMajor, eccentricity) = (WGS84.semiMajorAxis, WGS84.eccentricitySquared)
        let sine = sin(latitude * .pi / 180)
        let root = (1 - eccentricity * sine * sine).squareRoot()
        let meridian = semiMajor * (1 - eccentricity) / (root * root * root)
        let difference = (other.longitude - longitude + 540).truncatingRemainder(dividingBy: 360) - 180
        return (
            difference * .pi / 180 * semiMajor / root * cos(latitude * .pi / 180),
            (other.latitude - latitude) * .pi / 180 * meridian
        )
    }
}
