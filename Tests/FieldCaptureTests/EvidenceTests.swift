// SPDX-License-Identifier: Apache-2.0

import CaptureEvidence
import CaptureFormat
import ControlModel
import Foundation
import GNSSTypes
import OSNMA
import OSNMAFiles
import OSNMAValidation
import ReceiverFixtures
import Testing

@testable import FieldCapture

/// The recorded pages, with the keys that prove them.
private enum GalileoCapture {
    static let folder = ProcessInfo.processInfo.environment["GNSS_TEST_DATA"].map { $0 + "/osnma/ubx" } ?? ""
    static let isThere = FileManager.default.fileExists(atPath: folder)
}

/// What the evidence of a photo proves, with the pages that a u-blox receiver recorded of Galileo.
@Suite(.enabled(if: GalileoCapture.isThere)) struct EvidenceTests {
    private let pages: [RecordedPage]
    private let start: Int
    private let trust: TrustStart

    init() throws {
        let all = try PageFile(gunzip(GalileoCapture.folder + "/current_config.ubx.gz"), name: "current_config.ubx")
            .pages
        start = try #require(all.first).start.secondsSinceEpoch
        pages = all.filter { [start] in $0.start.secondsSinceEpoch < start + 1200 }
        trust = TrustStart(anchors: try TrustFolder(GalileoCapture.folder).anchors)
    }

    /// The files and the record of a photo.
    private struct Photo {
        var record: JSONValue
        var before: [UInt8]
        var after: [UInt8]
        var messages: [UInt8]?

        var examination: CaptureExamination {
            get throws { try CaptureExamination(record: record, before: before, after: after, messages: messages) }
        }
    }

    /// - Parameters:
    ///   - begin: The seconds from the first page to the start of the evidence.
    ///   - moment: And to the photo.
    ///   - end: And to the end of the evidence.
    ///   - delay: The time from the end of a page to its arrival, in seconds.
    ///   - seen: The satellites that are received; nil for all.
    private func photo(
        _ begin: Int, _ moment: Int, _ end: Int, delay: Double = 0.3, seen: [SatelliteID]? = nil
    ) throws -> Photo {
        var evidence = ReceiverEvidence()
        func arrival(_ second: Int) -> HostTime {
            let time = Double(second + 2) + delay
            return HostTime(
                monotonicNanoseconds: Int64(time * 1e9),
                wallNanoseconds: Int64(time * 1e9) + 935_280_000_000_000_000 - 18_000_000_000)
        }
        func add(_ payload: Payload, at time: HostTime) {
            evidence.append(
                Observation(source: rover, sequence: 0, hostTime: time, payload: payload), at: time.monotonicNanoseconds
            )
        }
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 52), longitude: Angle(degrees: 5))
        var used: Set<SatelliteID> = []
        var isOver = false
        for page in pages where (start + begin..<start + end).contains(page.start.secondsSinceEpoch) {
            guard seen?.contains(page.satellite) ?? true else { continue }
            if !isOver, page.start.secondsSinceEpoch >= start + moment {
                isOver = true
                let view = SkyView(satellites: used.sorted().map { Satellite($0, isUsed: true) })
                add(.satellites(view), at: arrival(start + moment - 1))
                add(.fix(fix), at: arrival(start + moment - 1))
            }
            if !isOver { used.insert(page.satellite) }
            add(
                .navigationPage(
                    NavigationPage(
                        satellite: page.satellite, signal: page.isE5b ? .galileoE5bI : .galileoE1B, message: .inav,
                        bytes: page.bits, bitCount: 240, time: page.start, timeOrigin: .galileoTime, check: .passed)),
                at: arrival(page.start.secondsSinceEpoch))
        }
        let zero = arrival(start + moment - 1).monotonicNanoseconds
        var verdict = Authentication(receiver: rover)
        verdict.clock = AuthenticationClock(
            source: .synchronised, use: .all, uncertainty: 2100, difference: Int64(delay * 1000))
        let rules = CaptureExamination.Rules.standard
        let record = JSONValue.object([
            "capture": .object(["replay": .bool(false)]), "receiver": .object(["id": .string("rover")]),
            "authentication": .object([
                "result": .string("authenticated"), "rules": try JSONValue(encoding: rules),
                "verdict": try JSONValue(encoding: OSNMAReceiverReport(verdict)),
            ]),
        ])
        let files = evidence.files(from: .min, to: zero)
        return Photo(
            record: record, before: try #require(files[CaptureFileName.recording]),
            after: try #require(evidence.pages(from: zero + 1, to: .max)), messages: nil)
    }

    private func judge(_ photo: Photo, _ arrivals: CaptureExamination.Arrivals = .byGateway) throws -> Authentication {
        try photo.examination.judge(arrivals, trusting: trust, .standard).later
    }

    /// The instant of the photo in milliseconds since 1970.
    private func instant(_ moment: Int) -> Int64 { Int64(start + moment + 1) * 1000 + 935_280_000_000 - 18_000 }

    @Test func `the stored evidence gives the verdict that keys allow which came later`() throws {
        let photo = try photo(0, 60, 460)
        let later = try judge(photo)
        #expect(later.state == .authenticated && later.isFresh && later.fix?.authenticated.count ?? 0 >= 4, "\(later)")
        #expect(try judge(photo, .ignored).fix?.authenticated == later.fix?.authenticated)
        // Without Galileo's anchors nothing is proven.
        let none = try photo.examination.judge(.byGateway, trusting: TrustStart(anchors: TrustAnchors()), .standard)
        #expect(none.later.state == .unverified && none.later.reason == .noTrustAnchor)
    }

    @Test func `the three levels rest on the data, on the gateway's clock, and on a time stamp`() throws {
        let photo = try photo(0, 240, 640)
        func report(_ stamping: EvidenceReport.Stamping) throws -> EvidenceReport {
            EvidenceReport(try photo.examination, trusting: trust, stamping)
        }
        let plain = try report(.none)
        #expect(plain.isReproduced == true && plain.consistent.holds && plain.inTimeByGateway.holds)
        #expect(!plain.inTimeByAuthority.holds && plain.inTimeByAuthority.satellites.isEmpty)
        let stamped = try report(.checked(.init(latest: instant(240), authority: "TSA")))
        #expect(stamped.inTimeByAuthority.holds, "\(stamped.inTimeByAuthority)")
        #expect(Set(stamped.inTimeByAuthority.satellites).isSubset(of: stamped.consistent.satellites))
        // The keys of slow MAC are broadcast 330 s after their tags: a stamp of a later time proves less, and then nothing.
        let late = try report(.checked(.init(latest: instant(450), authority: "TSA")))
        #expect(late.inTimeByAuthority.satellites.count <= stamped.inTimeByAuthority.satellites.count)
        let known = try report(.checked(.init(latest: instant(640), authority: "TSA")))
        #expect(known.inTimeByAuthority.satellites.isEmpty && !known.inTimeByAuthority.holds)
        #expect(try report(.unusable("x")).inTimeByAuthority.text == "x")
    }

    @Test func `pages that came after their keys are consistent, and not in time`() throws {
        let photo = try photo(0, 60, 460, delay: 600)
        let report = EvidenceReport(try photo.examination, trusting: trust, .none)
        #expect(report.consistent.holds && !report.inTimeByGateway.holds && report.isReproduced == false)
    }

    @Test func `messages that were received hours before carry the verdict`() throws {
        var engine = OSNMAEngine(configuration: .recording(.all), anchors: trust.anchors)
        for page in pages where page.start.secondsSinceEpoch < start + 600 { _ = engine.process(page) }
        let messages = try #require(OSNMAMessages(engine.hotStart))
        // Two satellites send too few blocks for a root key in this time.
        let all = try judge(try photo(660, 696, 756)).fix?.authenticated ?? []
        var photo = try photo(660, 696, 756, seen: Array(all.prefix(2)))
        #expect(try judge(photo).state == .unverified)
        photo.messages = messages.bytes
        let later = try judge(photo)
        #expect(later.state == .authenticated, "\(later.reason)")
        #expect(try OSNMAMessages(parsing: messages.bytes) == messages)
        // They prove themselves: with another signature they prove nothing.
        let text = String(decoding: messages.bytes, as: UTF8.self)
        let digits = try #require(text.firstRange(of: "\"message\":\"")).upperBound
        var forged = Array(text)
        let place = text.distance(from: text.startIndex, to: digits) + 80
        forged[place] = forged[place] == "0" ? "1" : "0"
        photo.messages = Array(String(forged).utf8)
        #expect(try judge(photo).state == .unverified)
        photo.messages = Array("[]".utf8)
        #expect(throws: CaptureFileError.self) { try judge(photo) }
    }

    @Test func `damaged evidence is refused or judged, and never authenticates more`() throws {
        let photo = try photo(0, 60, 160)
        let proven = Set(try judge(photo, .ignored).fix?.authenticated ?? [])
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<40 {
            var damaged = photo
            for _ in 0..<Int.random(in: 1...20, using: &generator) {
                if Bool.random(using: &generator) {
                    damaged.before[Int.random(in: 0..<damaged.before.count, using: &generator)] ^= 1
                } else {
                    damaged.after[Int.random(in: 0..<damaged.after.count, using: &generator)] ^= 1
                }
            }
            guard let later = try? judge(damaged, .ignored) else { continue }
            let claimed = later.fix?.authenticated ?? []
            #expect(proven.isSuperset(of: claimed))
        }
        for record in [JSONValue.null, .object([:]), .object(["authentication": .string("x")])] {
            var odd = photo
            odd.record = record
            _ = try? judge(odd)
        }
    }
}
