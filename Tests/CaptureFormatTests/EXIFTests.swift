// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CaptureFormat

@Suite struct EXIFTests {
    private func facts(_ latitude: Double, _ longitude: Double, _ altitude: Double? = nil) -> EXIFFacts {
        var facts = EXIFFacts(
            photoTime: 1_790_000_000_123, uniqueID: String(repeating: "ab", count: 16),
            comment: "capture 7; OSNMA: authenticated")
        (facts.latitude, facts.longitude, facts.altitude) = (latitude, longitude, altitude)
        return facts
    }

    @Test(arguments: [
        (50.0875, 14.4213, 250.125), (-33.000_123_4, 151.2, 0.5), (-54.8, -68.3, 3), (64.1, -21.9, 12),
        (31.5, 35.47, -430.5), (10.00015, 179.999_999_9, 1), (10, -179.999_999_9, 1), (89.999_999_99, 0, 2),
        (-90, 180, 2835), (90, -180, 0), (0, 0, 0), (-0.000_000_1, -0.000_000_1, -0.001),
        (59.999_999_999_9, 9.999_999_999_9, 1),
    ])
    func `another program reads the same place in every hemisphere`(
        latitude: Double, longitude: Double, altitude: Double
    ) throws {
        let original = try photo()
        let image = try JPEGImage(original)
        let file = EXIFWriter.file(image, facts(latitude, longitude, altitude))
        let tags = try exif(file)
        #expect("\(tags["Validate"] ?? "")" == "0 0 0", "\(tags["Warning"] ?? tags)")
        // A millionth of a second of arc is 0.03 mm.
        #expect(abs(try #require(tags["GPSLatitude"] as? Double) - latitude) < 3e-10)
        #expect(abs(try #require(tags["GPSLongitude"] as? Double) - longitude) < 3e-10)
        #expect(abs(try #require(tags["GPSAltitude"] as? Double) - altitude) < 0.001)
        #expect(tags["GPSLatitudeRef"] as? String == (latitude < 0 ? "S" : "N"))
        #expect(tags["GPSLongitudeRef"] as? String == (longitude < 0 ? "W" : "E"))
        #expect(tags["GPSAltitudeRef"] as? Int == (altitude < 0 ? 1 : 0))
        #expect(tags["GPSMapDatum"] as? String == "WGS-84" && tags["GPSStatus"] as? String == "A")
    }

