// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The golden files.
enum Golden {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../Golden").standardizedFileURL

    /// The names of all streams.
    static let names = named("stream")
    /// The names of the streams that are made from a scenario.
    static let scenarios = named("yaml")

    private static func named(_ kind: String) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix("." + kind) }.map { String($0.dropLast(kind.count + 1)) }.sorted()
    }

    static func path(_ name: String, _ kind: String) -> String { "\(folder.path)/\(name).\(kind)" }

    static func text(_ name: String, _ kind: String) throws -> String {
        try String(contentsOfFile: path(name, kind), encoding: .utf8)
    }

    static func lines(_ name: String) throws -> [[String: Any]] {
        try text(name, "json").split(separator: "\n").map { try object($0) }
    }

    /// The position reports of a stream.
    static func reports(_ name: String) throws -> [[String: Any]] {
        try lines(name).filter { $0["class"] as? String == "TPV" }
    }
}

/// What a scenario says, read from its text without the simulator.
struct GoldenScenario {
    struct Place {
        var latitude, longitude, height: Double

        /// The distance on a sphere in metres, good to a percent for short ones, at the poles too.
        func distance(latitude other: Double, longitude otherLongitude: Double) -> Double {
            func vector(_ latitude: Double, _ longitude: Double) -> [Double] {
                let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
                return [cos(phi) * cos(lambda), cos(phi) * sin(lambda), sin(phi)]
            }
            let (one, two) = (vector(latitude, longitude), vector(other, otherLongitude))
            return zip(one, two).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot() * 6_371_000
        }
    }

    let start: Date
    let duration: Double
    let rate: Double
    /// Nil for a vehicle that moves.
    let place: Place?
    let constellations: [String]

    init(_ name: String) throws {
        let text = try Golden.text(name, "yaml")
        let startText = try #require(text.firstMatch(of: /start: "([^"]+)"/)?.1)
        start = try Date(String(startText), strategy: .iso8601)
        duration = try #require(text.firstMatch(of: /duration_s: ([0-9.]+)/).flatMap { Double($0.1) })
        rate = text.firstMatch(of: /rate_hz: ([0-9.]+)/).flatMap { Double($0.1) } ?? 1
        place = text.firstMatch(of: /place: { latitude_deg: (\S+), longitude_deg: (\S+), height_m: (\S+) }/).flatMap {
            guard let latitude = Double($0.1), let longitude = Double($0.2), let height = Double($0.3) else {
                return nil
            }
            return Place(latitude: latitude, longitude: longitude, height: height)
        }
        constellations =
            text.firstMatch(of: /constellations: \[([^\]]*)\]/)?.1.components(separatedBy: ", ")
            ?? ["gps", "galileo", "beidou", "glonass"]
    }

    /// The instants of the first epochs, as decoded lines state them.
    func instants(_ count: Int) -> [String] {
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        // Half a millisecond more, because the format cuts off.
        return (0..<count).map { start.addingTimeInterval(Double($0) / rate + 0.000_5).formatted(format) }
    }
}
