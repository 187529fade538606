// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import ReceiverStream

/// What silence and habit do to a live stream.
@Suite struct LiveStreamTests {
    private static func burst(_ second: Int, gsv: Bool = false) -> [String] {
        let time = "1200\(second < 10 ? "0" : "")\(second).00"
        let sky = gsv ? ["GPGSV,1,1,01,13,37,124,29"] : []
        return ["GPRMC,\(time),A,4552.65403,S,17030.00668,E,0.025,12.5,120419,,,A"]
            + ["GPGGA,\(time),4552.65403,S,17030.00668,E,1,12,0.64,14.2,M,1.8,M,,"] + sky
    }

    private static func at(_ milliseconds: Int64) -> HostTime {
        HostTime(monotonicNanoseconds: milliseconds * 1_000_000, wallNanoseconds: milliseconds * 1_000_000)
    }

    private static var early: StreamDecoder.Configuration {
        var configuration = StreamDecoder.Configuration.bare
        configuration.closesEarly = true
        return configuration
    }

    @Test func `silence closes an epoch, once`() {
        let decoder = StreamDecoder(configuration: .bare)
        var fixes: [Fix] = []
        decoder.consume(nmea(Self.burst(1)).span, arrivedAt: Self.at(0)) { fixes += [$0.fix].compactMap { $0 } }
        #expect(fixes.isEmpty)
        decoder.idle(at: Self.at(100)) { fixes += [$0.fix].compactMap { $0 } }
        #expect(fixes.count == 1)
        decoder.idle(at: Self.at(200)) { fixes += [$0.fix].compactMap { $0 } }
        decoder.finish { fixes += [$0.fix].compactMap { $0 } }
        #expect(fixes.count == 1)
    }

    @Test func `satellites do not stay used, nor the last time current, where only views still arrive`() {
        let decoder = StreamDecoder(configuration: .bare)
        var views: [SkyView] = []
        let emit = { (epoch: DecodedEpoch) in views += [epoch.skyView].compactMap { $0 } }
        decoder.consume(
            nmea(Self.burst(1, gsv: true) + ["GPGSA,A,3,13,,,,,,,,,,,,1,1,1"]).span, arrivedAt: Self.at(0), emit)
        decoder.idle(at: Self.at(100), emit)
        for second in Int64(1)...12 {
            decoder.consume(nmea(["GPGSV,1,1,01,13,37,124,29"]).span, arrivedAt: Self.at(second * 1000), emit)
            decoder.idle(at: Self.at(second * 1000 + 100), emit)
        }
        #expect(views.map(\.usedCount) == Array(repeating: 1, count: 11) + [0, 0])
        #expect(views.first?.time != nil && views.last?.time == nil)
    }

    @Test func `a GSA that arrives alone does not belong to all later views`() {
        let decoder = StreamDecoder(configuration: .bare)
        var views: [SkyView] = []
        let emit = { (epoch: DecodedEpoch) in views += [epoch.skyView].compactMap { $0 } }
        decoder.consume(nmea(Self.burst(1, gsv: true)).span, arrivedAt: Self.at(0), emit)
        decoder.idle(at: Self.at(100), emit)
        decoder.consume(nmea(["GPGSA,A,3,13,,,,,,,,,,,,1,1,1"]).span, arrivedAt: Self.at(500), emit)
        decoder.idle(at: Self.at(600), emit)
        for second in Int64(1)...13 {
            decoder.consume(nmea(["GPGSV,1,1,01,13,37,124,29"]).span, arrivedAt: Self.at(second * 1000), emit)
            decoder.idle(at: Self.at(second * 1000 + 100), emit)
        }
        // Those of the burst, of the GSA, and of each GSV: the first of them has the GSA, ten others remember it.
        #expect(views.map(\.usedCount) == [0] + Array(repeating: 1, count: 12) + [0, 0])
        #expect(views.first?.time != nil && views.last?.time == nil)
    }

    @Test func `what receives an epoch may read the decoder`() {
        let decoder = StreamDecoder(configuration: .bare)
        var counts: [Int] = []
        let emit = { (_: DecodedEpoch) in counts.append(decoder.statistics.epochs + (decoder.isOpen ? 100 : 0)) }
        decoder.consume(nmea(Self.burst(1) + Self.burst(2)).span, arrivedAt: Self.at(0), emit)
        decoder.idle(at: Self.at(100), emit)
        decoder.consume(nmea(Self.burst(3)).span, arrivedAt: Self.at(1000), emit)
        decoder.finish(emit)
        #expect(counts.map { $0 % 100 } == [1, 2, 3])
    }