    @Test func `everything that is known is written, and what is not known is not`() throws {
        var known = facts(50, 14, 250)
        known.positionTime = 1_790_000_000_050
        known.direction = .init(degrees: 271.5, isTrue: false)
        (known.course, known.speed, known.hdop, known.accuracy) = (12.25, 10, 0.8, 1.234)
        known.satellites = "G05 G12 E11"
        (known.isThreeDimensional, known.isDifferential) = (true, true)
        (known.make, known.model) = ("Fairphone", "FP5 – é")
        let tags = try exif(EXIFWriter.file(JPEGImage(photo()), known))
        #expect("\(tags["Validate"] ?? "")" == "0 0 0", "\(tags["Warning"] ?? tags)")
        #expect(tags["GPSImgDirection"] as? Double == 271.5 && tags["GPSImgDirectionRef"] as? String == "M")
        #expect(tags["GPSTrack"] as? Double == 12.25 && tags["GPSSpeed"] as? Double == 36)
        #expect(tags["GPSDOP"] as? Double == 0.8 && tags["GPSHPositioningError"] as? Double == 1.234)
        #expect(tags["GPSSatellites"] as? String == "G05 G12 E11" && tags["GPSMeasureMode"] as? Int == 3)
        #expect(tags["GPSDifferential"] as? Int == 1 && tags["GPSVersionID"] as? String == "2 3 0 0")
        #expect(tags["GPSDateStamp"] as? String == "2026:09:21" && tags["GPSTimeStamp"] as? String == "14:13:20.05")
        #expect(tags["DateTimeOriginal"] as? String == "2026:09:21 14:13:20")
        #expect("\(tags["SubSecTimeOriginal"] ?? "")" == "123" && tags["OffsetTimeOriginal"] as? String == "+00:00")
        #expect(tags["UserComment"] as? String == "capture 7; OSNMA: authenticated")
        #expect(tags["ImageUniqueID"] as? String == String(repeating: "ab", count: 16))
        #expect(tags["Make"] as? String == "Fairphone" && tags["Model"] as? String == "FP5 ? ?")
        let bare = try exif(
            EXIFWriter.file(JPEGImage(photo()), EXIFFacts(photoTime: 0, uniqueID: "", comment: "")))
        let absent = [
            "GPSLatitude", "GPSAltitude", "GPSTimeStamp", "GPSImgDirection", "GPSDOP", "GPSHPositioningError", "Make",
        ]
        for tag in absent { #expect(bare[tag] == nil, "\(tag)") }
        #expect(bare["GPSStatus"] as? String == "V")
    }

    private func segment(_ code: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 2
        return [0xFF, code, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    }

    @Test func `nothing between the scans of a picture states a second position`() throws {
        let plain = try photo(width: 64, height: 48, "-progressive")
        let first = try #require(plain.indices.dropLast().first { plain[$0] == 0xFF && plain[$0 + 1] == 0xDA })
        // The next segment with tables, behind the compressed data of the first scan.
        let place = try #require(
            plain.indices.dropFirst(first + 2).first { plain[$0] == 0xFF && plain[$0 + 1] == 0xC4 })
        func file(with added: [UInt8]) throws -> [UInt8] {
            EXIFWriter.file(try JPEGImage(Array(plain[..<place]) + added + Array(plain[place...])), facts(50, 14))
        }
        let expected = EXIFWriter.file(try JPEGImage(plain), facts(50, 14))
        let exif = segment(0xE1, Array("Exif\0\0II*\0".utf8) + [UInt8](repeating: 1, count: 9))
        let xmp = segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8))
        let (iptc, list) = (segment(0xED, Array("Photoshop 3.0\0".utf8)), segment(0xE2, Array("MPF\0II*\0".utf8)))
        let several = exif + xmp + exif
        let comment = segment(0xFE, Array("50.1 N".utf8))
        for added in [exif, xmp, iptc, list, several, comment] { #expect(try file(with: added) == expected) }
        // A colour profile stays.
        let profile = segment(0xE2, Array("ICC_PROFILE\0".utf8))
        #expect(try file(with: exif + profile).count == expected.count + profile.count)
        // A second picture, and data that would become a marker behind the 0xFF in front of the segment.
        let frame = segment(0xC2, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
        let start: [UInt8] = [0xFF, 0xD8]
        let hidden: [UInt8] = [0xFF] + exif + Array(exif.dropFirst())
        for added in [frame, start + exif, segment(0xF0, [1]), hidden] {
            #expect(throws: ImageError.self) { try file(with: added) }
        }
        let twice = start + start + exif + Array(plain.dropFirst(2))
        #expect(throws: ImageError.self) { try JPEGImage(twice) }
    }

    @Test func `nothing in the file states a second position`() throws {
        let plain = try photo()
        let second = EXIFWriter.file(try JPEGImage(plain), facts(1, 2))
        let texts: [(code: UInt8, text: String)] = [
            (0xED, "Photoshop 3.0\0city"), (0xE2, "MPF\0II*\0"), (0xE6, "GoPro\0DEVC"), (0xEB, "JP\0\0jumb"),
            (0xFE, "50.1 N 14.4 E"), (0xE0, "JFXX\0"), (0xE2, "urn:iso:std"), (0xEE, "other"), (0xEF, "other"),
        ]
        let removed = texts.flatMap { segment($0.code, Array($0.text.utf8)) }
        let kept = segment(0xE2, Array("ICC_PROFILE\0".utf8)) + segment(0xEE, Array("Adobe".utf8))
        // Behind SOI and JFIF.
        func image(with added: [UInt8]) throws -> JPEGImage {
            try JPEGImage(Array(plain[..<20]) + added + Array(plain[20...]) + second + Array("trailer".utf8))
        }
        let file = EXIFWriter.file(try image(with: removed), facts(50, 14))
        #expect(file == EXIFWriter.file(try JPEGImage(plain), facts(50, 14)))
        let more = EXIFWriter.file(try image(with: kept + removed), facts(50, 14))
        #expect(more == EXIFWriter.file(try image(with: kept), facts(50, 14)))
        #expect(more.count == file.count + kept.count)
        #expect(throws: ImageError.self) { try image(with: segment(0xF0, [1])) }
    }

    @Test(arguments: [["-quality", "90"], ["-progressive"], ["-grayscale"], ["-restart", "1"]])
    func `the picture stays the same to the last bit`(options: [String]) throws {
        var pixels = Array("P6\n640 480\n255\n".utf8)
        for _ in 0..<640 * 480 * 3 { pixels.append(UInt8.random(in: 0...255)) }
        let original = try run("cjpeg", options, input: pixels)
        let image = try JPEGImage(original)
        #expect(image.width == 640 && image.height == 480)
        let file = EXIFWriter.file(image, facts(50, 14))
        // SOI and JFIF, 20 bytes, then the new segment, then everything else.
        #expect(
            Array(file.prefix(20)) == Array(original.prefix(20))
                && file.suffix(original.count - 20) == original.dropFirst(20))
        #expect(try run("djpeg", [], input: file) == run("djpeg", [], input: original))
        // Writing again replaces what was written.
        let again = EXIFWriter.file(try JPEGImage(file), facts(50, 14))
        #expect(again == file)
    }

