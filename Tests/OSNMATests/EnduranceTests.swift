// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import TestSupport
import Testing

@testable import OSNMA

/// A week of pages in random order with losses: memory stays what it was.
@Suite(.serialized) struct EnduranceTests {
    /// How many subframes the process that is watched is to take.
    private static let subframes = ProcessInfo.processInfo.environment["GNSS_OSNMA_ENDURANCE"].flatMap { Int($0) }

    /// Run by the test below, in a process of its own, whose memory nobody else takes.
    @Test(.enabled(if: subframes != nil, "it is what the endurance test runs"))
    func `pages in random order with losses`() throws {
        let count = try #require(Self.subframes)
        let sky = try #require(FastSky(hour: SkyRun.hour, subframes: count + 2))
        let root = try #require(sky.root)
        var engine = OSNMAEngine(configuration: .recording(.all), anchors: TrustAnchors(rootKeys: [root]))
        var random = SystemRandomNumberGenerator()
        var waiting: [(satellite: UInt8, start: Int, bits: [UInt8])] = []
        var authenticated = 0
        var failed = 0
        var before = 0
        for subframe in sky.first..<sky.first + count {
            for satellite in UInt8(1)...5 {
                let mack = sky.mack(subframe, satellite)
                for page in 0..<15 where random.next() % 10 > 0 {
                    let start = FastSky.start(subframe, page)
                    // A block that never becomes whole; a byte of it differs from satellite to satellite.
                    let hkroot = page < 2 ? nil : UInt8(truncatingIfNeeded: random.next())
                    let word = FastSky.word(FastSky.type(page), satellite, start: start)
                    let field = FastSky.field(mack, page: page, hkroot: hkroot)
                    waiting.append((satellite, start, FastSky.bits(word, field: field)))
                }
            }
            // The pages of about three subframes wait, and come in any order; tags that come after their key are too late.
            while waiting.count > 200 {
                let index = Int(random.next() % UInt64(waiting.count))
                waiting.swapAt(index, waiting.count - 1)
                let next = waiting.removeLast()
                guard let satellite = SatelliteID(.galileo, Int(next.satellite)),
                    let start = GST(secondsSinceEpoch: next.start)
                else { continue }
                for event in engine.process(satellite: satellite, band: .e1b, start: start, bits: next.bits.span) {
                    if case .authenticated = event { authenticated += 1 }
                    if case .tagFailed = event { failed += 1 }
                }
            }
            if subframe == sky.first + count / 4 { before = try Self.memory() }
        }
        let grown = try Self.memory() - before
        #expect(authenticated > count && failed == 0, "\(authenticated) right, \(failed) wrong")
        #expect(grown < 4096, "\(grown) kB more after three quarters of the time")
    }

    /// What this process holds in memory, in kB.
    private static func memory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return try #require(
            line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) })
    }

    @Test(
        "hours of pages in random order with losses take no more memory; with GNSS_TEST_LONG a week",
        .enabled(if: subframes == nil, "it is what the endurance test runs"))
    func endurance() throws {
        let isLong = ProcessInfo.processInfo.environment["GNSS_TEST_LONG"] != nil
        let process = Process()
        process.executableURL = URL(
            fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        process.arguments = ["--testing-library", "swift-testing", "--filter", "pages in random order with losses"]
        process.environment = ProcessInfo.processInfo.environment
            .merging(["GNSS_OSNMA_ENDURANCE": isLong ? "20160" : "720"]) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitForEnd()
        #expect(process.terminationStatus == 0, "\(output)")
        #expect(output.contains("pages in random order with losses"), "it did not run: \(output)")
    }
}
