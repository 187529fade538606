// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The gateway is killed again and again, while it collects, sends, receives and is onboarded again: a partner that drops
/// equal ids has every position once in the end.
@Suite(.serialized) struct AgrirouterCrashTests {
    /// What is under way when the end comes.
    private enum Moment: CaseIterable {
        case sending, receiving, offline, onboarding
    }

    private static let kills = ProcessInfo.processInfo.environment["GNSS_TEST_LONG"] == nil ? 6 : 300

    @Test func `whatever was on disk when the gateway was killed arrives, and once`() throws {
        let drive = try AgrirouterDrive.file()
        let bench = try AgrirouterBench(receiver: "{ file: \(drive.path), speed: SPEED, seek_s: SEEK }", speed: 60)
        let software = try bench.partner("Software", dropsEqualIDs: true)
        let other = try bench.partner("Other")
        #expect(try bench.ask("onboard", input: try #require(bench.ready["tan"] as? String)).status == 0)
        try bench.wait("sending") { try bench.received(software).positions.count >= 6 }

        var gaps: [ClosedRange<Int>] = []
        for kill in 0..<Self.kills {
            let moment = Moment.allCases[kill % Moment.allCases.count]
            let gap = try endsSuddenly(bench, moment, other, software, after: .random(in: 50_000...1_000_000))
            gaps.append(gap)
            // The drive is not endless.
            if try bench.second() > AgrirouterDrive.length - 3600 { break }
        }
        try bench.clearFaults()
        let last = try bench.second()
        try bench.wait("the last of it") {
            let report = try bench.uplink()
            let newest = AgrirouterDrive.seconds(try bench.received(software).positions).max() ?? 0
            return newest > last && bench.waiting(report) < 12
        }
        let (positions, _) = try bench.received(software)
        let faults = AgrirouterDrive.faults(positions)
        #expect(faults.isEmpty, "\(faults.prefix(3))")
        let told = AgrirouterDrive.seconds(positions).filter { second in !gaps.contains { $0.contains(second) } }
        let twice = Dictionary(grouping: told) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
        let doubles = positions.filter { !Set(twice).isDisjoint(with: AgrirouterDrive.seconds([$0])) }
        let near = gaps.filter { gap in twice.contains { abs(gap.upperBound - $0) < 200 } }
        #expect(twice.isEmpty, "\(doubles); the gaps near them: \(near)")
        let slots = Set(AgrirouterDrive.seconds(positions).filter { $0 <= last }.map { $0 / 5 })
        let first = try #require(slots.min())
        let missing = (first..<last / 5).filter { slot in
            !slots.contains(slot) && !gaps.contains { $0.overlaps(slot * 5 - 5...slot * 5 + 9) }
        }
        let edges = gaps.filter { gap in missing.contains { abs(gap.upperBound - $0 * 5) < 200 } }
        #expect(missing.isEmpty, "\(missing.map { $0 * 5 }); the gaps near them: \(edges)")
        // What others send is processed, and need not come again.
        try bench.admin("POST", "/partners/\(other)/send", #"{"script":"circle","latitude":51,"longitude":7}"#)
        try bench.wait("the other, and a feed that is confirmed") {
            let isSeen = try bench.members().contains { $0["id"] as? String == other }
            return try isSeen && bench.endpoint()["feed"] as? Int == 0
        }
        try bench.end()
    }

    /// Kills the gateway in the middle of something, and starts it again.
    ///
    /// - Returns: the seconds behind what was on disk or taken, in which nobody collected.
    private func endsSuddenly(
        _ bench: AgrirouterBench, _ moment: Moment, _ other: String, _ software: String, after microseconds: UInt32
    ) throws -> ClosedRange<Int> {
        var command: RunningProgram?
        switch moment {
        case .sending: break
        case .receiving:
            // Each start states anew what it takes.
            try bench.wait("a subscription") { try bench.endpoint()["subscriptions"] as? [String] == ["gps:info"] }
            for _ in 0..<5 {
                try bench.admin(
                    "POST", "/partners/\(other)/send", #"{"script":"circle","latitude":51,"longitude":7,"entries":3}"#)
            }
        case .offline: try bench.arm(#"{"kind":"drop","when":"after","reset":true,"method":"POST","next":2}"#)
        case .onboarding: command = try bench.begin("reonboard", input: try bench.code())
        }
        // The end comes at any moment of what goes on.
        usleep(microseconds)
        let end = try bench.second()
        let kept = try bench.killAndRestart(at: end + 10)
        let taken = AgrirouterDrive.seconds(try bench.received(software).positions).filter { $0 <= end }.max()
        let newest = try #require([kept, taken].compactMap(\.self).max())
        // A disk may take its time: five seconds of it, which is the interval, are 300 of the drive.
        #expect(newest >= end - 300, "of the last \(end - newest) s nothing was on disk")
        // Before its receiver says so it does not know what time it is.
        try bench.wait("a position") { try bench.uplink()["positions"] as? String == "good" }
        if let command {
            _ = command.waitForEnd()
            // Agrirouter may have given out a new certificate that nobody has.
            let again = try bench.ask("reonboard", input: try bench.code())
            #expect(again.status == 0, "\(again.messages)")
        }
        return min(newest + 1, end - 5)...max(end + 60, try bench.second() + 10)
    }
}
