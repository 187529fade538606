// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ObservationBus
import Testing

@testable import GPSDServer

@Suite("Of several receivers", .timeLimit(.minutes(1)))
struct ActiveSourceTests {
    private let rover = SourceID(rawValue: "rover")
    private let base = SourceID(rawValue: "base")

    private func server(_ configure: (inout GPSDConfiguration) -> Void = { _ in }) -> TestServer {
        TestServer(
            devices: [
                GPSDDevice(source: rover, path: "/dev/ttyACM0"), GPSDDevice(source: base, path: "/dev/ttyACM1"),
            ], configure: configure)
    }

    private func activate(_ source: SourceID, _ server: TestServer) {
        let change = ActiveSource(current: source, previous: nil, reason: "test")
        server.publish([.activeSource(change)], from: .gateway)
    }

    /// Both receivers say something, three times, another one being the active one each time.
    private func play(_ server: TestServer) {
        for active in [rover, base, rover] {
            activate(active, server)
            for source in [rover, base] { server.publish([.fix(SampleEpoch.fix())], from: source) }
        }
    }

    /// The devices of the reports that came up to an end mark.
    private func devices(_ client: TestClient, _ server: TestServer) async throws -> [Substring] {
        try await client.settle()
        return client.lines.filter { $0.contains(#""class":"TPV""#) }.compactMap { line in
            line.firstMatch(of: /"device":"([^"]*)"/)?.1
        }
    }

    @Test("who names none gets the active one, who names one gets that one, by path or by name")
    func active() async throws {
        let server = server()
        try await server.run { address in
            let any = try await TestClient(address)
            let path = try await TestClient(address)
            let name = try await TestClient(address)
            try await any.send(#"?WATCH={"json":true};"#)
            try await path.send(#"?WATCH={"json":true,"device":"/dev/ttyACM1"};"#)
            try await name.send(#"?WATCH={"json":true,"device":"base"};"#)
            for client in [any, path, name] { _ = try await client.lines(3) }
            play(server)
            // 2 notices and 3 reports; 1 notice and 3 reports.
            _ = try await any.lines(8)
            _ = try await path.lines(7)
            _ = try await name.lines(7)
            #expect(try await devices(any, server) == ["/dev/ttyACM0", "/dev/ttyACM1", "/dev/ttyACM0"])
            #expect(try await devices(path, server) == ["/dev/ttyACM1", "/dev/ttyACM1", "/dev/ttyACM1"])
            #expect(try await devices(name, server) == ["/dev/ttyACM1", "/dev/ttyACM1", "/dev/ttyACM1"])
            try await any.send("?POLL;")
            let poll = try #require(try await any.lines(9).last)
            #expect(poll.contains("/dev/ttyACM0") && !poll.contains("/dev/ttyACM1"))
        }
    }

    @Test("with all sources everybody gets everything, and the gateway itself is no device")
    func all() async throws {
        let server = server { $0.followsActiveSource = false }
        try await server.run { address in
            let client = try await TestClient(address)
            try await client.send(#"?WATCH={"json":true};"#)
            _ = try await client.lines(3)
            play(server)
            _ = try await client.lines(11)
            #expect(try await devices(client, server).count == 6)
            try await client.send("?DEVICES;")
            let devices = try #require(try await client.lines(12).last)
            #expect(!devices.contains("gateway"))
        }
    }
}
