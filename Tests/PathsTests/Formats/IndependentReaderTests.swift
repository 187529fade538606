// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Testing

@testable import Paths

/// What is written, as programs of others see it.
struct IndependentReaderTests {
    /// Paths of each kind that a writer treats in a way of its own.
    private static func paths() -> [[PathPoint]] {
        var random = RandomPoints(seed: 11)
        let square = SamplePaths.points([(50, 14), (50, 14.001), (50.001, 14.001), (50, 14)], height: 300)
        var gaps = square
        gaps[2].beginsSegment = true
        let untimed = square.map { PathPoint($0.position) }
        return [
            [], Array(square.prefix(1)), Array(square.prefix(2)), square, gaps, untimed, random.points(200),
            random.points(30),
            random.points(30),
        ]
    }

    @Test(
        "The schemas of GPX 1.1 and KML 2.2 allow what is written",
        .enabled(if: Judges.hasSchemas, "no xmllint or schemas"),
        arguments: [(PathFormat.gpx, "gpx.xsd"), (.kml, "ogckml22.xsd")])
    func schema(_ format: PathFormat, _ schema: String) throws {
        let schemas = try #require(Judges.schemas, "script/schemas gives none")
        try Judges.withFolder { folder in
            var files: [String] = []
            for (number, points) in Self.paths().enumerated() {
                let file = folder.appending(path: "\(number).\(format.fileExtension)")
                let path = SamplePaths.path("<\(number)> & \"Ž\u{1}\u{FFFF}\" ]]>")
                try Data(SamplePaths.bytes(points, as: format, of: path)).write(to: file)
                files.append(file.path)
            }
            // One that it must refuse: so it is known to judge.
            let wrong = folder.appending(path: "wrong").path
            let text = try SamplePaths.text(SamplePaths.points([(50, 14)]), as: format)
            let changed = text.replacing("lat=", with: "at=").replacing("<gx:coord>", with: "<gx:place>")
                .replacing("</gx:coord>", with: "</gx:place>")
            try Data(changed.utf8).write(to: URL(filePath: wrong))
            let arguments = ["--noout", "--nonet", "--schema", "\(schemas)/\(schema)"]
            let answer = try Judges.run(Judges.xmllint, arguments + files + [wrong])
            let verdicts = answer.output.split(separator: "\n").filter { $0.hasSuffix("validates") }
            #expect(verdicts.map(String.init) == files.map { "\($0) validates" }, "\(answer.output.prefix(2000))")
            #expect(answer.output.contains("\(wrong) fails to validate"))
        }
    }

    /// What gpsbabel makes of a file: the points of its tracks and routes, as its own GPX has them.
    private func babelled(_ bytes: [UInt8], _ format: PathFormat) throws -> [[String: String]] {
        try Judges.withFolder { folder in
            let (input, output) = (folder.appending(path: "input"), folder.appending(path: "output.gpx"))
            try Data(bytes).write(to: input)
            let answer = try Judges.run(
                Judges.gpsbabel,
                ["-t", "-w", "-i", format.rawValue, "-f", input.path, "-o", "gpx,gpxver=1.1", "-F", output.path])
            #expect(answer.status == 0, "\(answer.output)")
            return elements("trkpt", of: String(decoding: try Data(contentsOf: output), as: UTF8.self))
        }
    }

    /// Attributes and elements of elements of that name, by their words alone.
    private func elements(_ name: String, of text: String) -> [[String: String]] {
        text.split(separator: "<\(name) ").dropFirst().map { piece in
            let body = piece.prefix { _ in true }.split(separator: "</\(name)>").first ?? ""
            var found: [String: String] = [:]
            for match in body.matches(of: /(lat|lon)="([^"]*)"/) { found[String(match.1)] = String(match.2) }
            for match in body.matches(of: /<(ele|time|fix|sat|hdop|vdop|pdop|geoidheight)>([^<]*)</) {
                found[String(match.1)] = String(match.2)
            }
            return found
        }
    }

    private func check(_ read: [String: String], _ point: PathPoint, _ format: PathFormat) {
        func number(_ name: String) -> Double? { read[name].flatMap { Double($0) } }
        func isNear(_ a: Double?, _ b: Double?, _ tolerance: Double) -> Bool {
            guard let a, let b else { return a == nil && b == nil }
            return abs(a - b) <= tolerance
        }
        #expect(isNear(number("lat"), point.position.latitude.degrees, 1e-9))
        #expect(isNear(number("lon"), point.position.longitude.degrees, 1e-9))
        #expect(isNear(number("ele"), point.height.orthometric?.metres, 1e-3))
        #expect(read["time"].flatMap { UTCTime(iso8601: $0, .any) } == point.time)
        guard format == .gpx else { return }
        #expect(isNear(number("hdop"), point.dop.hdop, 1e-3))
        #expect(isNear(number("sat"), point.satellitesUsed.map(Double.init), 0))
        #expect(read["fix"] == "dgps")
    }

    @Test(
        "gpsbabel reads the same points from GPX and KML", .enabled(if: Judges.hasGPSBabel, "no gpsbabel"),
        arguments: [PathFormat.gpx, .kml])
    func gpsbabel(_ format: PathFormat) throws {
        var points = SamplePaths.points(
            [(50.123_456_789, 14), (50.1, 14.123_456_789), (-33.9, 151.2), (89.5, -179.999_9), (0, 0)], height: 300.25)
        for index in points.indices {
            (points[index].dop.hdop, points[index].satellitesUsed) = (0.75 + Double(index), 9 + index)
            (points[index].fixKind, points[index].quality) = (.threeDimensional, .differential)
        }
        points[3].beginsSegment = true
        let read = try babelled(SamplePaths.bytes(points, as: format, of: SamplePaths.path("Žluťoučký <kůň>")), format)
        // In KML the line is there once more, and gpsbabel takes it for a track of its own.
        #expect(read.count >= points.count)
        for (read, point) in zip(read, points) { check(read, point, format) }
    }

    @Test("the table that gpsbabel writes is read with its times", .enabled(if: Judges.hasGPSBabel, "no gpsbabel"))
    func gpsbabelTable() throws {
        let points = SamplePaths.points([(50.123_456, 14), (-33.9, 151.2)], height: 300.25)
        let paths = try Judges.withFolder { folder in
            let (input, output) = (folder.appending(path: "input"), folder.appending(path: "output.csv"))
            try Data(try SamplePaths.bytes(points, as: .gpx, of: SamplePaths.path("path"))).write(to: input)
            let answer = try Judges.run(
                Judges.gpsbabel, ["-t", "-i", "gpx", "-f", input.path, "-o", "unicsv", "-F", output.path])
            #expect(answer.status == 0, "\(answer.output)")
            return try PathReader(.csv).read([UInt8](try Data(contentsOf: output)))
        }
        let read = try #require(paths.first).points
        #expect(read.count == points.count)
        for (read, point) in zip(read, points) {
            #expect(abs(read.position.latitude.degrees - point.position.latitude.degrees) < 1e-6)
            #expect(read.time == point.time)
        }
    }
}
