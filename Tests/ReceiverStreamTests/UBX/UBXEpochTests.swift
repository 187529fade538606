// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import ReceiverStream

/// How UBX messages become epochs, alone and with sentences.
@Suite struct UBXEpochTests {
    private static func sentences(_ second: Int, latitude: String = "4552.65403") -> [UInt8] {
        let time = "1200\(second < 10 ? "0" : "")\(second).00"
        return nmea([
            "GNRMC,\(time),A,\(latitude),S,17030.00668,E,0.025,12.5,120419,,,A",
            "GNGGA,\(time),\(latitude),S,17030.00668,E,4,12,0.64,14.2,M,1.8,M,3.5,0042",
        ])
    }

    private static func at(_ milliseconds: Int64) -> HostTime {
        HostTime(monotonicNanoseconds: milliseconds * 1_000_000, wallNanoseconds: milliseconds * 1_000_000)
    }

    @Test func `messages of one time of week make one fix, but for ten milliseconds`() {
        let fixes = UBXMade.fixes([
            UBXMade.pvt(1), UBXMade.dop(1), UBXMade.pvt(2, jitter: -10), UBXMade.timeGPS(2), UBXMade.pvt(2, jitter: 30),
        ])
        #expect(
            fixes.map(\.sources) == [
                ["UBX-NAV-PVT", "UBX-NAV-DOP"], ["UBX-NAV-PVT", "UBX-NAV-TIMEGPS"], ["UBX-NAV-PVT"],
            ])
        #expect(fixes.map(\.dop.hdop) == [0.71, nil, nil])
        #expect(fixes.map(\.leapSeconds) == [nil, 18, nil])
    }

    @Test func `a message that came late out of the receiver's buffers does not break the epoch in two`() {
        let fixes = UBXMade.fixes([
            UBXMade.pvt(1), UBXMade.pvt(2), UBXMade.satellites(1), UBXMade.dop(2), UBXMade.pvt(3),
        ])
        #expect(fixes.count == 3 && fixes[1].dop.hdop == 0.71)
    }

    @Test func `sentences and messages of one instant make one fix, in any order`() {
        for parts in [
            [UBXMade.pvt(1), Self.sentences(1), UBXMade.dop(1), UBXMade.pvt(2), Self.sentences(2)],
            [Self.sentences(1), UBXMade.pvt(1), UBXMade.dop(1), Self.sentences(2), UBXMade.pvt(2)],
        ] {
            let fixes = UBXMade.fixes(parts)
            #expect(fixes.count == 2)
            #expect(fixes.allSatisfy { $0.sources.contains("GNGGA") && $0.sources.contains("UBX-NAV-PVT") })
        }
    }

    @Test func `the better source of each field wins`() throws {
        let fix = try #require(UBXMade.fixes([UBXMade.pvt(1), Self.sentences(1)]).first)
        #expect(fix.position?.latitude.degrees == -45.8776543)
        #expect(fix.height.ellipsoidal?.metres == 25.378 && fix.satellitesUsed == 17)
        #expect(fix.horizontalAccuracy == Accuracy(Length(metres: 1.133), origin: .receiver))
        #expect(fix.speed?.metresPerSecond == 1.5 && fix.course?.degrees == 90)
        // What UBX states only as a class, or not at all.
        #expect(fix.corrections == CorrectionsUsed(age: 3.5, station: 42) && fix.dop.hdop == 0.64)
        #expect(fix.dop.pdop == 1.46)
        #expect(fix.time?.nanosecondsSince1970 == 1_555_070_401_000_000_250)
        // More decimals than UBX has.
        let finer = try #require(UBXMade.fixes([UBXMade.pvt(1), Self.sentences(1, latitude: "4552.6540312")]).first)
        #expect(abs((finer.position?.latitude.degrees ?? 0) + 45.877567187) < 1e-9)
    }

    @Test func `sentences of a receiver with other leap seconds join its messages`() {
        // The receiver has only its firmware's default yet: two seconds less than since 2017.
        for parts in [
            [UBXMade.pvt(1, [.u1(10, 3)]), Self.sentences(3), UBXMade.pvt(2, [.u1(10, 4)]), Self.sentences(4)],
            [Self.sentences(3), UBXMade.pvt(1, [.u1(10, 3)]), Self.sentences(4), UBXMade.pvt(2, [.u1(10, 4)])],
        ] {
            let fixes = UBXMade.fixes(parts)
            #expect(fixes.count == 2 && fixes.allSatisfy { $0.sources.contains("GNRMC") })
        }
    }

    @Test(arguments: [true, false])
    func `sentences and messages of one instant make one fix around a leap second`(isInserted: Bool) {
        let times =
            isInserted
            ? ["235958", "235959", "235960", "000000", "000001"] : ["235957", "235958", "000000", "000001", "000002"]
        let epochs = times.enumerated().map { index, time in
            let digits = time.compactMap(\.wholeNumberValue)
            let fields = stride(from: 0, to: 6, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
            let day = fields[0] == 0 ? 13 : 12
            let message = UBXMade.pvt(
                (isInserted ? 43_198 : 43_197) + index,
                [.u1(7, day), .u1(8, fields[0]), .u1(9, fields[1]), .u1(10, fields[2])])
            let sentences = nmea([
                "GNRMC,\(time).00,A,4552.65403,S,17030.00668,E,0.025,12.5,\(day)0419,,,A",
                "GNGGA,\(time).00,4552.65403,S,17030.00668,E,4,12,0.64,14.2,M,1.8,M,3.5,0042",
            ])
            return (message: message, sentences: sentences)
        }
        for parts in [epochs.map { $0.sentences + $0.message }, epochs.map { $0.message + $0.sentences }] {
            let fixes = UBXMade.fixes(parts)
            #expect(fixes.count == 5, "\(fixes.map(\.time))")
            #expect(fixes.allSatisfy { $0.sources.contains("GNGGA") && $0.sources.contains("UBX-NAV-PVT") })
        }
    }

    @Test func `a sentence of midnight does not join the message of the second before`() {
        func message(_ second: Int, _ hour: Int, _ minute: Int) -> [UInt8] {
            let day = hour == 0 ? 13 : 12
            return UBXMade.pvt(second, [.u1(7, day), .u1(8, hour), .u1(9, minute)])
        }
        // The sentences come before the messages, and less often.
        let fixes = UBXMade.fixes([
            message(43_198, 23, 59), message(43_199, 23, 59),
            nmea(["GNGGA,000000.00,4552.65403,S,17030.00668,E,4,12,0.64,14.2,M,1.8,M,3.5,0042"]),
            message(43_200, 0, 0),
        ])
        #expect(fixes.map { $0.sources.contains("GNGGA") } == [false, false, true], "\(fixes.map(\.sources))")
    }

    @Test func `sentences alone and messages without a position make one fix each second`() {
        let clock = { UBXMade.message(0x01, 0x22, size: 20, [.u4(0, UBXMade.noon + $0 * 1000), .u4(4, 77)]) }
        let epochs = decode((1...3).flatMap { clock($0) + Self.sentences($0) })
        #expect(epochs.compactMap(\.fix).count == 3)
        let biases = epochs.flatMap(\.payloads).compactMap { payload -> Double? in
            if case .timing(let timing) = payload { timing.clockBias } else { nil }
        }
        #expect(biases == [77, 77, 77])
    }

    @Test func `the end of an epoch closes a live one at once`() {
        let decoder = StreamDecoder(configuration: .live)
        var fixes = 0
        let bytes = UBXMade.pvt(1) + UBXMade.endOfEpoch(1)
        decoder.consume(bytes.span, arrivedAt: Self.at(0)) { if $0.fix != nil { fixes += 1 } }
        #expect(fixes == 1 && !decoder.isOpen)
    }

    @Test func `what comes after the end of an epoch makes no second fix, and the end is not believed again`() {
        let decoder = StreamDecoder(configuration: .live)
        var times: [UTCTime?] = []
        for second in 1...20 {
            let bytes = UBXMade.pvt(second) + UBXMade.endOfEpoch(second) + Self.sentences(second)
            decoder.consume(bytes.span, arrivedAt: Self.at(Int64(second) * 1000)) {
                if let fix = $0.fix { times.append(fix.time) }
            }
        }
        decoder.finish { if let fix = $0.fix { times.append(fix.time) } }
        #expect(times.count == 20 && Set(times).count == 20)
        #expect(decoder.statistics.splitEpochs == 1)
    }

    @Test func `the message that always comes last closes the epochs of a live receiver without NAV-EOE`() {
        let decoder = StreamDecoder(configuration: .live)
        var counts: [Int] = []
        for second in 1...20 {
            var count = 0
            let bytes = UBXMade.pvt(second) + UBXMade.timeGPS(second)
            decoder.consume(bytes.span, arrivedAt: Self.at(Int64(second) * 1000)) { count += $0.fix == nil ? 0 : 1 }
            counts.append(count)
        }
        #expect(counts.first == 0 && counts.last == 1 && counts.contains(2))
    }

    @Test func `frames as received are in the epochs, each once and in order`() {
        let parts = [
            UBXMade.pvt(1), Self.sentences(1), Made.rtcm3([0x3E, 0xD0]), UBXMade.message(0x0A, 0x38, size: 4, []),
            UBXMade.pvt(2),
        ]
        let kept = decode(parts.flatMap { $0 }, configuration: .init()).flatMap(\.payloads).compactMap {
            payload -> Sentence? in
            if case .sentence(let sentence) = payload { sentence } else { nil }
        }
        #expect(kept.map(\.format) == [.ubx, .nmea, .nmea, .rtcm3, .ubx, .ubx])
        #expect(kept.flatMap(\.bytes) == parts.flatMap { $0 })
    }

    @Test func `a false start holds back a live epoch no longer than a second and the next pause`() {
        let decoder = StreamDecoder(configuration: .live)
        var fixes = 0
        func take(_ epoch: DecodedEpoch) { fixes += epoch.fix == nil ? 0 : 1 }
        // It claims 8 KiB, which take a long time at one burst a second.
        decoder.consume(([0xB5, 0x62, 1, 7, 0, 0x20] + Self.sentences(1)).span, arrivedAt: Self.at(0)) { take($0) }
        #expect(decoder.isOpen)
        decoder.idle(at: Self.at(100)) { take($0) }
        #expect(fixes == 0 && !decoder.isOpen)
        decoder.consume(Self.sentences(2).span, arrivedAt: Self.at(1000)) { take($0) }
        #expect(decoder.isOpen)
        decoder.idle(at: Self.at(1100)) { take($0) }
        #expect(fixes == 2 && decoder.statistics.noiseBytes == 6)
    }
}
