// SPDX-License-Identifier: Apache-2.0

import AgrirouterSimulator
import Foundation
import Testing

/// Programs of others against the running simulator.
@Suite(.serialized) struct ListenerTests {
    /// Asks until something is so; what it says at last.
    private func until(_ ask: () async throws -> Bool) async throws -> Bool {
        for _ in 0..<600 {
            if try await ask() { return true }
            try await Task.sleep(for: .milliseconds(100))
        }
        return false
    }

    /// Whether TLS ended the connection, as curl says it: in the handshake, or right after it, while sending or receiving.
    private func isRefused(_ status: Int32) -> Bool { [35, 52, 55, 56].contains(status) }

    @Test(.timeLimit(.minutes(10))) func `curl onboards with PEM and with P12, posts and polls`() async throws {
        try await Running.simulator { sim in
            try await sim.admin("PUT", "/clock", #"{"time":1795000001,"rate":0}"#)
            try await sim.admin("PATCH", "/options", #"{"spacing_factor":0,"latency_s":0}"#)
            #expect(try await sim.onboard("PEM", code: "WRONGWRONG").status == "401")
            for (kind, measure) in [("PEM", Golden.capabilities), ("P12", Golden.positions)] {
                let client = try await sim.client(kind)
                let posted = try await sim.curl(client.arguments + ["-d", sim.body(client, measure)], client.measures)
                #expect(posted.text == "\n200", "\(posted.words)")
                let polled = try await sim.curl(client.arguments, client.commands)
                #expect(polled.text.hasPrefix("[{\"sensorAlternateId\":\"\(client.endpoint)\""))
                #expect(try await sim.curl(client.arguments, client.commands).text == "[]\n200")
            }
            let endpoints = try await sim.admin("GET", "/endpoints").text
            #expect(endpoints.contains(#""gps:info":"SEND_RECEIVE""#))
            #expect(try await sim.admin("GET", "/violations").json["count"] as? Int == 0)
        }
    }

    @Test(.timeLimit(.minutes(10))) func `who has no certificate, a foreign one, or an old one is refused by TLS`()
        async throws
    {
        try await Running.simulator { sim in
            let old = try await sim.client("PEM")
            let bare = try await sim.curl([], old.commands)
            #expect(isRefused(bare.status), "\(bare.words)")
            let foreign = sim.folder.appending(path: "foreign.pem").path
            _ = try await sim.run(
                "openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=x",
                    "-days", "2", "-keyout", foreign, "-out", foreign + ".crt",
                ])
            let stranger = try await sim.curl(["--key", foreign, "--cert", foreign + ".crt"], old.commands)
            #expect(isRefused(stranger.status), "\(stranger.words)")
            let new = try await sim.client("PEM")
            #expect(isRefused(try await sim.curl(old.arguments, old.commands).status))
            #expect(try await sim.curl(new.arguments, new.commands).text == "[]\n200")
            // TLS 1.2 refuses within the handshake.
            #expect(isRefused(try await sim.curl(["--tls-max", "1.2"], old.commands).status))
            #expect(try await sim.curl(["--tls-max", "1.2"] + new.arguments, new.commands).text == "[]\n200")
            try await sim.admin("PUT", "/clock", #"{"advance_s":400000000}"#)
            #expect(isRefused(try await sim.curl(new.arguments, new.commands).status))
            try await sim.admin("PATCH", "/options", #"{"access":403}"#)
            #expect(try await sim.curl(new.arguments, new.commands).text.hasSuffix("\n403"))
            #expect(try await sim.curl([], new.commands).text.hasSuffix("\n403"))
            let journal = try await sim.admin("GET", "/journal").text
            #expect(journal.contains("refused: a certificate that belongs to another device"))
            #expect(journal.contains("refused: an expired certificate"))
        }
    }

    @Test(.timeLimit(.minutes(10))) func `server certificates that no client may trust`() async throws {
        try await Running.simulator { sim in
            let address = sim["onboarding"] + "/"
            #expect(try await sim.curl([], address).text.hasSuffix("\n404"))
            for kind in ["expired", "wrong_host", "unknown_ca"] {
                try await sim.admin("PATCH", "/options", #"{"server_certificate":"\#(kind)"}"#)
                #expect(try await sim.curl([], address).status == 60, "\(kind)")
            }
            try await sim.admin("PATCH", "/options", #"{"server_certificate":"good"}"#)
            #expect(try await sim.curl([], address).text.hasSuffix("\n404"))
            #expect(try await sim.curl([], address.replacing("localhost", with: "127.0.0.1")).text.hasSuffix("\n404"))
        }
    }

    @Test(.timeLimit(.minutes(10))) func `a session is not resumed past a replaced certificate`() async throws {
        try await Running.simulator { sim in
            let client = try await sim.client("PEM")
            let session = sim.folder.appending(path: "session").path
            let host = sim["gateway"].replacing("https://", with: "")
            func connect(_ more: [String]) async throws -> String {
                let pair = client.arguments
                return try await sim.run(
                    "sh",
                    [
                        "-c",
                        "printf 'GET /outbox/\(client.endpoint) HTTP/1.1\\r\\nHost: localhost\\r\\n"
                            + "Accept: application/json\\r\\nConnection: close\\r\\n\\r\\n'"
                            + " | openssl s_client -ign_eof -connect \(host) -CAfile \(sim["ca_file"])"
                            + " -cert \(pair[3]) -key \(pair[3]) -pass 'pass:\(pair[5])' "
                            + "\(more.joined(separator: " "))",
                    ]
                ).text
            }
            let first = try await connect(["-sess_out", session])
            #expect(first.contains("HTTP/1.1 200"), "\(first)")
            let again = try await connect(["-sess_in", session])
            #expect(again.contains("HTTP/1.1 200"), "\(again)")
            _ = try await sim.client("PEM")
            let refused = try await connect(["-sess_in", session])
            #expect(!refused.contains("HTTP/1.1 200"), "\(refused)")
        }
    }

    @Test(.timeLimit(.minutes(10))) func `connections and answers break as they were asked to`() async throws {
        try await Running.simulator { sim in
            let address = sim["onboarding"] + "/"
            func strike(_ fault: String) async throws -> Int32 {
                try await sim.admin("POST", "/faults", fault)
                let status = try await sim.curl(["-m", "100"], address).status
                try await sim.admin("DELETE", "/faults")
                return status
            }
            // curl: 35 no TLS, 52 an empty answer, 56 a broken one, 18 a part, 28 too late.
            #expect(isRefused(try await strike(#"{"kind":"connection","mode":"close"}"#)))
            #expect(isRefused(try await strike(#"{"kind":"connection","mode":"alert"}"#)))
            #expect(isRefused(try await strike(#"{"kind":"drop"}"#)))
            #expect(isRefused(try await strike(#"{"kind":"drop","reset":true}"#)))
            try await sim.admin("POST", "/faults", #"{"kind":"delay","seconds":0.01,"where":"trickle"}"#)
            #expect(try await sim.curl([], address).text.hasSuffix("\n404"))
            try await sim.admin("DELETE", "/faults")
            try await sim.admin("POST", "/faults", #"{"kind":"connection","mode":"stall"}"#)
            #expect(try await sim.curl(["-m", "2"], address).status == 28)
            try await sim.admin("DELETE", "/faults")
            try await sim.admin("POST", "/faults", #"{"kind":"offline","listener":"onboarding"}"#)
            #expect(try await sim.curl([], address).status == 7)
            try await sim.admin("DELETE", "/faults")
            #expect(try await sim.curl([], address).text.hasSuffix("\n404"))
            try await sim.admin("POST", "/faults", #"{"kind":"offline","listener":"onboarding","seconds":0.2}"#)
            #expect(try await until { try await sim.curl([], address).text.hasSuffix("\n404") })
            // Closed, open, closed again.
            try await sim.admin(
                "POST", "/faults", #"{"kind":"offline","listener":"onboarding","seconds":2,"up_seconds":3}"#)
            #expect(try await until { try await sim.curl([], address).status == 0 })
            #expect(try await until { try await sim.curl([], address).status == 7 })
            #expect(try await until { try await sim.curl([], address).status == 0 })
        }
    }

    @Test(.timeLimit(.minutes(10))) func `what is no TLS, no HTTP or too large is survived`() async throws {
        try await Running.simulator { sim in
            let host = sim["onboarding"].replacing("https://", with: "")
            _ = try await sim.run("curl", ["-sS", "-m", "20", "http://\(host)/"])
            let file = sim.folder.appending(path: "large")
            try Data(repeating: 0x20, count: 17 << 20).write(to: file)
            let large = try await sim.run(
                "curl",
                [
                    "-sS", "-m", "120", "-o", "/dev/null", "-w", "%{http_code}", "--data-binary", "@\(file.path)",
                    sim["admin"] + "/tan",
                ])
            #expect(large.text == "413", "\(large.words)")
            let header = "X-Long: " + String(repeating: "x", count: 70_000)
            let long = try await sim.run(
                "curl",
                ["-sS", "-m", "60", "-o", "/dev/null", "-w", "%{http_code}", "-H", header, sim["admin"] + "/clock"])
            #expect(["431", "400"].contains(long.text), "\(long.words)")
            #expect(try await sim.admin("GET", "/clock").json["rate"] as? Int == 1)
        }
    }

    @Test(.timeLimit(.minutes(10))) func `a client stays online over a restart`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "kept-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let keep = folder.path
        try await Running.simulator(SimulatorConfiguration(directory: keep, seed: 1)) { sim in
            let client = try await sim.client("PEM")
            try FileManager.default.copyItem(atPath: client.arguments[3], toPath: keep + "/client.pem")
            try Data(client.arguments[5].utf8).write(to: folder.appending(path: "secret"))
            try Data(client.endpoint.utf8).write(to: folder.appending(path: "endpoint"))
            #expect(try await until { FileManager.default.fileExists(atPath: keep + "/authority.json") })
        }
        try await Running.simulator(SimulatorConfiguration(directory: keep, seed: 2)) { sim in
            let endpoint = try String(contentsOf: folder.appending(path: "endpoint"), encoding: .utf8)
            let secret = try String(contentsOf: folder.appending(path: "secret"), encoding: .utf8)
            let address = sim["gateway"] + "/outbox/\(endpoint)"
            let polled = try await sim.curl(["--cert", keep + "/client.pem", "--pass", secret], address)
            #expect(polled.text == "[]\n200", "\(polled.words)")
        }
    }

    @Test(.timeLimit(.minutes(10))) func `what was answered is on disk before the answer`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "kept-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await Running.simulator(SimulatorConfiguration(directory: folder.path, seed: 1)) { sim in
            func kept() throws -> String {
                try String(contentsOf: folder.appending(path: "state.json"), encoding: .utf8)
            }
            // It may be killed from now on: nothing of it waits for its end.
            #expect(FileManager.default.fileExists(atPath: folder.path + "/authority.json"))
            try await sim.admin("PUT", "/clock", #"{"time":1795000001,"rate":0}"#)
            try await sim.admin("PATCH", "/options", #"{"spacing_factor":0,"latency_s":0}"#)
            let client = try await sim.client("PEM")
            #expect(try kept().contains(client.endpoint))
            _ = try await sim.curl(client.arguments + ["-d", sim.body(client, Golden.capabilities)], client.measures)
            #expect(try kept().contains(#""gps:info":"SEND_RECEIVE""#))
            _ = try await sim.curl(client.arguments + ["-d", sim.body(client, Golden.positions)], client.measures)
            #expect(try kept().contains("11111111-2222-4333-8444-555555555555"))
            try await sim.admin("PATCH", "/endpoints/\(client.endpoint)", #"{"name":"Renamed"}"#)
            #expect(try kept().contains("Renamed"))
        }
    }

    @Test func `a port that is taken is said`() async throws {
        try await Running.simulator { sim in
            let port = Int(sim["admin"].split(separator: ":").last ?? "") ?? 0
            let second = AgrirouterSimulation(SimulatorConfiguration(ports: (0, 0, port), seed: 1)) { _ in }
            await #expect(throws: SimulatorError.self) { try await second.run() }
        }
    }
}
