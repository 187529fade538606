// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import CaptureFormat

/// Runs another program.
///
/// - Returns: Its standard output.
@discardableResult
func run(_ program: String, _ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let folder = NSTemporaryDirectory() + "gnss-capture-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(input).write(to: URL(fileURLWithPath: folder + "/in"))
    _ = FileManager.default.createFile(atPath: folder + "/out", contents: nil)
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder + "/in"))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: folder + "/out"))
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(program) failed")
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/out")))
}

/// An image by libjpeg's program `cjpeg`.
func photo(width: Int = 64, height: Int = 48, _ options: String...) throws -> [UInt8] {
    var pixels = Array("P6\n\(width) \(height)\n255\n".utf8)
    for row in 0..<height {
        for column in 0..<width {
            pixels += [UInt8(truncatingIfNeeded: row * 3), UInt8(truncatingIfNeeded: column * 5), 128]
        }
    }
    return try run("cjpeg", options, input: pixels)
}

/// What the program `exiftool` reads from an image, by the tags' names.
func exif(_ image: [UInt8]) throws -> [String: Any] {
    let json = try run("exiftool", ["-j", "-n", "-a", "-validate", "-warning", "-error", "-all", "-"], input: image)
    let list = try JSONSerialization.jsonObject(with: Data(json)) as? [[String: Any]]
    return try #require(list?.first)
}