    @Test(arguments: [1, 3, 6, 8])
    func `a picture stays as the camera was held, and is not compressed again`(orientation: Int) throws {
        let plain = try photo()
        // A directory with the tag Orientation alone (EXIF 3.0, 4.6.2).
        var content = Array("Exif\0\0II*\0".utf8)
        content += [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0, 0]
        let held = Array(plain[..<20]) + segment(0xE1, content) + Array(plain[20...])
        let file = EXIFWriter.file(try JPEGImage(held), facts(50, 14))
        #expect(try exif(file)["Orientation"] as? Int == orientation)
        #expect(file.suffix(plain.count - 20) == plain.dropFirst(20))
    }

    @Test func `data of the camera are kept, and another position, a preview and XMP are not`() throws {
        let folder = NSTemporaryDirectory() + "gnss-exif-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/photo.jpg"
        for order in ["II", "MM"] {
            try Data(try photo()).write(to: URL(fileURLWithPath: path))
            try run(
                "exiftool",
                [
                    "-q", "-overwrite_original", "-ExifByteOrder=\(order)", "-Make=Pixel", "-Model=8a",
                    "-Orientation#=6",
                    "-ExposureTime=1/250", "-FNumber=1.9", "-ISO=64", "-FocalLength=4.38", "-LensModel=rear",
                    "-GPSLatitude=1",
                    "-GPSLatitudeRef=S", "-GPSLongitude=2", "-GPSLongitudeRef=W", "-XMP:GPSLatitude=3",
                    "-XMP:Location=elsewhere", "-DateTimeOriginal=2001:01:01 00:00:00", "-GPSAreaInformation=there",
                    "-MakerNoteSafety=", path,
                ])
            let file = EXIFWriter.file(
                try JPEGImage([UInt8](Data(contentsOf: URL(fileURLWithPath: path)))), facts(50, 14))
            let tags = try exif(file)
            #expect("\(tags["Validate"] ?? "")" == "0 0 0", "\(tags["Warning"] ?? tags)")
            #expect(
                tags["Make"] as? String == "Pixel" && tags["Model"] as? String == "8a"
                    && tags["Orientation"] as? Int == 6)
            #expect(
                tags["ExposureTime"] as? Double == 0.004 && tags["FNumber"] as? Double == 1.9
                    && tags["ISO"] as? Int == 64)
            #expect(tags["FocalLength"] as? Double == 4.38 && tags["LensModel"] as? String == "rear")
            #expect(tags["GPSLatitude"] as? Double == 50 && tags["GPSLongitude"] as? Double == 14)
            #expect(tags["DateTimeOriginal"] as? String == "2026:09:21 14:13:20")
            for tag in ["Location", "GPSAreaInformation", "XMPToolkit"] { #expect(tags[tag] == nil, "\(tag)") }
        }
    }

    @Test func `files that are no photo are refused with the reason`() throws {
        func refusal(_ bytes: [UInt8]) -> ImageError? {
            do throws(ImageError) {
                _ = try JPEGImage(bytes)
                return nil
            } catch {
                return error
            }
        }
        let heic = [0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 100)
        #expect(refusal(heic) == .otherFormat("HEIC"))
        #expect(refusal([0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [0, 0]) == .otherFormat("PNG"))
        #expect(refusal(Array("RIFF0000WEBP".utf8)) == .otherFormat("WebP"))
        let good = try photo()
        for length in 0..<good.count - 1 { #expect(refusal(Array(good.prefix(length))) != nil, "\(length) bytes") }
        #expect(refusal(good) == nil)
        // The size is stated in two bytes each: 20,000 × 20,000.
        let size = try #require(good.indices.first { good[$0] == 0xFF && good[$0 + 1] == 0xC0 })
        var huge = good
        huge.replaceSubrange(size + 5..<size + 9, with: [0x4E, 0x20, 0x4E, 0x20])
        #expect(refusal(huge) == .tooManyPixels(20_000, 20_000))
    }

    @Test func `no bytes stop the reader`() throws {
        let seed = EXIFWriter.file(try JPEGImage(photo(width: 8, height: 8)), facts(50, 14))
        for _ in 0..<20_000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...6) {
                bytes[Int.random(in: 0..<min(bytes.count, 500))] = UInt8.random(in: 0...255)
            }
            if Bool.random() { bytes.removeLast(Int.random(in: 0..<bytes.count)) }
            guard let image = try? JPEGImage(bytes) else { continue }
            let file = EXIFWriter.file(image, facts(50, 14))
            #expect((try? JPEGImage(file)) != nil)
        }
    }
}
