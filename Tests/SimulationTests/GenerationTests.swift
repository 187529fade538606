// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ReceiverStream
import Testing
import UBX
import Wire

@testable import Simulation

/// What the generations of u-blox's receivers say otherwise, and a receiver of Septentrio's.
@Suite struct GenerationTests {
    /// Pages that hold nothing but a number and a check that is right.
    private struct Pages: NavigationPageSource {
        mutating func page(of satellite: SimulatedSatellite, at time: GST) -> [UInt8]? {
            var (even, odd) = (BitWriter(), BitWriter())
            even.write(63 << 8 | Int(satellite.id.number), 16)
            for bit in 0..<98 { even.write(bit * time.tow % 7 % 2, 1) }
            odd.write(0b10, 2)
            for bit in 0..<80 { odd.write((bit + time.tow) % 3 % 2, 1) }
            var (checked, page) = (BitWriter(), BitWriter())
            checked.write(0, 4)
            for bit in even.bits + odd.bits { checked.write(Int(bit), 1) }
            for bit in even.bits + [0, 0, 0, 0, 0, 0] + odd.bits { page.write(Int(bit), 1) }
            page.write(Int(CRC24Q.of(checked.bytes.span, in: 0..<25)), 24)
            page.write(0, 14)
            return page.bytes
        }
    }

    private static func played(_ rendering: UBXRendering) -> [(epoch: ScenarioEpoch, bytes: [UInt8])] {
        play(fieldWork(30), ubx: rendering, pages: Pages())
    }

    @Test func `azimuths in NAV-SAT are below 360 degrees`() {
        // A satellite passes the north in these minutes.
        let lists = Frames(play(fieldWork(240), ubx: UBXRendering(.f9)))[.navSAT]
        let azimuths = lists.flatMap { list in
            stride(from: 8, to: list.count, by: 12).map { Int(list[$0 + 4]) | Int(list[$0 + 5]) << 8 }
        }
        #expect(azimuths.contains(0) && azimuths.allSatisfy { $0 < 360 })
    }

    @Test func `until the receiver knows the time, the time of week is the time since its last restart`() {
        var scenario = fieldWork(12)
        scenario.receiver.interval = 200_000_000
        scenario.receiver.isColdStart = true
        scenario.events = [ScenarioEvent(at: 10, .reset)]
        let times = Frames(play(scenario, ubx: .generation9))[.navPVT].map { payload in
            payload.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        #expect(times.count == 61)
        #expect(times.prefix(5).elementsEqual([0, 200, 400, 600, 800]))
        #expect(times.dropFirst(50).prefix(5).elementsEqual([0, 200, 400, 600, 800]))
    }

    @Test(arguments: [UBXRendering.generation8, .generation9, .generationX20])
    func `Pages of Galileo have nine words, and eight from X20 on`(rendering: UBXRendering) throws {
        let pages = Frames(Self.played(rendering)).subframes(.galileo)
        #expect(pages.count > 50)
        for page in pages {
            #expect(page.words.count == (rendering.generation == .x20 ? 8 : 9))
            if rendering.generation != .x20 { #expect(page.words[8] != 0) }
            #expect(page.version == (rendering.generation == .m8 ? 1 : 2))
            #expect(page.sigID == (rendering.generation == .m8 ? nil : 1))
        }
    }

    @Test func `Each generation knows messages of its own`() {
        let (old, usual, new) = (
            Frames(Self.played(.generation8)), Frames(Self.played(.generation9)), Frames(Self.played(.generationX20))
        )
        #expect(old[.navSIG].isEmpty && usual[.navSIG].count > 25 && new[.navSIG].count > 25)
        #expect(old[.secSIG].isEmpty && usual[.secSIG].count >= 6)
        #expect(usual[.secSIG].allSatisfy { $0.first == 1 } && new[.secSIG].allSatisfy { $0.first == 2 })
        #expect(usual[.secOSNMA].isEmpty)
        // It claims nothing: nobody gave it a time to rely on.
        #expect(new[.secOSNMA].count > 25)
        #expect(new[.secOSNMA].allSatisfy { OSNMAStatus($0.span)?.claimed == [] })
    }

    @Test func `X20 hears a third frequency, and its measurements agree`() throws {
        let decoded = decodeAll(Self.played(.generationX20))
        var pairs = 0
        for case .measurements(let epoch) in decoded.flatMap(\.payloads) {
            for measured in epoch.measurements where measured.signal == .galileoE5aQ {
                let other = epoch.measurements.first {
                    $0.satellite == measured.satellite && $0.signal == .galileoE5bQ
                }
                let (near, far) = (try #require(other?.pseudorange), try #require(measured.pseudorange))
                // The ionosphere and the delays of the equipment.
                #expect((near.metres - far.metres).magnitude < 15)
                pairs += 1
            }
        }
        #expect(pairs > 100)
    }

    @Test func `SBF says where the vehicle is, and hands its pages on`() throws {
        let played = play(fieldWork(), sbf: SBFRendering(), pages: Pages())
        let decoded = decodeAll(played)
        let fixes = decoded.compactMap(\.fix)
        #expect(fixes.count >= played.count - 1)
        for (fix, entry) in zip(fixes, played) {
            let truth = entry.epoch.truth.vehicle
            #expect(distance(try #require(truth.position), try #require(fix.position)) < 6)
            #expect(abs((fix.height.ellipsoidal?.metres ?? 0) - (truth.height.ellipsoidal?.metres ?? 0)) < 12)
        }
        let pages = decoded.flatMap(\.payloads).compactMap { payload -> NavigationPage? in
            guard case .navigationPage(let page) = payload else { return nil }
            return page
        }
        #expect(pages.count > 200)
        var source = Pages()
        for page in pages {
            let satellite = try #require(SimulatedConstellations.galileo.first { $0.id == page.satellite })
            let start = try #require(page.time)
            #expect(page.signal == .galileoE1B)
            #expect(page.bytes == source.page(of: satellite, at: start))
        }
    }
}
