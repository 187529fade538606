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
import Records
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
        _ begin: Int, _ moment: Int, _ end: Int, delay: Double = 0.3, seen: [SatelliteID]? = nil,
        rules: CaptureExamination.Rules = .standard, isReplay: Bool = false
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
        verdict.clock = AuthenticationClock(source: .synchronised, use: .all, uncertainty: 2100)
        // The trusted clock is right, whenever the pages came.
        let trusted = arrival(start + moment - 1).monotonicNanoseconds / 1_000_000
        let record = JSONValue.object([
            "capture": .object(["replay": .bool(isReplay)]), "receiver": .object(["id": .string("rover")]),
            "position": .object(["latitude_deg": .number(52), "longitude_deg": .number(5)]),
            "time": .object([
                "trusted_gst_ms": .number(Double(trusted)), "trusted_monotonic_ms": .number(Double(trusted)),
            ]),
            "authentication": .object([
                "result": .string("authenticated"), "authenticated": .bool(true),
                "rules": try JSONValue(encoding: rules),
                "verdict": try JSONValue(encoding: OSNMAReceiverReport(verdict)),
            ]),
        ])
        let files = evidence.files(of: ObservationOrigin(), from: .min, to: zero)
        return Photo(
            record: record, before: try #require(files[CaptureFileName.recording]),
            after: try #require(evidence.pages(of: ObservationOrigin(), from: zero + 1, to: .max)), messages: nil)
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

    @Test func `weak rules in a photo give no level that the built-in rules do not give`() throws {
        var rules = CaptureExamination.Rules.standard
        (rules.minimumTagBits, rules.satellites, rules.allowsRecordings, rules.staleSeconds) = (0, 0, true, 1 << 40)
        let photo = try photo(0, 240, 640, rules: rules)
        let stamped = EvidenceReport(
            try photo.examination, trusting: trust, .checked(.init(latest: instant(1_000_000), authority: "TSA")))
        #expect(!stamped.inTimeByAuthority.holds && stamped.inTimeByAuthority.satellites.isEmpty)
        // One satellite is too few, whatever the photo says.
        let lonely = try self.photo(
            0, 240, 640, seen: [try #require(pages.first).satellite], rules: rules)
        let alone = EvidenceReport(try lonely.examination, trusting: trust, .none)
        #expect(alone.isReproduced == false && !alone.consistent.holds && !alone.inTimeByGateway.holds, "\(alone)")
        (rules.minimumTagBits, rules.satellites) = (-5, -5)
        let odd = try self.photo(0, 20, 21, rules: rules)
        #expect(!EvidenceReport(try odd.examination, trusting: trust, .none).consistent.holds)
    }

    @Test func `tags that are not in the stamped file prove nothing by the stamp`() throws {
        // The stamped file begins 20 s before the moment, so it has no whole subframe; the pages before it are put among those
        // that came later.
        let (short, long) = (try photo(220, 240, 640), try photo(0, 240, 640))
        let head = RecordingHeader.size
        var moved = short
        moved.after = Array(short.after.prefix(head)) + long.before.dropFirst(head) + short.after.dropFirst(head)
        let stamping = EvidenceReport.Stamping.checked(.init(latest: instant(240), authority: "TSA"))
        #expect(EvidenceReport(try long.examination, trusting: trust, stamping).inTimeByAuthority.holds)
        for photo in [short, moved] {
            let level = EvidenceReport(try photo.examination, trusting: trust, stamping).inTimeByAuthority
            #expect(level.satellites.isEmpty, "\(level)")
        }
    }

    @Test(arguments: [
        (Withdrawals.Cause.renewed, 10_000, true), (.treeRenewed, 10_000, true), (.renewed, 100, false),
        (.keyRevoked, 10_000, false), (.alert, 10_000, false),
    ])
    func `a renewal after the photo says nothing against it; anything else does`(
        cause: Withdrawals.Cause, second: Int, counts: Bool
    ) throws {
        var trust = trust
        trust.withdrawn = trust.anchors.take { _ in true }
        var state = HotStartState()
        let known = trust.withdrawn
        for fingerprint in known.roots.map(\.fingerprint) + known.publicKeys.map(\.fingerprint) {
            state.withdrawals.insert(
                Withdrawals.Anchor(
                    fingerprint: fingerprint, cause: cause, domain: fingerprint,
                    time: try #require(GST(secondsSinceEpoch: start + second)), message: [1]))
        }
        trust.hotStart = state
        let later = try photo(0, 60, 460).examination.judge(.byGateway, trusting: trust, .standard).later
        #expect((later.state == .authenticated) == counts, "\(later)")
    }

    @Test func `a key counts for photos from before its end`() throws {
        for (second, counts) in [(10_000, true), (100, false)] {
            var trust = trust
            for key in trust.anchors.publicKeys { trust.anchors.ends[key.fingerprint] = instant(second) }
            for root in trust.anchors.roots { trust.anchors.ends[root.fingerprint] = instant(second) }
            trust.end(at: instant(20_000))
            #expect(trust.anchors.publicKeys.isEmpty)
            let later = try photo(0, 60, 460).examination.judge(.byGateway, trusting: trust, .standard).later
            #expect((later.state == .authenticated) == counts, "\(later)")
        }
    }

    @Test func `good evidence stands for no other position or time`() throws {
        let photo = try photo(0, 60, 160)
        for change in [
            ["latitude_deg": JSONValue.number(48.1), "longitude_deg": .number(5)],
            ["latitude_deg": .number(52), "longitude_deg": .number(5), "time": .string("2027-01-01T00:00:00.000Z")],
            [:],
        ] {
            var other = photo
            guard case .object(var groups) = photo.record else { return }
            groups["position"] = .object(change)
            other.record = .object(groups)
            #expect(throws: CaptureFileError.self) { try other.examination }
        }
    }

    @Test func `evidence without a position stands for no position`() throws {
        let photo = try photo(0, 60, 160)
        var other = photo
        // The pages that came later have no fix.
        other.before = photo.after
        #expect(throws: CaptureFileError.self) { try other.examination }
    }

    @Test func `evidence that goes back in time leaves the moment unproven`() throws {
        let photo = try photo(100, 160, 560)
        var looped = photo
        looped.after = try self.photo(0, 20, 420).after
        let report = EvidenceReport(try looped.examination, trusting: trust, .none)
        #expect(report.isReproduced == false && !report.consistent.holds && !report.inTimeByGateway.holds, "\(report)")
    }

    @Test func `without a time from outside the signal the gateway says nothing of the arrival`() throws {
        var rules = CaptureExamination.Rules.standard
        rules.allowsRecordings = true
        let photo = try photo(0, 240, 640, rules: rules, isReplay: true)
        let report = EvidenceReport(try photo.examination, trusting: trust, .none)
        #expect(report.isReproduced == true && report.consistent.holds && !report.inTimeByGateway.holds)
        #expect(report.inTimeByGateway.text.contains("no time from outside the signal"), "\(report.inTimeByGateway)")
    }

    @Test func `pages that came after their keys are consistent, and not in time`() throws {
        let photo = try photo(0, 60, 460, delay: 600)
        let report = EvidenceReport(try photo.examination, trusting: trust, .none)
        #expect(report.consistent.holds && !report.inTimeByGateway.holds && report.isReproduced == false)
        // A page of another time that comes last has no influence on the trusted clock.
        var ahead = photo
        let late = try self.photo(658, 660, 662)
        ahead.before += late.before.dropFirst(RecordingHeader.size)
        #expect(EvidenceReport(try ahead.examination, trusting: trust, .none).inTimeByGateway.satellites.isEmpty)
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
        var judged = 0
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
            judged += 1
            let claimed = later.fix?.authenticated ?? []
            #expect(proven.isSuperset(of: claimed))
        }
        #expect(judged > 0)
        for record in [JSONValue.null, .object([:]), .object(["authentication": .string("x")])] {
            var odd = photo
            odd.record = record
            _ = try? judge(odd)
        }
    }
}

/// The position that a record states beside the one in the evidence.
@Suite struct EvidencePositionTests {
    /// A fix with everything that a receiver may state.
    private var fix: Fix {
        var fix = Fix(kind: .threeDimensional, quality: .rtkFixed)
        fix.time = UTCTime(nanosecondsSince1970: 1_790_000_000_123_456_789)
        fix.timeOrigin = .receiver
        fix.position = GeodeticPosition(latitude: Angle(degrees: 52.1), longitude: Angle(degrees: 5.3))
        fix.datum = "WGS84"
        fix.height = Height(
            ellipsoidal: Length(metres: 47.123), orthometric: Length(metres: 2.7),
            geoidSeparation: Length(metres: 44.423))
        fix.horizontalAccuracy = Accuracy(Length(metres: 0.014), origin: .receiver)
        fix.verticalAccuracy = Accuracy(Length(metres: 0.021), origin: .receiver)
        (fix.speed, fix.course) = (Speed(metresPerSecond: 1.1), Angle(degrees: 359.9))
        fix.dop = DilutionOfPrecision(gdop: 1.5, pdop: 1.4, hdop: 0.8, vdop: 1.1, tdop: 0.7)
        fix.corrections = CorrectionsUsed(age: 1.2, station: 7)
        fix.satellitesUsed = 21
        (fix.jamming, fix.spoofing) = (JammingState.allCases.first, SpoofingState.allCases.first)
        return fix
    }

    private func evidence(of fix: Fix) throws -> [UInt8] {
        var evidence = ReceiverEvidence()
        let time = HostTime(monotonicNanoseconds: 5_000_000_000, wallNanoseconds: 1_790_000_000_200_000_000)
        evidence.append(
            Observation(source: SourceID(rawValue: "rover"), sequence: 0, hostTime: time, payload: .fix(fix)),
            at: time.monotonicNanoseconds)
        let files = evidence.files(of: ObservationOrigin(), from: 0, to: time.monotonicNanoseconds)
        return try #require(files[CaptureFileName.recording])
    }

    /// What the record states of a fix, as `CaptureMoment` writes it.
    private func members(of fix: Fix) throws -> [String: JSONValue] {
        var report = FixReport(fix, satellitesInView: 30)
        (report.time, report.heading) = (fix.time.map { Timestamp($0) }, 12)
        guard case .object(var members) = try JSONValue(encoding: report) else { return [:] }
        members["age_s"] = .number(0.2)
        return members
    }

    private func isAccepted(_ members: [String: JSONValue], with recording: [UInt8]) -> Bool {
        let record = JSONValue.object(["position": .object(members), "receiver": .object(["id": .string("rover")])])
        return (try? CaptureExamination(record: record, before: recording, after: nil, messages: nil)) != nil
    }

    @Test func `a record states nothing of its position that the fix does not state`() throws {
        let (stated, recording) = (try members(of: fix), try evidence(of: fix))
        #expect(isAccepted(stated, with: recording) && stated.count == 28)
        // These come from the attitude, from the view of the sky, and from the moment.
        let others: Set = ["heading_deg", "satellites_in_view", "age_s"]
        for (name, value) in stated {
            var changed = stated
            changed[name] = if case .number(let number) = value { .number(number + 1) } else { .string("other") }
            #expect(isAccepted(changed, with: recording) == others.contains(name), "\(name)")
        }
        let bare = Fix(kind: .threeDimensional, quality: .autonomous)
        var place = bare
        (place.position, place.time) = (fix.position, fix.time)
        let little = try evidence(of: place)
        let least = try members(of: place)
        #expect(isAccepted(least, with: little))
        for (name, value) in stated where least[name] == nil {
            #expect(!isAccepted(least.merging([name: value]) { $1 }, with: little), "\(name)")
        }
    }

    @Test func `a record of an older gateway may state less`() throws {
        let (stated, recording) = (try members(of: fix), try evidence(of: fix))
        for name in stated.keys where !["latitude_deg", "longitude_deg", "time"].contains(name) {
            var less = stated
            less[name] = nil
            #expect(isAccepted(less, with: recording), "\(name)")
        }
        // Members of later gateways are not known here.
        #expect(isAccepted(stated.merging(["later": .number(1)]) { $1 }, with: recording))
    }
}

/// Evidence of a receiver that is lost, in whose place another one may answer.
@Suite struct EvidenceLossTests {
    @Test func `data from before a loss are no evidence for a later moment`() throws {
        var evidence = ReceiverEvidence()
        let satellite = try #require(SatelliteID(.galileo, 5))
        func addPage(at second: Int64) {
            let page = NavigationPage(
                satellite: satellite, signal: .galileoE1B, message: .inav,
                bytes: Array(repeating: 0, count: 30), bitCount: 240, check: .passed)
            let time = HostTime(monotonicNanoseconds: second * 1_000_000_000, wallNanoseconds: 0)
            evidence.append(
                Observation(
                    source: SourceID(rawValue: "rover"), sequence: 0, hostTime: time, payload: .navigationPage(page)),
                at: time.monotonicNanoseconds)
        }
        func addSentence(at second: Int64) {
            let time = HostTime(monotonicNanoseconds: second * 1_000_000_000, wallNanoseconds: 0)
            let sentence = Sentence(format: .ubx, bytes: [UInt8(second)])
            evidence.append(
                Observation(source: rover, sequence: 0, hostTime: time, payload: .sentence(sentence)),
                at: time.monotonicNanoseconds)
        }
        for second: Int64 in 1...5 {
            addPage(at: second)
            addSentence(at: second)
        }
        #expect(evidence.hasPages(of: ObservationOrigin(), at: 6_000_000_000))
        evidence.noteLoss(at: 6_000_000_000)
        #expect(!evidence.hasPages(of: ObservationOrigin(), at: 7_000_000_000))
        #expect(evidence.files(of: ObservationOrigin(), from: 0, to: 7_000_000_000).isEmpty)
        // A loss after the end of the interval is no reason to trap.
        #expect(evidence.files(of: ObservationOrigin(), from: 0, to: 5_000_000_000).isEmpty)
        addPage(at: 8)
        addSentence(at: 8)
        #expect(evidence.hasPages(of: ObservationOrigin(), at: 9_000_000_000))
        let files = evidence.files(of: ObservationOrigin(), from: 0, to: 9_000_000_000)
        #expect(files[CaptureFileName.recording] != nil && files["receiver.ubx"] == [8])
    }
}
