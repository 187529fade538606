// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import OSNMA
import Testing

@testable import OSNMAValidation

/// Why nothing is authenticated, with what is known step by step.
struct ReasonTests {
    private func time(_ second: Int64) -> HostTime {
        HostTime(monotonicNanoseconds: second * 1_000_000_000, wallNanoseconds: second * 1_000_000_000)
    }

    private func view(_ ids: [SatelliteID?]) -> Payload {
        .satellites(SkyView(satellites: ids.compactMap { $0 }.map { Satellite($0, cn0: 40) }))
    }

    private func page(_ time: GST?, osnma: Bool = false, signal: Signal = .galileoE1B) throws -> Payload {
        var bytes = [UInt8](repeating: 0, count: 30)
        bytes[15] = 0x80
        if osnma { bytes[18] = 0xFF }
        return .navigationPage(
            NavigationPage(
                satellite: try galileo(24), signal: signal, message: .inav, bytes: bytes, bitCount: 240, time: time,
                timeOrigin: time == nil ? .unknown : .galileoTime, check: .passed))
    }

    private var root: TrustAnchors {
        TrustAnchors(roots: MerkleRoot([UInt8](repeating: 7, count: 32)).map { [$0] } ?? [])
    }

    @Test func `every reason and failure has a code of its own and a text, and is found by its code`() {
        let codes = AuthenticationReason.allCases.map(\.code)
        #expect(Set(codes).count == codes.count)
        for reason in AuthenticationReason.allCases {
            #expect(AuthenticationReason(code: reason.code) == reason)
            #expect(reason.text.count > 15)
        }
        let failures = AuthenticationFailureKind.allCases
        #expect(Set(failures.map(\.code)).count == failures.count && failures.allSatisfy { $0.text.count > 15 })
    }

    @Test func `docs/osnma.md has every reason with its number and text, every standing, extent and failure`() throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/osnma.md").standardizedFileURL
        let text = try String(contentsOf: path, encoding: .utf8)
        for reason in AuthenticationReason.allCases {
            let row = text.split(separator: "\n").first { $0.hasPrefix("| \(reason.rawValue) | `\(reason.code)` | ") }
            #expect(row?.hasSuffix(" | \(reason.text) |") == true, "\(reason.code)")
        }
        let words =
            SatelliteAuthentication.Standing.allCases.map(\.code) + FixAuthentication.Extent.allCases.map(\.code)
            + AuthenticationFailureKind.allCases.map(\.code)
        for word in words { #expect(text.contains("`\(word)`"), "\(word)") }
    }

    @Test func `without Galileo, without pages, undated, without OSNMA, without anchors`() throws {
        var bench = Bench(reading: nil)
        bench.take(.driverState(DriverStateReport(.running, reason: "")), at: time(1))
        #expect(bench.last?.reason == .noData)
        bench.take(.fix(Fix(kind: .none, quality: .invalid)), at: time(2))
        #expect(bench.last?.reason == .noRawPages)
        bench.take(view([SatelliteID(.gps, 3)]), at: time(3))
        #expect(bench.last?.reason == .noGalileo)
        bench.take(view([SatelliteID(.gps, 3), try galileo(24)]), at: time(4))
        #expect(bench.last?.reason == .noRawPages)
        bench.take(try page(nil), at: time(5))
        #expect(bench.last?.reason == .undatedPages)
        // A page of E5b-I is none that could bring OSNMA, and one that is damaged is none at all.
        bench.take(try page(GST(week: 1400, tow: 1), osnma: true), at: time(6))
        #expect(bench.last?.reason == .noTrustAnchor)
        for second in 7...70 {
            bench.take(try page(GST(week: 1400, tow: second | 1)), at: time(Int64(second)))
        }
        #expect(bench.last?.reason == .noOSNMA)
        bench.take(.driverState(DriverStateReport(.lost, reason: "gone")), at: time(71))
        #expect(bench.last?.reason == .receiverLost && bench.last?.state == .unverified)
    }

    @Test func `with an anchor it is the time that is missing, then the root key`() throws {
        var bench = Bench(anchors: root, reading: nil)
        bench.take(try page(GST(week: 1400, tow: 1), osnma: true), at: time(1))
        #expect(bench.last?.reason == .timeNotTrusted)
        var replay = Bench(isReplay: true, anchors: root, reading: nil)
        replay.take(try page(GST(week: 1400, tow: 1), osnma: true), at: time(1))
        #expect(replay.last?.reason == .collecting && replay.last?.clock.source == .recording)
    }

    @Test func `pages of other messages, bands and satellites, and damaged ones, are passed over`() throws {
        guard case .navigationPage(let good) = try page(GST(week: 1400, tow: 1)) else { return }
        #expect(INAVPageContent(good) != nil)
        var page = good
        page.check = .failed
        #expect(INAVPageContent(page) == nil)
        page = good
        page.message = .fnav
        #expect(INAVPageContent(page) == nil)
        page = good
        page.bytes.removeLast()
        #expect(INAVPageContent(page) == nil)
        page = good
        page.bytes[0] |= 0x40
        #expect(INAVPageContent(page) == nil, "an alert page")
        page = good
        page.signal = .galileoE1C
        #expect(INAVPageContent(page) == nil)
    }

    @Test func `a receiver's claim is told as such, beside the verdict`() throws {
        var bench = Bench()
        let claimed = TrackedSignal(try galileo(8), .galileoE1C, isClaimedAuthentic: true)
        let view = SignalView(signals: [claimed, TrackedSignal(try galileo(9), .galileoE1C)], sources: ["NAV-SIG"])
        bench.take(.signals(view), at: time(1))
        bench.take(.fix(Fix(kind: .none, quality: .invalid)), at: time(2))
        let eight = try galileo(8)
        #expect(bench.last?.claim == AuthenticationClaim(satellites: [eight], sources: ["NAV-SIG"]))
        #expect(bench.last?.state == .unverified && bench.last?.satellites.isEmpty == true)
    }

    @Test func `a replay that begins again begins anew`() throws {
        var bench = Bench(isReplay: true, anchors: root)
        bench.take(view([try galileo(24)]), at: time(500))
        bench.take(try page(GST(week: 1400, tow: 501), osnma: true), at: time(501))
        bench.take(view([SatelliteID(.gps, 3)]), at: time(1))
        #expect(bench.last?.reason == .noGalileo)
        #expect(bench.last?.satellites.isEmpty == true)
    }

    @Test func `the state holds since a time only once something was observed`() throws {
        var bench = Bench(anchors: root)
        bench.take(.driverState(DriverStateReport(.connecting, reason: "opening the device")), at: time(1_000_000))
        bench.idle(5)
        #expect(bench.last?.reason == .noData && bench.last?.since == nil)
        bench.take(view([try galileo(24)]), at: time(1_000_006))
        #expect(bench.last?.state == .unverified && bench.last?.since == time(1_000_006).wallNanoseconds)
        bench.take(view([try galileo(24)]), at: time(1_000_008))
        #expect(bench.last?.since == time(1_000_006).wallNanoseconds)
    }

    @Test func `a verdict is published when it says something new, and once a second`() {
        var bench = Bench()
        for tenth in 0..<40 {
            let instant = HostTime(monotonicNanoseconds: Int64(tenth) * 100_000_000, wallNanoseconds: 0)
            bench.take(.fix(Fix(kind: .none, quality: .invalid)), at: instant)
        }
        #expect(bench.verdicts.count == 5)
        #expect(bench.verdicts.map(\.isNews) == [true, false, false, false, false])
    }
}
