// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import Paths

struct RoundTripTests {
    private func roundTrip(_ points: [PathPoint], _ format: PathFormat, name: String = "Field 7") throws -> ImportedPath
    {
        let path = SamplePaths.path(name)
        let read = try PathReader(format).read(SamplePaths.bytes(points, as: format, of: path))
        #expect(read.count == 1)
        return try #require(read.first)
    }

    @Test("Everything that a point holds comes back", arguments: PathFormat.allCases)
    func everything(_ format: PathFormat) throws {
        for seed in 0..<40 {
            var random = RandomPoints(seed: UInt64(seed))
            let points = random.points(random.next(40))
            let read = try roundTrip(points, format)
            let first = zip(points, read.points).first { $0 != $1 }
            #expect(read.points == points, "seed \(seed): \(String(describing: first))")
        }
    }

    @Test("A path longer than one of KML's tracks comes back")
    func long() throws {
        let points = SamplePaths.points(
            (0..<KMLEncoder.longestTrack + 1).map { (50 + Double($0) * 1e-6, 14) }, height: 300)
        let read = try roundTrip(points, .kml)
        #expect(read.points == points)
    }

    @Test("Name and times come back, without what XML cannot hold", arguments: [PathFormat.kml, .kmz, .gpx, .geojson])
    func whole(_ format: PathFormat) throws {
        let path = SamplePaths.path()
        for points in [[], SamplePaths.points([(50, 14)])] {
            let read = try roundTrip(points, format, name: " Žluťoučký <kůň> & \"pes\" ' ]]> 🛰\n")
            #expect(read.name == "Žluťoučký <kůň> & \"pes\" ' ]]> 🛰")
            #expect(read.started == path.started)
            #expect(read.ended == path.ended)
            #expect(read.points == points)
        }
        let read = try roundTrip([], format, name: "a\u{0}b\u{8}c\u{1F}d\u{FFFE}e")
        #expect(read.name == (format == .geojson ? "a\u{0}b\u{8}c\u{1F}d\u{FFFE}e" : "abcde"))
    }

    @Test("What is not finite is left out rather than written", arguments: PathFormat.allCases)
    func notFinite(_ format: PathFormat) throws {
        var point = try #require(SamplePaths.point(50, 14, second: 0))
        point.height.orthometric = Length(metres: .nan)
        point.height.ellipsoidal = Length(metres: .infinity)
        point.dop.hdop = .nan
        point.satellitesUsed = -1
        let read = try roundTrip([point], format).points
        #expect(read == SamplePaths.points([(50, 14)]))
    }

    @Test("What is written is the same in pieces and at once", arguments: PathFormat.allCases)
    func pieces(_ format: PathFormat) throws {
        var random = RandomPoints(seed: 7)
        let points = random.points(2000)
        var sizes: [Int] = []
        var joined: [UInt8] = []
        try PathWriter.write(SamplePaths.path(), points: points, as: format) {
            sizes.append($0.count)
            joined.append(contentsOf: $0)
        }
        if format != .kmz {
            #expect(sizes.count > 2)
            var writer = PathWriter(SamplePaths.path(), as: format)
            var whole: [UInt8] = []
            writer.append(points, to: &whole)
            try writer.finish(to: &whole)
            #expect(whole == joined)
        }
        #expect(try PathReader(format).read(joined).first?.points == points)
    }
}
