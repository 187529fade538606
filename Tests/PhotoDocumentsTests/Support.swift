// SPDX-License-Identifier: Apache-2.0

import CaptureFormat
import Foundation
import PhotoDocuments
import Testing

/// Runs another program on a file.
///
/// - Parameter arguments: `@` stands for the path of the file.
/// - Returns: Its standard output.
@discardableResult
func run(_ program: String, _ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    let folder = NSTemporaryDirectory() + "gnss-photo-pdf-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(input).write(to: URL(fileURLWithPath: folder + "/in"))
    _ = FileManager.default.createFile(atPath: folder + "/out", contents: nil)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments.map { $0 == "@" ? folder + "/in" : $0 }
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder + "/in"))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: folder + "/out"))
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(program) failed")
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/out")))
}

/// The words of a PDF, with the lines of its layout joined.
func text(_ pdf: [UInt8]) throws -> String {
    let text = String(decoding: try run("pdftotext", ["-layout", "@", "-"], input: pdf), as: UTF8.self)
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

/// The number of pages by `pdfinfo`, after `qpdf` has checked the file.
func pages(_ pdf: [UInt8]) throws -> Int {
    try run("qpdf", ["--check", "@"], input: pdf)
    let lines = String(decoding: try run("pdfinfo", ["@"], input: pdf), as: UTF8.self).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("Pages:") })
    return try #require(Int(line.dropFirst(6).trimmingCharacters(in: .whitespaces)))
}

/// Keeps a PDF in the folder that `GNSS_TEST_SHOTS` names, to look at it.
func keep(_ pdf: [UInt8], _ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["GNSS_TEST_SHOTS"] else { return }
    try Data(pdf).write(to: URL(fileURLWithPath: folder + "/photo-\(name).pdf"))
}

/// A JPEG image by libjpeg's `cjpeg`: a bright sky above a green field, and a dark edge on the left.
func photo(width: Int, height: Int, orientation: Int? = nil) throws -> [UInt8] {
    var pixels = Array("P6\n\(width) \(height)\n255\n".utf8)
    pixels.reserveCapacity(width * height * 3 + 20)
    // Bands of equal rows, because making each row takes long without optimisation.
    let bands = 20
    for band in 0..<bands {
        let shade = UInt8(band * 5)
        let colour: [UInt8] = band < bands / 2 ? [120 + shade, 170 + shade, 250] : [100, 200 - shade, 40]
        let row = (0..<width).flatMap { $0 < width / 10 ? [20, 20, 20] : colour }
        for _ in height * band / bands..<height * (band + 1) / bands { pixels += row }
    }
    let bytes = try run("cjpeg", [], input: pixels)
    guard let orientation else { return bytes }
    return try run("exiftool", ["-q", "-Orientation#=\(orientation)", "-o", "-", "-"], input: bytes)
}

/// A PNG image of a pattern in one colour, with a dark line at its edge.
func png(side: Int, red: UInt8, green: UInt8, blue: UInt8) throws -> [UInt8] {
    let rows = (0..<side).flatMap { row in
        (0..<side).flatMap { column -> [UInt8] in
            let isEdge = row < 2 || column < 2
            let isDark = (row / 16 + column / 16).isMultiple(of: 2)
            return isEdge ? [90, 90, 90] : isDark ? [red, green, blue] : [red &- 14, green &- 14, blue &- 14]
        }
    }
    let script = """
        import sys, zlib, struct
        side = \(side); data = sys.stdin.buffer.read()
        raw = b"".join(b"\\0" + data[y * side * 3:(y + 1) * side * 3] for y in range(side))
        def chunk(kind, body):
            return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
        sys.stdout.buffer.write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw))
            + chunk(b"IEND", b""))
        """
    return try run("python3", ["-c", script], input: rows)
}
