// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// More clients than the daemon serves, with descriptors enough and without.
@Suite(.serialized, .timeLimit(.minutes(10))) struct CrowdedServerTests {
    private static let events = "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
    private static let question = "?WATCH={\"enable\":true};\n"
    private static let answer = "\"class\":\"DEVICES\""

    @Test func `512 viewers of events are served, and the next one is told why it is not`() throws {
        let daemon = try GuardedDaemon()
        let viewers = try Crowd(512, port: daemon.http, saying: Self.events)
        #expect(viewers.reads { $0.count(of: ": events of") == 512 }, "\(viewers.count(of: ": events of"))")
        let refused = try daemon.get("/v1/events")
        #expect(refused.hasPrefix("HTTP/1.1 503 ") && refused.contains("512 clients read events"), "\(refused)")
        #expect(try daemon.get("/v1/version").hasPrefix("HTTP/1.1 200 "))
        #expect(try daemon.metric("gnss_gateway_clients{server=\"http-streams\"}") == 512)
        #expect(try daemon.metric("gnss_gateway_clients_refused_total{server=\"http-streams\"}") == 1)
        try daemon.program.wait(for: "clients-http-streams: ")
        #expect(viewers.closed == 0)
    }

    @Test func `connections that ask for nothing, or never finish a request, make room and are closed`() throws {
        let daemon = try GuardedDaemon()
        let idle = try Crowd(700, port: daemon.http)
        let slow = try Crowd(700, port: daemon.http, saying: "GET /v1/version HT")
        let begin = ContinuousClock.now
        #expect(try daemon.get("/v1/version").hasPrefix("HTTP/1.1 200 "))
        // Before, an answer came when the idle ones were closed, after a minute.
        #expect(ContinuousClock.now - begin < .seconds(8))
        let client = try Crowd(
            1, socket: daemon.program.socket,
            saying: "GET /v1/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(client.reads { $0.count(of: "HTTP/1.1 200 ") == 1 && $0.count(of: "\"clients-http\"") == 1 })
        #expect(idle.reads { $0.closed == 700 })
        #expect(slow.reads { $0.closed == 700 })
        #expect(slow.count(of: "HTTP/1.1 408 ") > 0)
    }

    @Test func `clients without a role that keep their bodies back make room after five seconds`() throws {
        let daemon = try GuardedDaemon()
        let begin = ContinuousClock.now
        let slow = try Crowd(
            640, port: daemon.http,
            saying: "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n{")
        while try daemon.metric("gnss_gateway_clients{server=\"http\"}") != 640 {
            try #require(ContinuousClock.now - begin < .seconds(25), "640 clients cannot connect in time")
            // The daemon does not tell when it has admitted a client: its count is asked again.
            usleep(20_000)
        }
        var served = 0
        while served < 20, ContinuousClock.now - begin < .seconds(25) {
            if try daemon.get("/v1/version").hasPrefix("HTTP/1.1 200 ") { served += 1 }
            slow.send([0x20])
            // The bodies arrive slowly, but go on: a byte of each ten times a second, far less than their 5000 bytes.
            usleep(100_000)
        }
        // Before, nothing was served until their time of 30 s was over.
        #expect(served == 20 && ContinuousClock.now - begin < .seconds(25))
    }

    @Test func `a thousand clients of gpsd are served, and those beyond the limit read why they are not`() throws {
        let daemon = try GuardedDaemon()
        let watchers = try Crowd(1000, port: daemon.gpsd, saying: Self.question)
        #expect(watchers.reads { $0.count(of: Self.answer) == 1000 })
        let more = try Crowd(40, port: daemon.gpsd, saying: Self.question)
        #expect(more.reads { $0.closed == 16 && $0.count(of: Self.answer) == 24 })
        #expect(more.count(of: "{\"class\":\"ERROR\",\"message\":\"Too many clients: 1024 are connected") == 16)
        #expect(try daemon.metric("gnss_gateway_clients_refused_total{server=\"gpsd\"}") == 16)
        try daemon.program.wait(for: "clients-gpsd: ")
    }

    @Test func `gpsd clients that ask for nothing make room, and read why they are closed`() throws {
        let daemon = try GuardedDaemon()
        let silent = try Crowd(1024, port: daemon.gpsd)
        #expect(silent.reads { $0.count(of: "VERSION") == 1024 })
        // After five seconds without a request they may be closed.
        sleep(6)
        let watchers = try Crowd(40, port: daemon.gpsd, saying: Self.question)
        #expect(watchers.reads { $0.count(of: Self.answer) == 40 })
        #expect(silent.reads { $0.closed == 40 && $0.count(of: "Closed to make room") == 40 })
        #expect(watchers.closed == 0)
    }

    @Test func `gpsd clients that ask without end and read nothing hold up no other`() throws {
        let daemon = try GuardedDaemon()
        let greedy = try Crowd(20, port: daemon.gpsd)
        #expect(greedy.reads { $0.count(of: "VERSION") == 20 })
        let before = daemon.memory
        let questions = Array(String(repeating: "?POLL;", count: 40_000).utf8)
        for _ in 0..<5 { greedy.send(questions) }
        let begin = ContinuousClock.now
        let client = try Crowd(1, port: daemon.gpsd, saying: Self.question)
        #expect(client.reads { $0.count(of: Self.answer) == 1 })
        #expect(ContinuousClock.now - begin < .seconds(5))
        #expect(daemon.memory - before < 60, "\(before) MiB before, \(daemon.memory) MiB after")
        #expect(daemon.end().status == 0, "\(daemon.program.messages)")
    }

    @Test func `with few descriptors each server has a share, and none is left to fail`() throws {
        let daemon = try GuardedDaemon(descriptors: 1024)
        let watchers = try Crowd(1000, port: daemon.gpsd, saying: Self.question)
        let readers = try Crowd(300, port: daemon.nmea)
        let viewers = try Crowd(600, port: daemon.http, saying: Self.events)
        #expect(watchers.reads { $0.count(of: "Too many clients: 358 are connected") == 642 })
        #expect(watchers.reads { $0.count(of: Self.answer) == 358 })
        #expect(readers.reads { $0.count(of: "too many clients: 89 are connected") == 211 })
        #expect(viewers.reads { $0.count(of: ": events of") == 179 && $0.closed == 600 - 179 })
        #expect(try daemon.metric("gnss_gateway_accepts_failed_total{server=\"gpsd\"}") == 0)
        #expect((try daemon.metric("process_open_fds") ?? .infinity) < 1024 - 200)
        // A receiver is opened again, and the clients that are served hear of it.
        for command in ["stop", "start"] {
            let result = try RunningProgram(
                try Program.gateway, ["receivers", command, "rover"],
                environment: ["GNSS_GATEWAY_SOCKET": daemon.program.socket]
            ).waitForEnd()
            #expect(result.status == 0, "\(result.messages)")
        }
        #expect(daemon.end().status == 0, "\(daemon.program.messages)")
    }

    @Test func `without a descriptor for a client the daemon waits, says so and takes no processor`() throws {
        let daemon = try GuardedDaemon()
        let used = try #require(try daemon.metric("process_open_fds"))
        let prlimit = try #require(Program.installed("prlimit"), "prlimit is not installed")
        // Fewer than the gate keeps for everything but clients, and some more.
        let limit = Int(used) + 40
        let change = try Program.run(
            prlimit, ["--pid", "\(daemon.program.identifier)", "--nofile=\(limit):"])
        try #require(change.status == 0, "\(change.messages)")
        let watchers = try Crowd(100, port: daemon.gpsd)
        try daemon.program.wait(for: "no-descriptors: ")
        let before = daemon.processorTime
        sleep(4)
        // Before, one processor was busy with it.
        #expect(daemon.processorTime - before < 2)
        #expect(watchers.count(of: "VERSION") < 100)
        // libdispatch would end a process without any descriptor.
        let open = try #require(try daemon.metric("process_open_fds"))
        #expect(Int(open) < limit - 16, "\(watchers.count(of: "VERSION")) clients, \(used) descriptors before")
        _ = try Program.run(prlimit, ["--pid", "\(daemon.program.identifier)", "--nofile=1024:"])
        // Those who were kept waiting are served.
        #expect(watchers.reads { $0.count(of: "VERSION") == 100 })
        #expect(try daemon.get("/v1/version").hasPrefix("HTTP/1.1 200 "))
    }
}
