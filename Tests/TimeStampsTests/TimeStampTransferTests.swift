// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import TimeStamps

/// The authority's HTTP server, `authority.py`, as a process.
private final class AuthorityServer: Sendable {
    let authority: TestAuthority
    let port: Int
    private let process: pid_t
    /// Held open: the server ends with it.
    private let input = Pipe()

    /// Starts a program without this process's descriptors. Foundation learns from one of them that another program has
    /// ended, and would wait forever for one that was started at the same moment if the server kept it open.
    private static let apart = #"""
        (
            for open in /proc/self/fd/*; do [ "${open##*/}" -gt 2 ] && eval "exec ${open##*/}>&-"; done
            exec "$@"
        ) <&0 > server.txt 2> server.log &
        echo $! > server.pid
        """#

    init(tls: Bool = false) throws {
        authority = try TestAuthority()
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("authority.py")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", Self.apart, "bash", "/usr/bin/env", "python3", script.path]
        if tls { process.arguments? += ["server.pem", "server.key"] }
        process.currentDirectoryURL = authority.folder
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitForEnd()
        let words = try authority.text("server.pid").split(separator: "\n")
        self.process = try #require(words.first.flatMap { pid_t($0) }, "the server does not start")
        let deadline = ContinuousClock.now.advanced(by: .seconds(60))
        var found: Int?
        while found == nil, ContinuousClock.now < deadline {
            found = (try? authority.text("server.txt"))?.firstMatch(of: /port (\d+)\n/).flatMap { Int($0.1) }
            // The port is in a file, which says nothing of its growing.
            usleep(10_000)
        }
        port = try #require(found, "the server does not start")
    }

    // The server's threads block all other signals, as those of this process do.
    deinit { kill(process, SIGKILL) }
}

/// Requests over HTTP.
@Suite(.serialized) struct TimeStampTransferTests {
    private static let server = Result { try AuthorityServer() }

    private let request: TimeStampRequest
    private let address: String

    init() throws {
        request = try TimeStampRequest(of: TestAuthority.hash)
        address = "http://127.0.0.1:\(try Self.server.get().port)"
    }

    private func perform(_ address: String, timeout: Int = 20) async throws(TimeStampTransferError) -> [UInt8] {
        try await TimeStampTransfer.perform(request, at: address, timeout: timeout)
    }

    @Test(arguments: ["http", "HTTP"]) func `a response is fetched and verified`(_ scheme: String) async throws {
        let response = try await perform(scheme + address.dropFirst(4) + "/stamp")
        let stamp = try TimeStamp(response, of: TestAuthority.hash, nonce: request.nonce)
        try stamp.verify(trusting: Self.server.get().authority.root())
    }

    @Test(
        arguments: [
            ("error", .status(500)), ("redirect", .status(302)), ("page", .contentType("text/html")),
            ("untyped", .contentType("")), ("endless", .tooLarge),
        ] as [(String, TimeStampTransferError)])
    func `another answer is refused`(_ path: String, _ error: TimeStampTransferError) async throws {
        await #expect(throws: error) { try await perform("\(address)/\(path)") }
    }

    @Test func `an empty body is no time stamp`() async throws {
        let body = try await perform("\(address)/empty")
        #expect(throws: TimeStampError.malformed) { try TimeStamp(body, of: TestAuthority.hash, nonce: nil) }
    }

    @Test func `an answer that is not HTTP is refused`() async throws {
        let error = await #expect(throws: TimeStampTransferError.self) { try await perform("\(address)/garbage") }
        guard case .failed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: ["silent", "drip"]) func `a slow server is given up`(_ path: String) async throws {
        let start = ContinuousClock.now
        await #expect(throws: TimeStampTransferError.timedOut(seconds: 1)) {
            try await perform("\(address)/\(path)", timeout: 1)
        }
        #expect(start.duration(to: .now) < .seconds(10))
    }

    @Test func `a cancelled task ends the transfer`() async throws {
        let task = Task { try await perform("\(address)/silent", timeout: 50) }
        // The transfer must be waiting for the silent server, which has no event.
        try await Task.sleep(for: .milliseconds(300))
        let start = ContinuousClock.now
        task.cancel()
        await #expect(throws: TimeStampTransferError.cancelled) { try await task.value }
        #expect(start.duration(to: .now) < .seconds(10))
    }

    @Test func `many silent servers keep no other task waiting`() async throws {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 { group.addTask { _ = try? await perform("\(address)/silent", timeout: 8) } }
            let response = try? await perform("\(address)/stamp", timeout: 8)
            #expect(response != nil)
            group.cancelAll()
        }
    }

    @Test func `a server that cannot be reached is named as that`() async throws {
        let error = await #expect(throws: TimeStampTransferError.self) { try await perform("http://127.0.0.1:1/") }
        guard case .unreachable(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test(arguments: [
        "", "http://", "https://", "file:///etc/passwd", "ftp://127.0.0.1/", "127.0.0.1/stamp", "http:/127.0.0.1",
        "http://a b/", "http://a/\r\nX: y", "http://[::/",
    ])
    func `an address that is not HTTP is refused`(_ address: String) async throws {
        await #expect(throws: TimeStampTransferError.address) { try await perform(address) }
    }

    @Test func `a server without a trusted certificate is refused`() async throws {
        let server = try AuthorityServer(tls: true)
        let error = await #expect(throws: TimeStampTransferError.self) {
            try await perform("https://127.0.0.1:\(server.port)/stamp")
        }
        guard case .tls = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        TimeStampTransferError.address, .unreachable("x"), .tls("x"), .timedOut(seconds: 3), .status(404),
        .contentType("text/html"), .tooLarge, .cancelled, .failed("x"),
    ])
    func `each error has its text`(_ error: TimeStampTransferError) {
        #expect(error.description.count > 20 && !error.description.hasSuffix("."))
    }
}
