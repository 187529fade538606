// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Testing

@testable import GPSDServer

@Suite("Every line")
struct JSONValidityTests {
    private static let oddNumbers = [Double.nan, .infinity, -.infinity, 1e300, -0.0, .leastNonzeroMagnitude]
    private var random = SystemRandomNumberGenerator()

    /// Nil, an ordinary value, or one that JSON cannot hold.
    private mutating func number() -> Double? {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: nil
        case 1:
            [Double.nan, .infinity, -.infinity, 1e300, -0.0, Double.leastNonzeroMagnitude].randomElement(using: &random)
        default: Double.random(in: -400...400, using: &random)
        }
    }

    private mutating func instant() -> UTCTime? {
        let span: [Int64] = [.min, -1, 0, 1_700_000_000_123_456_789, .max]
        return span.randomElement(using: &random).map {
            UTCTime(nanosecondsSince1970: $0, isLeapSecond: Bool.random(using: &random))
        }
    }

    private mutating func fix() -> Fix {
        var fix = Fix(
            kind: FixKind.allCases.randomElement(using: &random) ?? .none,
            quality: FixQuality.allCases.randomElement(using: &random) ?? .invalid)
        fix.time = Bool.random(using: &random) ? instant() : nil
        fix.position = GeodeticPosition(
            latitude: Angle(degrees: Double.random(in: -90...90, using: &random)),
            longitude: Angle(degrees: Double.random(in: -180...180, using: &random)))
        fix.height = Height(
            ellipsoidal: number().map(Length.init(metres:)), orthometric: number().map(Length.init(metres:)))
        fix.speed = number().map(Speed.init(metresPerSecond:))
        fix.course = number().map(Angle.init(degrees:))
        fix.magneticVariation = number().map(Angle.init(degrees:))
        fix.dop = DilutionOfPrecision(gdop: number(), pdop: number(), hdop: number(), vdop: number(), tdop: number())
        fix.horizontalAccuracy = number().map { Accuracy(Length(metres: $0), origin: .receiver) }
        fix.datum = ["W\"84", "\\\n\u{1}\u{7F}ä€😀", nil].randomElement(using: &random) ?? nil
        fix.leapSeconds = [nil, 18, .min].randomElement(using: &random) ?? nil
        fix.satellitesUsed = [nil, -3, 0, 12, .max].randomElement(using: &random) ?? nil
        fix.corrections = CorrectionsUsed(age: number(), station: 4095)
        if Bool.random(using: &random) {
            var statistics = ErrorStatistics()
            statistics.latitude = number().map(Length.init(metres:))
            statistics.longitude = number().map(Length.init(metres:))
            fix.errorStatistics = statistics
        }
        return fix
    }

    private mutating func sky() -> SkyView {
        let satellites = (0..<Int.random(in: 0...200, using: &random)).compactMap { _ -> Satellite? in
            let system = Constellation(rawValue: UInt8.random(in: 0...9, using: &random))
            guard let id = SatelliteID(system, Int.random(in: 1...255, using: &random)) else { return nil }
            return Satellite(
                id, elevation: number().map(Angle.init(degrees:)), azimuth: number().map(Angle.init(degrees:)),
                cn0: number(), isUsed: Bool.random(using: &random))
        }
        return SkyView(time: instant(), satellites: satellites)
    }

    @Test("is a JSON object that begins with its class, holds no null and fits a client's buffer")
    mutating func anyPayload() throws {
        var reporter = GPSDReporter(devicePath: "/dev/\"odd\\\u{7}path\u{2028}")
        var output: [UInt8] = []
        for _ in 0..<3000 {
            reporter.report(.fix(fix()), into: &output)
            reporter.report(.satellites(sky()), into: &output)
            var attitude = Attitude()
            attitude.heading = number().map(Angle.init(degrees:))
            reporter.report(.attitude(attitude), into: &output)
        }
        reporter.flush(into: &output)
        let lines = output.split(separator: 0x0A)
        #expect(lines.count > 6000)
        for line in lines {
            #expect(line.last == 0x0D && line.count + 1 <= 10_239)
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
            #expect(line.starts(with: Array(#"{"class":""#.utf8)))
            #expect(object["device"] as? String == "/dev/\"odd\\\u{7}path\u{2028}")
            #expect(!String(decoding: line, as: UTF8.self).contains("null"))
        }
    }

    @Test("of a crowded sky leaves out the satellites without signal first")
    func crowdedSky() throws {
        let systems: [(Constellation, ClosedRange<Int>)] = [
            (.gps, 1...32), (.galileo, 1...36), (.beidou, 1...63), (.glonass, 1...24),
        ]
        var satellites: [Satellite] = []
        for (system, numbers) in systems {
            for number in numbers {
                satellites.append(
                    try SampleEpoch.satellite(
                        system, number, 45, 123.4, cn0: number % 2 == 0 ? 40 : nil, used: number % 4 == 0))
            }
        }
        let line = try #require(SampleEpoch.lines([.satellites(SkyView(satellites: satellites))]).first)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let listed = try #require(object["satellites"] as? [[String: Any]])
        #expect(line.utf8.count <= GPSDReporter.longestLine)
        #expect(object["nSat"] as? Int == satellites.count)
        #expect(object["uSat"] as? Int == satellites.count { $0.isUsed })
        #expect(listed.count == satellites.count { $0.cn0 != nil })
    }
}