    @Test func `an epoch bears the arrival of its last byte`() {
        let decoder = StreamDecoder(configuration: .bare)
        var times: [HostTime] = []
        for second in 1...3 {
            decoder.consume(nmea(Self.burst(second)).span, arrivedAt: Self.at(Int64(second) * 1000)) {
                times.append($0.hostTime)
            }
        }
        #expect(times == [Self.at(1000), Self.at(2000)])
    }

    @Test func `what comes after a pause within the burst makes no second fix`() {
        let decoder = StreamDecoder(configuration: .bare)
        var fixes: [Fix] = []
        let burst = Self.burst(1)
        for (index, part) in [burst.prefix(1), burst.suffix(1)].enumerated() {
            let time = Self.at(Int64(index) * 200)
            decoder.consume(nmea(Array(part)).span, arrivedAt: time) { fixes += [$0.fix].compactMap { $0 } }
            decoder.idle(at: Self.at(Int64(index) * 200 + 100)) { fixes += [$0.fix].compactMap { $0 } }
        }
        #expect(fixes.count == 1 && decoder.statistics.splitEpochs == 1)
        #expect(!decoder.isOpen)
    }

    /// Of bursts with silence between them: at which an epoch was closed by its last sentence, without waiting.
    private static func promptEpochs(_ bursts: [[String]]) -> [Int] {
        let decoder = StreamDecoder(configuration: early)
        var prompt: [Int] = []
        for (index, burst) in bursts.enumerated() {
            let time = Int64(index) * 1000
            decoder.consume(nmea(burst).span, arrivedAt: at(time)) { if $0.fix != nil { prompt.append(index) } }
            decoder.idle(at: at(time + 100)) { _ in }
        }
        return prompt
    }

    @Test func `silence teaches the last sentence too, so that a learnt epoch waits for none`() {
        let steady = (0..<30).map { Self.burst($0) }
        #expect(Self.promptEpochs(steady) == Array(12..<30))
        // Satellites every fifth time: the last sentence is another then, and nothing may be learnt.
        let changing = (0..<30).map { Self.burst($0, gsv: $0 % 5 == 0) }
        #expect(Self.promptEpochs(changing).isEmpty)
    }

    @Test func `a receiver that repeats its last burst has no fix, though silence closes its epochs`() {
        let decoder = StreamDecoder(configuration: .bare)
        var kinds: [FixKind] = []
        for second in 0..<3 {
            let time = Int64(second) * 1000
            decoder.consume(nmea(Self.burst(1)).span, arrivedAt: Self.at(time)) {
                kinds += [$0.fix?.kind].compactMap { $0 }
            }
            decoder.idle(at: Self.at(time + 100)) { kinds += [$0.fix?.kind].compactMap { $0 } }
        }
        #expect(kinds == [.threeDimensional, .none, .none] && decoder.statistics.splitEpochs == 0)
    }

    @Test(arguments: [200, 100]) func `a parked receiver that states whole seconds several times per second has a fix`(
        interval: Int64
    ) {
        let decoder = StreamDecoder(configuration: Self.early)
        var kinds: [FixKind] = []
        for number in 0..<(5000 / interval) {
            let time = number * interval
            decoder.consume(nmea(Self.burst(Int(time / 1000))).span, arrivedAt: Self.at(time)) {
                kinds += [$0.fix?.kind].compactMap { $0 }
            }
            decoder.idle(at: Self.at(time + 50)) { kinds += [$0.fix?.kind].compactMap { $0 } }
        }
        #expect(kinds.count >= 5 && kinds.allSatisfy { $0 == .threeDimensional }, "\(kinds)")
    }

    @Test func `each burst twice, as of a multiplexer that reads its own output, has a fix`() {
        let decoder = StreamDecoder(configuration: Self.early)
        var kinds: [FixKind] = []
        for second in 0..<5 {
            let bytes = nmea(Self.burst(second) + Self.burst(second))
            decoder.consume(bytes.span, arrivedAt: Self.at(Int64(second) * 1000)) {
                kinds += [$0.fix?.kind].compactMap { $0 }
            }
            decoder.idle(at: Self.at(Int64(second) * 1000 + 50)) { kinds += [$0.fix?.kind].compactMap { $0 } }
        }
        #expect(kinds.count >= 5 && kinds.allSatisfy { $0 == .threeDimensional }, "\(kinds)")
    }

