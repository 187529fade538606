// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Testing

@testable import DaemonRuntime
@testable import ReceiverHost

private let second: Int64 = 1_000_000_000

@Suite struct ResourceTests {
    @Test func `a core used for half a minute is too much, for less it is not`() {
        var watch = ResourceWatch(memoryMiB: 100, cpuPercent: 80)
        var reasons: [String?] = []
        for turn in 0...16 {
            let time = Int64(turn) * 2 * second
            reasons.append(watch.note(ResourceUse(processorTime: time, memory: 1), at: time))
        }
        #expect(reasons[..<15].allSatisfy { $0 == nil })
        #expect(reasons[15] == "it has used 100 % of a core for 30 s; limits.cpu_percent allows 80")
    }

    @Test func `a burst within half a minute is allowed, and 0 allows all`() {
        var watch = ResourceWatch(memoryMiB: 100, cpuPercent: 80)
        var free = ResourceWatch(memoryMiB: 100, cpuPercent: 0)
        var used: Int64 = 0
        for turn in 0...100 {
            let time = Int64(turn) * 2 * second
            used += turn % 15 < 10 ? 2 * second : 0
            let first = watch.note(ResourceUse(processorTime: used, memory: 1), at: time)
            let second = free.note(ResourceUse(processorTime: time * 4, memory: 1), at: time)
            #expect(first == nil && second == nil)
        }
    }

    @Test func `memory over the limit is too much at once`() {
        var watch = ResourceWatch(memoryMiB: 100, cpuPercent: 80)
        let first = watch.note(ResourceUse(processorTime: 0, memory: 100 << 20), at: 0)
        let second = watch.note(ResourceUse(processorTime: 0, memory: 101 << 20), at: 0)
        #expect(first == nil)
        #expect(second == "it uses 101 MiB of memory; limits.memory_mib allows 100")
    }

    @Test func `memory that counts twice for a moment is not too much`() {
        var watch = ResourceWatch(memoryMiB: 100, cpuPercent: 0)
        let double = ResourceUse(processorTime: 0, memory: 60 << 20, others: 60 << 20)
        let single = ResourceUse(processorTime: 0, memory: 60 << 20)
        let reasons = [double, single, double, double].map { watch.note($0, at: 0) }
        #expect(reasons == [nil, nil, nil, "it uses 120 MiB of memory; limits.memory_mib allows 100"])
    }

    @Test func `the time of processes that have ended counts, even if it is no longer reported`() {
        var watch = ResourceWatch(memoryMiB: 100, cpuPercent: 50)
        var reasons: [String?] = []
        for turn in 0...16 {
            // Each process runs for one second in two, and its time is no longer reported after its end.
            let time = turn % 2 == 0 ? second : 3 * second
            reasons.append(watch.note(ResourceUse(processorTime: time, memory: 1), at: Int64(turn) * 2 * second))
        }
        #expect(reasons[..<15].allSatisfy { $0 == nil } && reasons[15] != nil)
    }

    @Test func `what this process uses is read, and of one that does not exist nothing`() throws {
        let use = try #require(ResourceUse(of: getpid()))
        #expect(use.memory > 1 << 20)
        #expect(use.processorTime > 0)
        #expect(ResourceUse(of: -1) == nil)
    }

    @Test func `a process and those that it started count together`() async throws {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "for i in 1 2; do (while :; do :; done) & done; wait"]
        try shell.run()
        let pid = shell.processIdentifier
        var burning: [Int32] = []
        defer { for process in burning + [pid] { kill(process, SIGKILL) } }
        let isSeen = await eventually {
            burning = ProcessEntry.descendants(of: pid)
            return burning.count == 2
        }
        #expect(isSeen)
        let isCounted = await eventually {
            guard let own = ResourceUse(of: pid), let all = ResourceUse(ofTree: pid) else { return false }
            return all.processorTime > own.processorTime + second / 2
        }
        #expect(isCounted)
        #expect(ResourceUse(ofTree: -1) == nil)
    }

    @Test func `ends are told in words`() {
        #expect(ChildEnd(status: 0).description == "exited")
        #expect(ChildEnd(status: 3 << 8).description == "exited with status 3")
        #expect(ChildEnd(status: 11).description == "was terminated by signal 11 (segmentation fault)")
        #expect(ChildEnd(status: 0x80 | 6).description == "was terminated by signal 6 (abort)")
        #expect(ChildEnd(status: 40).description == "was terminated by signal 40")
        #expect(ChildEnd(status: 11, peakMemory: 90 << 20).memoryHint(limitMiB: 100) != nil)
        #expect(ChildEnd(status: 11, peakMemory: 30 << 20).memoryHint(limitMiB: 100) == nil)
        #expect(ChildEnd(status: 0, peakMemory: 90 << 20).memoryHint(limitMiB: 100) == nil)
    }

    @Test func `standard error becomes lines, cut and cleaned`() {
        var lines = ErrorLines()
        var said: [String] = []
        let text = "one\n\n  \ntwo \u{1B}[1m\n" + String(repeating: "x", count: 1000) + "\nlast"
        for byte in text.utf8 { withUnsafeBytes(of: byte) { bytes in lines.append(bytes) { said.append($0) } } }
        #expect(said == ["one", "two  [1m", String(repeating: "x", count: 400)])
        lines.finish { said.append($0) }
        #expect(lines.last == "last")
        #expect(said.count == 4)
    }

    @Test func `twenty lines a second pass, and the next tells how many did not`() {
        var limit = WordLimit(perSecond: 20)
        let taken = (0..<1000).map { _ in limit.take(at: 5 * second) }.filter(\.isTaken).count
        #expect(taken == 20)
        let next = limit.take(at: 6 * second)
        #expect(next.isTaken)
        #expect(next.missing == 980)
        let third = limit.take(at: 6 * second)
        #expect(third.missing == 0)
    }
}

@Suite struct ReplayClockTests {
    private func time(_ seconds: Int64) -> HostTime {
        HostTime(monotonicNanoseconds: seconds &* second, wallNanoseconds: seconds &* second)
    }

    @Test func `one absurd time of a replay is not believed, and the clock goes on`() {
        let clock = GatewayClock(.replay)
        clock.advance(to: time(1000))
        clock.advance(to: HostTime(monotonicNanoseconds: .max, wallNanoseconds: .max))
        #expect(clock.now == time(1000))
        clock.advance(to: time(1001))
        #expect(clock.now == time(1001))
        clock.advance(to: time(-5))
        clock.advance(to: HostTime(monotonicNanoseconds: .min, wallNanoseconds: .min))
        #expect(clock.now == time(1001))
    }

    @Test func `a replay with a gap of days goes on behind it`() {
        let clock = GatewayClock(.replay)
        clock.advance(to: time(1000))
        clock.advance(to: time(1000 + 3 * 86_400))
        clock.advance(to: time(1001 + 3 * 86_400))
        #expect(clock.now == time(1001 + 3 * 86_400))
    }
}
