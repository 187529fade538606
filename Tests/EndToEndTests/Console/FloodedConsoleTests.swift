// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Viewers that read slowly or not at all, beside others that read all.
@Suite(.serialized, .timeLimit(.minutes(5))) struct FloodedConsoleTests {
    /// How long the slow ones are there, in seconds: those that read nothing are closed after 30.
    private static let seconds = 42.0

    @Test func `viewers that do not read hold up no other, take little memory and are closed after a while`() throws {
        let bench = try ConsoleBench()
        let daemon = bench.daemon
        let normal = try LiveClients(3, port: bench.port, topics: "fix:10,sky:1,state", pace: nil)
        let gpsd = try GPSDClient(port: try Self.gpsdPort(of: bench))
        #expect(until(30) { normal.clients.allSatisfy { $0.fixes.count > 30 } && gpsd.reports("TPV").count > 30 })
        let memory = try #require(daemon.status("VmRSS:"))
        let (begin, reports) = (ProcessInfo.processInfo.systemUptime, gpsd.reports("TPV").count)

        let all = "fix:10,sky:2,state,events"
        let silent = try LiveClients(50, port: bench.port, topics: all, pace: 0, buffer: 4096)
        let slow = try LiveClients(50, port: bench.port, topics: all, pace: 1000, buffer: 4096)
        #expect(until(20) { (try? bench.streams()) == 103 })
        let most = try Self.mostMemory(of: daemon, until: begin + Self.seconds)

        for client in normal.clients {
            let intervals = LiveClients.intervals(client, since: begin)
            #expect(Double(intervals.count) > 5 * Self.seconds, "\(intervals.count) epochs")
            let usual = intervals.isEmpty ? .infinity : intervals[intervals.count * 95 / 100]
            #expect(usual < 0.4, "95 of 100 epochs came within \(usual) s of the one before")
            #expect((intervals.last ?? .infinity) < 3, "\(intervals.suffix(5))")
        }
        let times = gpsd.reports("TPV").dropFirst(reports).map(\.time)
        #expect(Double(times.count) > 5 * Self.seconds, "\(times.count) reports of gpsd")
        #expect((zip(times.dropFirst(), times).map { $0 - $1 }.max() ?? .infinity) < 3)
        // 64 KiB for each, and 4 MiB that the daemon takes by itself in that time.
        #expect(most - memory < 64 * 100 + 4096, "\(memory) kB before, \(most) kB with 100 viewers that do not read")

        // Those that took something are still there, and learn what they did not see.
        #expect(
            until(20) { (try? bench.streams()) == 53 },
            "\(String(describing: try? bench.streams()))")
        slow.setPace(nil)
        #expect(until(20) { slow.skipped.allSatisfy { ($0 ?? 0) > 20 } }, "\(slow.skipped)")
        #expect(slow.clients.allSatisfy { !$0.isClosed })
        silent.setPace(nil)
        #expect(until(20) { silent.clients.allSatisfy(\.isClosed) })
        // On a busy machine an epoch may come while the one before it is being sent.
        #expect(normal.skipped.allSatisfy { ($0 ?? .max) < 20 }, "\(normal.skipped)")
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0, "\(daemon.messages)")
    }

    private static func gpsdPort(of bench: ConsoleBench) throws -> Int {
        let servers = try bench.ask("GET", "/v1/status").json["servers"] as? [[String: Any]] ?? []
        let server = servers.first { $0["protocol"] as? String == "gpsd" }
        let address = try #require(server?["address"] as? String, "\(servers)")
        return try #require(address.split(separator: ":").last.flatMap { Int($0) })
    }

    /// The most memory until then, in kB.
    private static func mostMemory(of daemon: RunningProgram, until end: Double) throws -> Int {
        var most = 0
        while ProcessInfo.processInfo.systemUptime < end {
            most = max(most, try #require(daemon.status("VmRSS:")))
            usleep(200_000)
        }
        return most
    }
}
