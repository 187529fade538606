// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ReceiverStream
import Simulation
import Testing

@Suite struct DriveScenarioTests {
    @Test func `the same seed gives the same bytes`() {
        #expect(drive(300, seed: 7) == drive(300, seed: 7))
    }

    @Test func `a copy goes on as the original does`() {
        var original = DriveScenario(start: utc(2026, 9, 21))
        for _ in 0..<50 { _ = original.nextEpoch() }
        var copy = original
        #expect(copy.nextEpoch() == original.nextEpoch())
    }

    @Test func `another seed gives other bytes and the same drive`() {
        let (one, other) = (drive(60, seed: 1), drive(60, seed: 2))
        #expect(one.map(\.truth.vehicle) == other.map(\.truth.vehicle))
        let same = zip(one, other).count { $0.bytes == $1.bytes }
        #expect(same <= 3, "only before the first satellites")
    }

    @Test func `every sentence has its checksum and at most 82 characters`() throws {
        for epoch in drive(700) {
            #expect(epoch.bytes.suffix(2) == [0x0D, 0x0A])
            for line in lines(epoch) {
                #expect(line.utf8.count + 2 <= 82, "\(line)")
                let parts = line.split(separator: "*")
                try #require(parts.count == 2 && line.utf8.first == UInt8(ascii: "$"))
                let sum = parts[0].utf8.dropFirst().reduce(0) { $0 ^ $1 }
                #expect(UInt8(parts[1], radix: 16) == sum, "\(line)")
            }
        }
    }

    @Test func `an epoch holds the sentences of a receiver for four systems in order`() {
        let addresses = lines(drive(60)[59]).map { String($0.prefix(6)) }
        let distinct = addresses.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        #expect(
            distinct == [
                "$GNRMC", "$GNVTG", "$GNGGA", "$GNGSA", "$GPGSV", "$GLGSV", "$GAGSV", "$GBGSV", "$GNGLL", "$GNGST",
                "$GNZDA",
            ])
        #expect(addresses.count { $0 == "$GNGSA" } >= 4)
    }

    @Test func `the receiver is without a fix for three epochs, then has two dimensions, then three`() {
        let epochs = drive(6)
        #expect(epochs.map(\.truth.fixKind.rawValue) == [1, 1, 1, 2, 2, 3])
        #expect(lines(epochs[0]).first == "$GNRMC,,V,,,,,,,,,,N,V*37")
        #expect(lines(epochs[1]).first?.hasPrefix("$GNRMC,140001.00,V,,,,,,,210926,,,N,V*") == true)
    }

    @Test(arguments: [
        (utc(2026, 12, 31, 23, 59, 55), "31,12,2026", "01,01,2027"),
        (utc(2027, 2, 28, 23, 59, 55), "28,02,2027", "01,03,2027"),
        (utc(2028, 2, 28, 23, 59, 55), "28,02,2028", "29,02,2028"),
        (utc(2026, 4, 30, 23, 59, 55), "30,04,2026", "01,05,2026"),
    ])
    func `midnight and the ends of months are passed`(start: UTCTime, before: String, after: String) {
        let epochs = drive(10, from: start)
        #expect(lines(epochs[4]).last?.hasPrefix("$GNZDA,235959.00,\(before),") == true)
        #expect(lines(epochs[5]).last?.hasPrefix("$GNZDA,000000.00,\(after),") == true)
        let decoded = decode(epochs).compactMap { $0.fix?.time }
        #expect(decoded == epochs.dropFirst().map(\.time))
    }

    @Test func `start and interval are brought to hundredths of a second`() {
        let start = UTCTime(nanosecondsSince1970: utc(2026, 9, 21).nanosecondsSince1970 + 19_999_999)
        let times = drive(3, from: start, every: .microseconds(104_999)).map(\.time)
        let first = utc(2026, 9, 21).nanosecondsSince1970 + 10_000_000
        #expect(times.map(\.nanosecondsSince1970) == [first, first + 100_000_000, first + 200_000_000])
        #expect(
            drive(2, every: .zero)[1].time
                == UTCTime(nanosecondsSince1970: drive(1)[0].time.nanosecondsSince1970 + 10_000_000))
    }

    @Test(arguments: [Int64.min, Int64.max, -1, 0], [Duration.seconds(-1), .seconds(Int64.max), .seconds(1)])
    func `no start and no interval traps`(nanoseconds: Int64, interval: Duration) {
        let epochs = drive(20, from: UTCTime(nanosecondsSince1970: nanoseconds), every: interval)
        #expect(epochs.allSatisfy { !$0.bytes.isEmpty })
    }
}
