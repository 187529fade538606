// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CaptureFormat

@Suite struct ThumbnailTests {
    /// An image whose left half is dark and whose right half is bright, wider than high.
    private func image(_ width: Int, _ height: Int, orientation: Int? = nil, _ options: String...) throws -> JPEGImage {
        var pixels = Array("P5\n\(width) \(height)\n255\n".utf8)
        for _ in 0..<height { for column in 0..<width { pixels.append(column < width / 2 ? 20 : 235) } }
        let bytes = try run("cjpeg", options, input: pixels)
        guard let orientation else { return try JPEGImage(bytes) }
        let folder = NSTemporaryDirectory() + "gnss-thumbnail-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/photo.jpg"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try run("exiftool", ["-q", "-overwrite_original", "-Orientation#=\(orientation)", path])
        return try JPEGImage([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    }

    /// The size of a decoded file, and the brightness of its four edges' middles: left, top, right, bottom.
    private func decoded(_ file: [UInt8]) throws -> (width: Int, height: Int, edges: [Int]) {
        let pixels = try run("djpeg", ["-grayscale"], input: file)
        let head = pixels.split(separator: 10, maxSplits: 3).prefix(3).map { String(decoding: $0, as: UTF8.self) }
        let size = head[1].split(separator: " ").compactMap { Int($0) }
        let body = Array(pixels.suffix(size[0] * size[1]))
        func at(_ x: Int, _ y: Int) -> Int { Int(body[y * size[0] + x]) }
        let (right, bottom) = (size[0] - 1, size[1] - 1)
        return (
            size[0], size[1],
            [at(0, bottom / 2), at(max(0, right / 2 - 2), 0), at(right, bottom / 2), at(max(0, right / 2 - 2), bottom)]
        )
    }

    @Test(arguments: [(4000, 3000), (640, 480), (320, 240), (64, 48), (8, 8), (5000, 10), (1, 1)])
    func `it is small, whatever the photo's size`(width: Int, height: Int) throws {
        let file = try #require(Thumbnail.file(of: image(width, height)))
        let found = try decoded(file)
        #expect(file.count <= 30_000 && max(found.width, found.height) <= 320)
        #expect(max(found.width, found.height) == min(320, max(width, height)))
    }

    @Test(arguments: 1...8) func `it is upright`(orientation: Int) throws {
        let file = try #require(Thumbnail.file(of: image(400, 200, orientation: orientation)))
        let found = try decoded(file)
        #expect((found.width > found.height) == (orientation < 5))
        // The edge at which the dark half is shown: left, right, top or bottom.
        let dark = [1: 0, 2: 2, 3: 2, 4: 0, 5: 1, 6: 1, 7: 3, 8: 3][orientation] ?? 0
        #expect(found.edges[dark] < 60 && found.edges[(dark + 2) % 4] > 180, "\(found)")
    }

    @Test func `a picture that cannot be compressed well is still small`() throws {
        var pixels = Array("P6\n1280 960\n255\n".utf8)
        for _ in 0..<1280 * 960 * 3 { pixels.append(UInt8.random(in: 0...255)) }
        let file = try #require(Thumbnail.file(of: JPEGImage(run("cjpeg", ["-quality", "100"], input: pixels))))
        #expect(file.count <= 30_000)
    }

    @Test func `no bytes stop the decoder`() throws {
        let seed = try image(64, 48, "-progressive").bytes
        for _ in 0..<3000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...5) { bytes[Int.random(in: 2..<bytes.count)] = UInt8.random(in: 0...255) }
            guard let image = try? JPEGImage(bytes), image.width * image.height < 1_000_000 else { continue }
            if let file = Thumbnail.file(of: image) { #expect(file.count <= 30_000) }
        }
    }
}
