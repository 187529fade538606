// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import NMEA
import Testing

@testable import ReceiverStream

@Suite(.enabled(if: Capture.areThere, "GNSS_TEST_DATA names no receiver captures"))
struct CaptureTests {
    @Test func `as many sentences are valid and damaged as a plain scanner counts`() throws {
        for capture in try Capture.pureNMEA() {
            let decoder = StreamDecoder(configuration: .bare)
            decoder.consume(capture.bytes.span, arrivedAt: .init(monotonicNanoseconds: 0, wallNanoseconds: 0)) { _ in }
            decoder.finish { _ in }
            #expect(decoder.statistics.validFrames == capture.manifest.nmea, "\(capture.name)")
            // A plain scanner takes a sentence that was cut off before its line end for noise.
            let damaged = capture.manifest.nmeaBad...(capture.manifest.nmeaBad + 1)
            #expect(damaged.contains(decoder.statistics.badChecksums), "\(capture.name)")
        }
    }

    @Test func `epochs are those of gpsd but for what the rules exempt`() throws {
        var epochs = 0
        var exempt = 0
        for capture in try Self.comparable() {
            let comparison = Comparison(capture)
            for difference in comparison.differences where difference.exemption == nil {
                Issue.record("\(difference)")
            }
            epochs += comparison.ours.count
            exempt += Set(comparison.differences.map(\.epoch)).count
        }
        print("epochs compared with gpsd: \(epochs), exempt: \(exempt)")
        #expect(epochs > 0)
        #expect(Exemption.all.count <= 10)
        #expect(exempt * 50 <= epochs, "\(exempt) of \(epochs) epochs are exempt")
    }

    @Test func `what gpsd reports of a receiver's words, we report`() throws {
        var coverage: [String: (theirs: Int, ours: Int)] = [:]
        for capture in try Self.comparable() {
            coverage.merge(Comparison(capture).coverage) { ($0.theirs + $1.theirs, $0.ours + $1.ours) }
        }
        for (field, counts) in coverage {
            #expect(counts.ours * 100 >= counts.theirs * 98, "\(field): \(counts.ours) of \(counts.theirs)")
        }
        let needed: Set = ["lat", "lon", "altMSL", "altHAE", "speed", "track", "hdop", "pdop", "vdop", "uSat"]
        #expect(needed.isSubset(of: coverage.keys))
    }

    // The receivers state each epoch as some microseconds before the second.
    @Test func `sentences made from UBX state whole seconds, as those of gpsd do`() throws {
        let names = ["ublox-zed-f9p-hp", "ublox-lea-m8f", "ublox-neo-f9v"].map { "ubx/\($0).log" }
        let captures = try Capture.all().filter { names.contains($0.name) }
        #expect(captures.count == names.count)
        for capture in captures {
            let fixes = decode(capture.bytes).compactMap(\.fix).filter { $0.time != nil }
            #expect(
                fixes.contains { ($0.time?.timeOfDay.nanoseconds ?? 0) % 1_000_000_000 > 999_000_000 },
                "\(capture.name)")
            for fix in fixes {
                let rmc = String(decoding: MadeSentences.of(fix, nil)[0], as: UTF8.self)
                #expect(rmc.split(separator: ",")[1].hasSuffix(".00"), "\(capture.name): \(rmc)")
            }
        }
    }

    @Test func `the satellites of each system are those that gpsd saw`() throws {
        for capture in try Self.comparable() {
            var ours: Set<String> = []
            for view in decode(capture.bytes, configuration: .init()).compactMap(\.skyView) {
                // gpsd leaves GLONASS satellites of an unknown slot out.
                let known = view.satellites.map(\.id).filter { $0.number != 255 }
                ours.formUnion(known.map { "\($0.constellation.rawValue):\($0.number)" })
            }
            let theirs = Set(capture.expectations.flatMap { $0.seen ?? [] })
            #expect(ours == theirs, "\(capture.name): \(ours.symmetricDifference(theirs).sorted())")
        }
    }

    @Test func `any split of a recording gives the same epochs`() throws {
        let captures = try Self.comparable()
        for capture in captures.prefix(12) + captures.filter({ $0.manifest.ubx > 0 }) {
            let bytes = Array(capture.bytes.prefix(6000))
            let whole = decode(bytes, configuration: .init())
            for feed in [1, 7, 100] { #expect(decode(bytes, configuration: .init(), feed: feed) == whole) }
        }
    }

    @Test func `recordings of other protocols do no harm`() throws {
        for bytes in try Capture.foreign() {
            let decoder = StreamDecoder()
            var fixes = 0
            decoder.consume(bytes.span, arrivedAt: .init(monotonicNanoseconds: 0, wallNanoseconds: 0)) { epoch in
                fixes += epoch.payloads.count { $0.kind == .fix }
                #expect(epoch.payloads.count <= 1024)
            }
            decoder.finish { fixes += $0.payloads.count { $0.kind == .fix } }
            #expect(fixes == decoder.statistics.epochs)
        }
    }

    @Test func `frames that are passed over change nothing`() throws {
        for capture in try Capture.all() where capture.manifest.casic > 0 {
            let sentences = demultiplex(capture.bytes).found.entries.filter { $0.format == .nmea }.flatMap(\.bytes)
            let epochs = decode(capture.bytes, configuration: .bare)
            #expect(epochs == decode(sentences, configuration: .bare), "\(capture.name)")
            // gpsd decodes CASIC too; it is finer than the sentences.
            let fixes = Dictionary(epochs.compactMap(\.fix).map { ($0.time, $0) }) { first, _ in first }
            guard fixes.count > 1 else { continue }
            for report in capture.expectations where report.lat != nil && report.time != nil {
                let fix = fixes[report.time.flatMap { UTCTime(iso: $0) }]
                #expect(fix?.kind.rawValue == report.mode.map { UInt8($0) }, "\(capture.name) \(report.time ?? "")")
                let latitude = fix?.position?.latitude.degrees ?? 0
                #expect(abs(latitude - (report.lat ?? 0)) < 2e-6, "\(capture.name) \(report.time ?? "")")
            }
        }
    }

    /// All with expectations of which all frames are decoded, as their receivers sent them.
    private static func comparable() throws -> [Capture] {
        try Capture.all().filter { !$0.expectations.isEmpty && $0.isDecodedWholly }.map(\.withoutReplayMarks)
    }
}
