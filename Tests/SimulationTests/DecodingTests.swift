// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ReceiverStream
import Simulation
import Testing

/// What our own decoder reads in the bytes, against the truth behind them.
@Suite struct DecodingTests {
    /// A good two laps.
    private static let epochs = drive(1300)

    /// Each decoded fix that bears a time, with the truth of that time.
    private static func pairs(_ epochs: [SimulatedEpoch]) throws -> [(fix: Fix, truth: EpochTruth)] {
        let truths = Dictionary(uniqueKeysWithValues: epochs.map { ($0.time, $0.truth) })
        return try decode(epochs).compactMap(\.fix).filter { $0.time != nil }.map { fix in
            (fix, try #require(fix.time.flatMap { truths[$0] }))
        }
    }

    @Test func `every epoch is decoded with its time and its kind of fix`() throws {
        let pairs = try Self.pairs(Self.epochs)
        #expect(pairs.count == 1299)
        for (fix, truth) in pairs {
            #expect(fix.kind == truth.fixKind && fix.time == truth.vehicle.time)
            #expect((fix.position == nil) == (truth.fixKind == .none))
            #expect((fix.height.orthometric == nil) == (truth.fixKind != .threeDimensional))
            #expect(fix.quality == (truth.fixKind == .none ? .invalid : .autonomous))
        }
    }

    @Test func `the fix is lost under a roof and comes back as 2D and then 3D`() throws {
        let epochs = Self.epochs[..<700]
        let kinds = epochs.map(\.truth.fixKind)
        let changes = kinds.reduce(into: [FixKind]()) { if $0.last != $1 { $0.append($1) } }
        let cycle: [FixKind] = [.none, .twoDimensional, .threeDimensional]
        #expect(changes == cycle + cycle + cycle + [.none] || changes == cycle + cycle + cycle + cycle)
        let firstRoof = try #require(epochs.firstIndex { $0.truth.isCovered })
        #expect((80...100).contains(firstRoof))
        #expect((10...14).contains(epochs[..<200].count { $0.truth.isCovered }))
        for epoch in epochs where epoch.truth.isCovered {
            #expect(epoch.truth.fixKind == .none && epoch.truth.sky.satellites.allSatisfy { $0.cn0 == nil })
        }
    }

    @Test func `positions lie within five of the sigmas that the receiver states`() throws {
        for (fix, truth) in try Self.pairs(Self.epochs) where fix.kind != .none {
            let vehicle = truth.vehicle
            let (position, real) = (try #require(fix.position), try #require(vehicle.position))
            let statistics = try #require(fix.errorStatistics)
            let error = metres(real, position)
            #expect(abs(error.north) < 5 * (statistics.latitude?.metres ?? 0) + 0.02)
            #expect(abs(error.east) < 5 * (statistics.longitude?.metres ?? 0) + 0.02)
            if let height = fix.height.orthometric, let real = vehicle.height.orthometric {
                #expect(abs(height.metres - real.metres) < 5 * (statistics.height?.metres ?? 0) + 0.06)
            }
            let speeds = (try #require(fix.speed), try #require(vehicle.speed))
            #expect(abs(speeds.0.metresPerSecond - speeds.1.metresPerSecond) < 0.3)
            if let course = fix.course, let real = vehicle.course, speeds.1.metresPerSecond > 2 {
                #expect(abs((course.degrees - real.degrees).remainder(dividingBy: 360)) < 8)
            }
        }
    }

    @Test func `over hours the errors are as large as the receiver states them`() throws {
        var squares = 0.0
        var count = 0.0
        for (fix, truth) in try Self.pairs(drive(1500, every: .seconds(31))) where fix.kind == .threeDimensional {
            let error = metres(try #require(truth.vehicle.position), try #require(fix.position))
            let sigma = try #require(fix.errorStatistics?.latitude?.metres)
            squares += error.north * error.north / (sigma * sigma)
            count += 1
        }
        #expect(count > 1000)
        #expect((0.7...1.3).contains((squares / count).squareRoot()))
    }

    @Test func `errors wander slowly`() throws {
        let pairs = try Self.pairs(drive(80)).filter { $0.fix.kind == .threeDimensional }.dropFirst(10)
        for (a, b) in zip(pairs, pairs.dropFirst()) {
            let reals = (try #require(a.truth.vehicle.position), try #require(b.truth.vehicle.position))
            let real = metres(reals.0, reals.1)
            let stated = metres(try #require(a.fix.position), try #require(b.fix.position))
            #expect(abs(stated.east - real.east) < 0.6 && abs(stated.north - real.north) < 0.6)
        }
    }

    @Test func `the sky that is decoded is the sky that is`() throws {
        let epochs = Array(Self.epochs[..<700])
        let views = decode(epochs).compactMap(\.skyView)
        #expect(views.count >= 699)
        let truths = Dictionary(uniqueKeysWithValues: epochs.map { ($0.time, $0.truth.sky) })
        for view in views.dropFirst(3) {
            let truth = try #require(view.time.flatMap { truths[$0] })
            #expect(view.satellites.map(\.id) == truth.satellites.map(\.id))
            #expect(view.satellites.filter(\.isUsed).map(\.id) == truth.satellites.filter(\.isUsed).map(\.id))
            for (seen, real) in zip(view.satellites, truth.satellites) {
                #expect(abs((seen.elevation?.degrees ?? -99) - (real.elevation?.degrees ?? 99)) <= 0.5)
                #expect((seen.cn0 == nil) == (real.cn0 == nil))
            }
            if let hdop = view.dop.hdop, let real = truth.dop.hdop { #expect(abs(hdop - real) <= 0.0051) }
        }
    }
}
