// SPDX-License-Identifier: Apache-2.0

import DriverKit
import DriverTesting
import FileSimulator
import Foundation
import GNSSTypes
import PluginHosting
import Testing

@Suite struct FileSimulatorTests {
    @Test func `it passes the conformance suite, garbage from the receiver included`() throws {
        let capture = try Capture(Capture.drive(epochs: 20))
        var generator = SystemRandomNumberGenerator()
        let garbage = try Capture((0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let plugin = try PluginTable(ExportedPlugin(FileSimulatorDriver.plugin).table)
        let suite = DriverConformance(
            plugin: plugin, configuration: #"{"file":"\#(capture.path)","loop":true,"speed":100}"#,
            garbageConfiguration: #"{"file":"\#(garbage.path)","speed":0}"#)
        for finding in suite.run() { #expect(finding.failure == nil, "\(finding)") }
    }

    @Test func `the scenario passes the conformance suite`() throws {
        let plugin = try PluginTable(ExportedPlugin(FileSimulatorDriver.plugin).table)
        let suite = DriverConformance(plugin: plugin, configuration: #"{"scenario":"drive","speed":100}"#)
        for finding in suite.run() { #expect(finding.failure == nil, "\(finding)") }
    }

    @Test func `a replay gives the same observations with the same times at every speed`() throws {
        let capture = try Capture("# Date: 2026-03-01\n" + Capture.drive(epochs: 60))
        let fastest = try replay(#"{"file":"\#(capture.path)","speed":0}"#)
        let fast = try replay(#"{"file":"\#(capture.path)","speed":200}"#)
        #expect(fastest.outcome == .finished)
        #expect(fastest.contents.fixes.count == 60)
        #expect(fastest.contents.observations == fast.contents.observations)
        #expect(fastest.contents.batches == fast.contents.batches)
    }

    @Test func `speed paces the replay by the receiver's time`() throws {
        let capture = try Capture(Capture.drive(epochs: 31))
        let begin = ContinuousClock.now
        let fixes = try replay(#"{"file":"\#(capture.path)","speed":50}"#).contents.fixes
        let took = begin.duration(to: .now)
        #expect(fixes.count == 31)
        #expect(took >= .milliseconds(595), "30 s at 50 times real time took \(took)")
    }

    /// SBF blocks of a kind without a position, and RTCM 3 observations of a station, one a second.
    private static let withoutFixes: [[UInt8]] = [
        seconds.flatMap { Capture.block(4013, milliseconds: 1000 * ($0 % 604_800), week: 2400 + $0 / 604_800) },
        seconds.flatMap { Capture.station(1077, milliseconds: 1000 * ($0 % 604_800)) },
        seconds.flatMap { Capture.station(1127, milliseconds: 1000 * ($0 % 604_800)) },
    ]

    /// Across the end of a week.
    private static let seconds = 604_790...604_820

    @Test(arguments: withoutFixes)
    func `speed paces a receiver that states no position by the times of its frames`(bytes: [UInt8]) throws {
        let capture = try Capture(bytes)
        let begin = ContinuousClock.now
        let contents = try replay(#"{"file":"\#(capture.path)","speed":50}"#).contents
        let took = begin.duration(to: .now)
        #expect(contents.observations.count { $0.kind == .sentence } == 31)
        #expect(took >= .milliseconds(595), "30 s at 50 times real time took \(took)")
    }

    @Test(arguments: [[0, 65_534], [65_534, 0], [1, 40_000, 2, 65_535]])
    func `weeks that no receiver states never trap, and no wait follows from them`(weeks: [Int]) throws {
        let blocks = weeks.flatMap { Capture.block(4013, milliseconds: 604_799_999, week: $0) }
        let capture = try Capture(blocks + Capture.station(1127, milliseconds: 0x3FFF_FFFF))
        let result = try replay(#"{"file":"\#(capture.path)","speed":1}"#)
        #expect(result.outcome == .finished)
        #expect(result.contents.observations.count { $0.kind == .sentence } == weeks.count + 1)
    }

    @Test func `a long wait in a gap of the capture is announced`() throws {
        let sentences = ["120000.00", "121000.00"].map {
            Capture.sentence("GPGGA,\($0),4807.038,N,01131.324,E,1,08,0.9,545.4,M,46.9,M,,")
        }
        let capture = try Capture("# Date: 2026-03-01\n" + sentences.joined())
        let result = try replay(#"{"file":"\#(capture.path)","speed":10}"#, stoppingAfter: .seconds(4))
        #expect(result.outcome == .stopped && result.contents.fixes.count == 1)
        #expect(result.contents.log.contains { $0.contains("has a gap of 600 s; the replay continues in 60 s") })
    }

    @Test(arguments: [
        // One wrong time, ahead and behind.
        ([4: 3600], [0, 1, 2, 3, 4, 5, 6, 7, 8]), ([4: -3600], [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        // A gap, also before the last epoch, and another session.
        ([6: 3600, 7: 3600, 8: 3600], [0, 1, 2, 3, 4, 5, 3606, 3607, 3608]),
        ([8: 3600], [0, 1, 2, 3, 4, 5, 6, 7, 3608]),
        ([6: -3600, 7: -3600, 8: -3600], [0, 1, 2, 3, 4, 5, 6, 7, 8]),
    ])
    func `a single wrong time delays nothing, and a gap stays`(steps: [Int: Int], seconds: [Int]) throws {
        let capture = try Capture(Capture.drive(epochs: 9, steps: steps))
        let contents = try replay(#"{"file":"\#(capture.path)","speed":0}"#).contents
        let times = contents.observations.filter { $0.kind == .fix }.map(\.hostTime.monotonicNanoseconds)
        #expect(times == seconds.map { Int64($0) * 1_000_000_000 })
    }

    @Test func `the replay's clock is that of the capture`() throws {
        let capture = try Capture(Capture.drive(epochs: 30))
        let observations = try replay(#"{"file":"\#(capture.path)","speed":0}"#).contents.observations
        for case (let time, .fix(let fix)) in observations.map({ ($0.hostTime, $0.payload) }) {
            #expect(time.wallNanoseconds == fix.time?.nanosecondsSince1970)
        }
        #expect(observations.first?.hostTime.monotonicNanoseconds == 0)
    }

    @Test func `seeking begins so many seconds into the capture`() throws {
        let capture = try Capture(Capture.drive(epochs: 60))
        let all = try replay(#"{"file":"\#(capture.path)","speed":0}"#).contents.observations
        let rest = try replay(#"{"file":"\#(capture.path)","speed":0,"seek_s":20}"#).contents.observations
        #expect(rest.map(\.payload) == all.map(\.payload).suffix(rest.count))
        let first = rest.first { $0.kind == .fix }
        #expect(first?.hostTime == all.filter { $0.kind == .fix }[20].hostTime)
    }

    @Test func `a loop begins again, and its clock goes on`() throws {
        let capture = try Capture(Capture.drive(epochs: 5))
        let plugin = try PluginTable(ExportedPlugin(FileSimulatorDriver.plugin).table)
        let host = RecordingHost(delivers: plugin.description.delivers)
        let json = #"{"file":"\#(capture.path)","speed":0,"loop":true}"#
        let driver = try DriverInstance(of: plugin, configuration: json, host: host)
        let thread = Thread { _ = driver.run() }
        thread.start()
        while host.observationCount < 200 { usleep(1000) }
        driver.stop()
        let times = host.recorded.observations.map(\.hostTime.monotonicNanoseconds)
        #expect(times == times.sorted())
        #expect(Set(host.recorded.fixes.prefix(15).map(\.time)).count == 5)
    }

    @Test func `a date in a comment line serves a receiver that states none`() throws {
        let body = Capture.sentence("GPGGA,120000.00,4807.038,N,01131.324,E,1,08,0.9,545.4,M,46.9,M,,")
        let capture = try Capture("# Name: old\n# Date = 2015-03-18\n" + body)
        let time = try #require(try replay(#"{"file":"\#(capture.path)","speed":0}"#).contents.fixes.first?.time)
        #expect(time.date == CivilDate(year: 2015, month: 3, day: 18))
    }

    @Test(arguments: [
        (#"{"file":"/nowhere/x.log"}"#, "No such file or directory"), (#"{"file":"/"}"#, "not a regular file"),
        (#"{"file":"/dev/zero"}"#, "not a regular file"),
    ])
    func `a file that cannot be replayed ends the run with what to do`(json: String, text: String) throws {
        guard case .failed(let reason) = try replay(json).outcome else {
            Issue.record("it ran")
            return
        }
        #expect(reason.contains(text))
        #expect(reason.hasPrefix("config.file: "))
    }

    @Test func `a start after the end is said to be one`() throws {
        let capture = try Capture(Capture.drive(epochs: 9))
        let outcome = try replay(#"{"file":"\#(capture.path)","speed":0,"seek_s":20}"#).outcome
        #expect(
            outcome == .failed("config.seek_s: \(capture.path) ends after 8.0 s, before the start position"))
    }

    @Test func `a file without a valid sentence is said to have nothing to replay`() throws {
        let capture = try Capture("this is not a capture\n")
        guard case .failed(let reason) = try replay(#"{"file":"\#(capture.path)"}"#).outcome else {
            Issue.record("it ran")
            return
        }
        #expect(reason.contains("has nothing to replay"))
    }

    @Test func `a search for the first sentence ends when stopped, however much there is to search`() throws {
        let capture = try Capture("")
        #expect(truncate(capture.path, 1 << 40) == 0)
        let result = try replay(#"{"file":"\#(capture.path)","speed":0}"#, stoppingAfter: .milliseconds(100))
        #expect(result.outcome == .stopped)
    }

    @Test func `a FIFO without a writer does not hold the run up`() throws {
        let path = NSTemporaryDirectory() + "gnss-fifo-\(UUID().uuidString)"
        #expect(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        guard case .failed(let reason) = try replay(#"{"file":"\#(path)"}"#).outcome else {
            Issue.record("it ran")
            return
        }
        #expect(reason.contains("not a regular file"))
    }

    /// A scenario whose OSNMA cannot be played.
    private static func unplayable(start: String) -> String {
        let place = #""place":{"latitude_deg":52,"longitude_deg":5}"#
        let change = #"{"at_s":60,"kind":"npk","takes_over_s":300,"ends_s":240}"#
        return #"{"simulation":{"start":"\#(start)",\#(place),"osnma":{"changes":[\#(change)]}}}"#
    }

    @Test(arguments: [
        "{}", #"{"file":"a","scenario":"drive"}"#, #"{"scenario":"flight"}"#, #"{"file":3}"#,
        unplayable(start: "2026-09-21T10:00:00Z"), unplayable(start: "now"),
    ])
    func `settings that contradict are refused when the driver is made`(json: String) throws {
        let plugin = try PluginTable(ExportedPlugin(FileSimulatorDriver.plugin).table)
        #expect(throws: PluginError.self) {
            try DriverInstance(of: plugin, configuration: json, host: RecordingHost(delivers: []))
        }
    }

    @Test func `what it publishes is what it declares to deliver`() throws {
        let capture = try Capture(Capture.drive(epochs: 3))
        let kinds = Set(try replay(#"{"file":"\#(capture.path)","speed":0}"#).contents.observations.map(\.kind))
        #expect(kinds.isSuperset(of: [.fix, .sentence, .satellites]))
        #expect(kinds.isSubset(of: FileSimulatorDriver.plugin.delivers))
    }
}
