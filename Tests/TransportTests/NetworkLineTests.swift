// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Transport

@Suite struct NetworkLineTests {
    /// A server on the loopback, with one client at most. The test is at `accept`.
    private final class Server {
        let port: Int
        private let listening: Int32
        private var connection: Int32 = -1

        init?(listens: Bool = true) {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
                }
            }
            guard isBound, !listens || listen(descriptor, 4) == 0 else { return nil }
            (listening, port) = (descriptor, Int(UInt16(bigEndian: address.sin_port)))
        }

        deinit {
            hangUp()
            close(listening)
        }

        func accept() { connection = Glibc.accept(listening, nil, nil) }
        func send(_ bytes: [UInt8]) { _ = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
        func receive() -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: 4096) { room, count in
                count = max(0, recv(connection, room.baseAddress, room.count, 0))
            }
        }
        func hangUp() {
            if connection >= 0 { close(connection) }
            connection = -1
        }
    }

    private func line(_ port: Int, host: String = "127.0.0.1", stop: Int32 = -1) throws -> NetworkLine {
        let address = try #require(NetworkAddress("tcp://\(host):\(port)"))
        return try NetworkLine(
            connectingTo: address, deadline: MonotonicClock.now + 60_000_000_000, stop: stop)
    }

    private func read(_ line: NetworkLine, stop: Int32 = -1, seconds: Int64 = 60) -> (ReadOutcome, [UInt8]) {
        var room = [UInt8](repeating: 0, count: 256)
        let outcome = room.withUnsafeMutableBytes {
            line.read(into: $0, deadline: MonotonicClock.now + seconds * 1_000_000_000, stop: stop)
        }
        guard case .bytes(let count) = outcome else { return (outcome, []) }
        return (outcome, Array(room.prefix(count)))
    }

    @Test(arguments: ["127.0.0.1", "localhost"]) func `bytes go both ways`(_ host: String) throws {
        let server = try #require(Server())
        let line = try line(server.port, host: host)
        server.accept()
        server.send([1, 2, 0xFF, 0x0A])
        #expect(read(line).1 == [1, 2, 0xFF, 0x0A])
        let outcome = line.write([9, 8, 7].span, deadline: MonotonicClock.now + 60_000_000_000, stop: -1)
        #expect(outcome == .written && server.receive() == [9, 8, 7])
        #expect(line.kind == .network && line.baud == nil && !line.kind.hasRate)
    }

    @Test func `an end that closes is told, and a write to it does no harm`() throws {
        let server = try #require(Server())
        let line = try line(server.port)
        server.accept()
        server.hangUp()
        guard case .gone(let reason) = read(line).0 else {
            Issue.record("it was not noticed")
            return
        }
        #expect(reason.contains("closed"))
        for _ in 0..<10 { _ = line.write([1].span, deadline: MonotonicClock.now + 1_000_000_000, stop: -1) }
    }

    @Test func `a wait ends at its deadline and when it is stopped`() throws {
        let server = try #require(Server())
        let line = try line(server.port)
        server.accept()
        #expect(read(line, seconds: 0).0 == .timedOut)
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        _ = Glibc.write(ends[1], [1], 1)
        #expect(read(line, stop: ends[0]).0 == .stopped)
    }

    @Test func `where nothing listens it is told what to look at`() throws {
        let server = try #require(Server(listens: false))
        #expect {
            _ = try line(server.port)
        } throws: {
            "\($0)".contains("no program listens on that port") && "\($0)".contains("tcp://127.0.0.1:\(server.port)")
        }
    }

    @Test func `a name that cannot be resolved is reported`() throws {
        #expect {
            _ = try line(2101, host: "no-such-host.invalid")
        } throws: {
            "\($0)".contains("no-such-host.invalid")
        }
    }

    @Test func `a connection that is not wanted any more is not waited for`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        _ = Glibc.write(ends[1], [1], 1)
        #expect(throws: SerialPortError.self) { _ = try line(9, host: "192.0.2.1", stop: ends[0]) }
    }

    @Test func `a line that takes no more is told with what it took`() throws {
        let server = try #require(Server())
        let line = try line(server.port)
        server.accept()
        let much = [UInt8](repeating: 0x55, count: 64 << 20)
        guard case .timedOut(let count) = line.write(much.span, deadline: MonotonicClock.now + 100_000_000, stop: -1)
        else {
            Issue.record("64 MiB went into a socket that nobody reads")
            return
        }
        #expect(count > 0 && count < much.count)
    }

    @Test func `addresses are read strictly`() {
        #expect(NetworkAddress("tcp://rover.local:2101")?.host == "rover.local")
        #expect(NetworkAddress("tcp://[fe80::1]:80")?.host == "fe80::1")
        #expect(NetworkAddress("tcp://[fe80::1]:80")?.description == "tcp://[fe80::1]:80")
        for text in [
            "tcp://", "tcp://host", "tcp://host:", "tcp://:80", "tcp://host:0", "tcp://host:65536", "tcp://a:b:80",
            "tcp://host:+80", "tcp://host:80/", "tcp://ho st:80", "http://host:80", "/dev/ttyS0", "tcp://[]:80",
        ] { #expect(NetworkAddress(text) == nil, "\(text)") }
    }
}
