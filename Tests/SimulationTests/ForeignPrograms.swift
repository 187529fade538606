// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import TestSupport
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
    process.waitForEnd()
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

/// `convbin` and `rnx2rtkp` of RTKLIB.
enum RTKLIB {
    private static let convbin = "/usr/bin/convbin"
    private static let rnx2rtkp = "/usr/bin/rnx2rtkp"
    static var isInstalled: Bool {
        [convbin, rnx2rtkp].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Where it computes a receiver of u-blox's to be that sent these bytes.
    ///
    /// - Parameter system: RTKLIB's number of the system whose satellites it may use.
    /// - Returns: how many orbits it read, and places: Earth-centred, Earth-fixed, in metres.
    static func places(_ bytes: [UInt8], system: Int) throws -> (orbits: Int, places: [[Double]]) {
        try inFolder { folder in
            try Data(bytes).write(to: folder.appending(path: "raw.ubx"))
            let (status, _) = try run(
                convbin, ["-r", "ubx", "-v", "3.03", "-od", "-os", "-o", "raw.obs", "-n", "raw.nav", "raw.ubx"],
                in: folder)
            #expect(status == 0)
            let orbits = try String(contentsOf: folder.appending(path: "raw.nav"), encoding: .utf8)
            // The program takes the delays of the air away only where it is told to; its mask is that of the receiver.
            let options = """
                pos1-posmode=single
                pos1-ionoopt=brdc
                pos1-tropopt=saas
                pos1-navsys=\(system)
                pos1-elmask=10
                out-solformat=xyz

                """
            try Data(options.utf8).write(to: folder.appending(path: "options"))
            let (code, output) = try run(rnx2rtkp, ["-k", "options", "-e", "raw.obs", "raw.nav"], in: folder)
            #expect(code == 0)
            let places = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap {
                line -> [Double]? in
                guard !line.hasPrefix("%") else { return nil }
                let words = line.split(separator: " ")
                return words.count > 5 ? words[2...4].compactMap { Double($0) } : nil
            }
            let count = orbits.split(whereSeparator: \.isNewline).count { line in
                line.first.map { "GRC".contains($0) } == true && line.dropFirst().first?.isNumber == true
            }
            return (count, places)
        }
    }
}

/// How far a position is from another near it, in metres.
func distance(_ a: GeodeticPosition, _ b: GeodeticPosition) -> Double {
    let error = metres(a, b)
    return (error.east * error.east + error.north * error.north).squareRoot()
}
