// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Paths
import Testing

@testable import Storage

/// The points of a path: nothing of them is lost, and they are read as of one moment.
struct PointStoreTests {
    private let start = UTCTime(nanosecondsSince1970: 1_700_000_000_000_000_000)

    private func stored(_ points: [PathPoint]) async throws -> [PathPoint] {
        let store = try Store()
        let path = try await store.startPath(name: "p", started: start)
        #expect(try await store.append(points, to: path.id) == points.count)
        return try await store.points(of: path.id, limit: 100_000)
    }

    @Test func `positions and numbers are bit for bit what they were`() async throws {
        var generator = SystemRandomNumberGenerator()
        var numbers = [
            0.0, -0.0, 90, -90, 180, -180, 1e-300, .leastNonzeroMagnitude, -50.087500012345678, 45, 0.1 + 0.2,
        ]
        for _ in 0..<500 { numbers.append(.random(in: -180...180, using: &generator)) }
        let points = numbers.map { number in
            var point = PathPoint(TestPath.position(number / 2, number))
            point.height.ellipsoidal = Length(metres: number)
            point.dop.hdop = number * 1e10
            return point
        }
        let found = try await stored(points)
        #expect(found == points)
        for (a, b) in zip(found, points) {
            #expect(a.position.latitude.degrees.bitPattern == b.position.latitude.degrees.bitPattern)
            #expect(a.position.longitude.degrees.bitPattern == b.position.longitude.degrees.bitPattern)
        }
    }

    @Test func `every value of every closed set, and every part that is known or not, survives`() async throws {
        var points = [PathPoint(TestPath.position(1, 2))]
        func add(_ change: (inout PathPoint) -> Void) {
            var bare = PathPoint(TestPath.position(1, 2))
            var full = TestPath.points(1)[0]
            change(&bare)
            change(&full)
            points += [bare, full]
        }
        for kind in FixKind.allCases { add { $0.fixKind = kind } }
        for quality in FixQuality.allCases { add { $0.quality = quality } }
        for origin in PathPoint.Origin.allCases { add { $0.origin = origin } }
        for origin in AccuracyOrigin.allCases {
            add { $0.horizontalAccuracy = Accuracy(Length(metres: 1.5), origin: origin) }
            add { $0.verticalAccuracy = Accuracy(Length(metres: 0), origin: origin) }
        }
        for state in Authentication.State.allCases { add { $0.authentication = state } }
        add { $0.beginsSegment.toggle() }
        add { $0.sampleCount = 20 }
        add { ($0.satellitesUsed, $0.receiver, $0.authentication, $0.time) = (nil, nil, nil, nil) }
        add { ($0.height, $0.dop, $0.horizontalAccuracy) = (Height(), DilutionOfPrecision(), nil) }
        add { $0.height.geoidSeparation = nil }
        add { $0.time = UTCTime(nanosecondsSince1970: .min, isLeapSecond: true) }
        add { $0.time = UTCTime(nanosecondsSince1970: .max) }
        #expect(try await stored(points) == points)
    }

    @Test func `a number that is none is unknown afterwards, an infinite one stays`() async throws {
        var point = PathPoint(TestPath.position(1, 2))
        point.horizontalAccuracy = Accuracy(Length(metres: .nan), origin: .receiver)
        point.verticalAccuracy = Accuracy(Length(metres: .infinity), origin: .receiver)
        point.dop.hdop = .signalingNaN
        let found = try #require(try await stored([point]).first)
        #expect(found.horizontalAccuracy == nil && found.dop.hdop == nil)
        #expect(found.verticalAccuracy?.value.metres == .infinity)
    }

    @Test func `parts come in order and end where the path ends`() async throws {
        let store = try Store()
        let path = try await store.startPath(name: "p", started: start)
        let other = try await store.startPath(name: "q", started: start)
        let points = TestPath.points(50)
        for point in points {
            try await store.append([point], to: path.id)
            try await store.append(TestPath.points(1, from: 1000), to: other.id)
        }
        #expect(try await store.points(of: path.id, from: 0, limit: 20) == Array(points[..<20]))
        #expect(try await store.points(of: path.id, from: 40, limit: 20) == Array(points[40...]))
        #expect(try await store.points(of: path.id, from: 50, limit: 20).isEmpty)
        #expect(try await store.points(of: path.id, from: -3, limit: 0) == [points[0]])
        #expect(try await store.points(of: path.id, from: .max, limit: .max).isEmpty)
        #expect(try await store.removeLastPoint(of: path.id) == points[49])
        #expect(try await store.append([points[7]], to: path.id) == 50)
        #expect(try await store.points(of: path.id, from: 48, limit: 5) == [points[48], points[7]])
        for _ in 0..<50 { try await store.removeLastPoint(of: path.id) }
        #expect(try await store.removeLastPoint(of: path.id) == nil)
        #expect(try await store.path(path.id)?.pointCount == 0)
    }

    @Test func `pages hold what the path had when reading began, and refuse to join two states`() async throws {
        let store = try Store()
        let path = try await store.startPath(name: "p", started: start)
        let points = TestPath.points(25)
        try await store.append(points, to: path.id)
        var found: [PathPoint] = []
        let pages = try await store.pages(of: path.id, pageSize: 10)
        for try await page in pages {
            found += page
            try await store.append(TestPath.points(10, from: 100), to: path.id)
        }
        #expect(found == points && pages.path.pointCount == 25)

        var iterator = try await store.pages(of: path.id, pageSize: 10).makeAsyncIterator()
        #expect(try await iterator.next()?.count == 10)
        try await store.removeLastPoint(of: path.id)
        let changed = await #expect(throws: StoreError.self) { try await iterator.next() }
        #expect(changed == .changedPath(path.id))
        iterator = try await store.pages(of: path.id).makeAsyncIterator()
        try await store.deletePath(path.id)
        let gone = await #expect(throws: StoreError.self) { try await iterator.next() }
        #expect(gone == .unknownPath(path.id))
    }
}