    @Test func `sentences before the first with a time belong to the next epoch after silence`() {
        let decoder = StreamDecoder(configuration: .bare)
        var epochs: [DecodedEpoch] = []
        decoder.consume(nmea(["GPGSA,A,2,13,,,,,,,,,,,,1.0,2.0,3.0"]).span, arrivedAt: Self.at(0)) { epochs.append($0) }
        decoder.idle(at: Self.at(100)) { epochs.append($0) }
        decoder.consume(nmea(["GPRMC,120001.00,A,4552.65,S,17030.00,E,,,120419,,,A"]).span, arrivedAt: Self.at(200)) {
            epochs.append($0)
        }
        decoder.finish { epochs.append($0) }
        #expect(epochs.compactMap(\.fix).count == 1)
        #expect(epochs.last?.fix?.dop.vdop == 3)
    }

    @Test func `the sentence that always ends the epoch closes it at once`() {
        let decoder = StreamDecoder(configuration: Self.early)
        var counts: [Int] = []
        for second in 1...20 {
            var count = 0
            decoder.consume(nmea(Self.burst(second)).span, arrivedAt: Self.at(Int64(second))) { _ in count += 1 }
            counts.append(count)
        }
        // One behind until the habit is known; then two at once, and from there on each with its own burst.
        #expect(counts.first == 0 && counts.last == 1 && counts.contains(2))
        #expect(counts.reduce(0, +) == 20)
    }

    @Test func `what comes against the habit makes no second fix`() {
        let decoder = StreamDecoder(configuration: Self.early)
        var epochs: [DecodedEpoch] = []
        for second in 1...20 {
            let late = second == 16 ? ["GPGLL,4552.65403,S,17030.00668,E,120016.00,A,A"] : []
            decoder.consume(nmea(Self.burst(second) + late).span, arrivedAt: Self.at(Int64(second))) {
                epochs.append($0)
            }
        }
        decoder.finish { epochs.append($0) }
        let times = epochs.compactMap(\.fix?.time)
        #expect(times.count == 20 && Set(times).count == 20)
    }

    @Test func `sky views every fifth second do not fool the habit`() {
        let decoder = StreamDecoder(configuration: Self.early)
        var views = 0
        var fixes = 0
        for second in 1...50 {
            decoder.consume(nmea(Self.burst(second, gsv: second % 5 == 0)).span, arrivedAt: Self.at(Int64(second))) {
                epoch in
                fixes += epoch.fix == nil ? 0 : 1
                guard let view = epoch.skyView else { return }
                views += 1
                #expect(view.time == epoch.fix?.time)
            }
        }
        #expect(views == 9 && fixes == 49)
    }

    @Test func `a cut sentence waits a second for its end`() {
        let decoder = StreamDecoder(configuration: .bare)
        let bytes = Array("$GPGGA,,,,,,0,,,,,,,,*66".utf8)
        decoder.consume(bytes.span, arrivedAt: Self.at(0)) { _ in }
        decoder.idle(at: Self.at(900)) { _ in }
        #expect(decoder.statistics.validFrames == 0)
        decoder.idle(at: Self.at(1000)) { _ in }
        #expect(decoder.statistics.validFrames == 1)
    }

    @Test func `a stream without a position hands out its sentences`() {
        let decoder = StreamDecoder()
        var sentences = 0
        for _ in 0..<3 {
            let bytes = nmea(Array(repeating: "WIMWV,214.8,R,0.1,K,A", count: 600))
            decoder.consume(bytes.span, arrivedAt: Self.at(0)) { epoch in
                #expect(epoch.fix == nil)
                sentences += epoch.payloads.count
            }
        }
        #expect(sentences >= 1500)
    }

    @Test func `a compass makes an attitude for each of its sentences`() {
        let bodies = (1...5).flatMap { ["HEHDT,\($0).5,T", "HEROT,\($0).0,A"] }
        let attitudes = decode(bodies).flatMap(\.payloads).compactMap { payload -> Attitude? in
            if case .attitude(let attitude) = payload { attitude } else { nil }
        }
        #expect(attitudes.map(\.heading?.degrees) == [1.5, 2.5, 3.5, 4.5, 5.5])
        #expect(attitudes.allSatisfy { $0.rateOfTurn != nil && $0.sources == ["HEHDT", "HEROT"] })
    }
}
