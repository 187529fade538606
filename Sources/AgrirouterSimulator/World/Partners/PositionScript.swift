// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

/// Generates the position lists that a partner sends, valid ones and many kinds of invalid ones.
struct PositionScript: Sendable {
    /// The kind of list.
    enum Kind: String, CaseIterable, Sendable {
        case circle, line, jump
        case noFix = "no_fix"
        case zero, nan
        case outOfRange = "out_of_range"
        case future, old, unsorted, empty
        case unknownStatus = "unknown_status"
        case extensions, garbage
    }

    var kind: Kind
    var count: Int
    /// The time between two positions, in seconds.
    var interval: Double
    var latitude: Double
    var longitude: Double
    var radius: Double
    var up: Int64
    var status: Int64

    /// Encodes a `GPSList` whose last position has the time `end`.
    ///
    /// - Parameter phase: The number of positions sent before, so that the track continues.
    func bytes(until end: UTCTime, phase: Int) -> [UInt8] {
        if kind == .garbage { return [0x0A, 0x7F, 0x01, 0xFF, 0x07] }
        var writer = WireWriter()
        let places = Array(0..<(kind == .empty ? 0 : count))
        for place in kind == .unsorted ? places.reversed() : places {
            let time = end.adding(-Double(count - 1 - place) * interval + shift)
            writer.message(1) { entry(place + phase, time, &$0) }
        }
        if kind == .extensions { writer.message(2048) { ResponseWriter.any(&$0, "example.invalid/List", [1, 2]) } }
        return writer.bytes
    }

    private var shift: Double {
        switch kind {
        case .future: 3600
        case .old: -1_209_600
        default: 0
        }
    }

    private func entry(_ place: Int, _ time: UTCTime, _ writer: inout WireWriter) {
        var (north, east) = point(place)
        var (up, status) = (up, status)
        switch kind {
        case .noFix: (north, east, up, status) = (0, 0, 0, 0)
        case .zero: (north, east) = (0, 0)
        case .nan: (north, east) = (.nan, .infinity)
        case .outOfRange: (north, east) = (north + 90, east + 360)
        case .unknownStatus: status = 12
        default: break
        }
        writer.real(1, north)
        writer.real(2, east)
        writer.zigzag(3, up)
        writer.integer(4, status)
        writer.real(6, 0.8)
        writer.integer(7, status == 0 ? 0 : 14)
        ResponseWriter.time(&writer, 8, time)
        if kind == .extensions { writer.message(2048) { ResponseWriter.any(&$0, "example.invalid/Entry", [3]) } }
    }

    /// A point of the track; `radius` is in metres, with 111 km for a degree of latitude.
    private func point(_ place: Int) -> (Double, Double) {
        let size = radius / 111_000
        switch kind {
        case .line: return (latitude + size * Double(place), longitude)
        case .jump: return place % 2 == 0 ? (latitude, longitude) : (latitude + 10, longitude + 10)
        default:
            // Twelve points on a circle, as on a clock face, without trigonometry.
            let steps: [(Double, Double)] = [
                (0, 1), (0.5, 0.866), (0.866, 0.5), (1, 0), (0.866, -0.5), (0.5, -0.866), (0, -1), (-0.5, -0.866),
                (-0.866, -0.5), (-1, 0), (-0.866, 0.5), (-0.5, 0.866),
            ]
            let (east, north) = steps[place % steps.count]
            return (latitude + size * north, longitude + size * east)
        }
    }
}
