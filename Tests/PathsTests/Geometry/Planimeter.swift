// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Paths
import TestSupport

/// GeographicLib's own program, as the judge.
enum Planimeter {
    struct Answer {
        var perimeter: Double
        var area: Double
    }

    static let path = "/usr/bin/Planimeter"
    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// Perimeter and area of all polygons, by one process.
    static func measure(_ polygons: [[GeodeticPosition]], _ options: [String] = []) throws -> [Answer] {
        let input = polygons.map { polygon in
            polygon.map { "\($0.latitude.degrees) \($0.longitude.degrees)\n" }.joined() + "\n"
        }.joined()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("planimeter-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("polygons")
        try Data(input.utf8).write(to: file)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["-s", "-p", "12"] + options
        process.standardInput = try FileHandle(forReadingFrom: file)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitForEnd()
        return String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").compactMap { Double($0) }
            return words.count == 3 ? Answer(perimeter: words[1], area: words[2]) : nil
        }
    }
}

/// Numbers that are the same in each run.
struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// A place in degrees; longitudes are brought into their range.
func place(_ latitude: Double, _ longitude: Double) -> GeodeticPosition {
    let turned = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    let position = GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: turned))
    return position ?? GeodeticPosition(latitude: Angle(degrees: 0), longitude: Angle(degrees: 0)).unsafelyUnwrapped
}

func geometry(_ places: [GeodeticPosition]) -> PathGeometry { PathGeometry(places.map { PathPoint($0) }) }
func geometry(_ places: [(Double, Double)]) -> PathGeometry { geometry(places.map { place($0.0, $0.1) }) }
