// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Testing

/// A folder that is gone when the closure has returned.
func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "scenario-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
}

/// Runs a program to its end.
///
/// - Returns: its exit code and what it wrote to standard output.
func run(_ program: String, _ arguments: [String], input: URL? = nil, in folder: URL) throws -> (Int32, Data) {
    let output = folder.appending(path: "output-\(UUID().uuidString)")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? FileHandle.nullDevice
    let handle = try FileHandle(forWritingTo: output)
    // A process that has ended may hold on to it.
    defer { try? handle.close() }
    process.standardOutput = handle
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try Data(contentsOf: output))
}

/// `gpsdecode` of the gpsd project.
enum GPSDecode {
    static let program = "/usr/bin/gpsdecode"
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    struct Report: Decodable {
        var `class`: String
        var mode: Int?
        var time: String?
        var lat: Double?
        var lon: Double?
        var altHAE: Double?
        var altMSL: Double?
        var speed: Double?
        var uSat: Int?

        var position: GeodeticPosition? {
            guard let lat, let lon else { return nil }
            return GeodeticPosition(latitude: Angle(degrees: lat), longitude: Angle(degrees: lon))
        }
    }

    /// What it reads in bytes.
    static func reports(_ bytes: [UInt8]) throws -> [Report] {
        try inFolder { folder in
            let input = folder.appending(path: "in")
            try Data(bytes).write(to: input)
            let (status, output) = try run(program, ["-j"], input: input, in: folder)
            #expect(status == 0)
            return try output.split(separator: UInt8(ascii: "\n")).map {
                try JSONDecoder().decode(Report.self, from: Data($0))
            }
        }
    }
}

/// How far a position is from another near it, in metres.
func distance(_ a: GeodeticPosition, _ b: GeodeticPosition) -> Double {
    let error = metres(a, b)
    return (error.east * error.east + error.north * error.north).squareRoot()
}
