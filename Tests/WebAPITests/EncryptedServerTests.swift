// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import ServerTLS
import Synchronization
import TestSupport
import Testing
import WebAPI

/// Renewal of the certificate by a running server whose clock is set.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")), .timeLimit(.minutes(1)))
struct EncryptedServerTests {
    /// The answer of a new connection, and the certificate that it got.
    private func connect(
        _ address: NetworkAddress, _ path: String = "/v1/version"
    ) async throws -> (answer: String, certificate: String) {
        let text = await onThread {
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
            process.arguments = [
                "-s", "-k", "--max-time", "20", "-w", "\n%{certs}", "https://\(address)\(path)",
            ]
            process.standardOutput = pipe
            guard (try? process.run()) != nil else { return "" }
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitForEnd()
            return String(decoding: data, as: UTF8.self)
        }
        let begin = try #require(text.firstRange(of: "-----BEGIN CERTIFICATE"), "\(text)")
        return (String(text[..<begin.lowerBound]), String(text[begin.lowerBound...]))
    }

    @Test func `new connections get a new certificate once the clock nears the end of the old one`() async throws {
        let time = SharedClock()
        let certificates = try ServerCertificates(
            nil, store: nil,
            surroundings: { .init(host: "tractor", served: ["127.0.0.1"], names: [], machine: [[127, 0, 0, 1]]) },
            now: { time.now }, logger: quiet)
        var network = NetworkAccess(
            addresses: [NetworkAddress(host: "127.0.0.1", port: 0, isEncrypted: true)], isRequired: true, token: nil)
        network.certificates = certificates
        let fingerprint = certificates.fingerprint
        try await withDaemon(network: network) { daemon in
            let address = try #require(daemon.addresses.first)
            #expect(address.isEncrypted)
            let first = try await connect(address)
            #expect(first.answer.contains("gnss-gateway"))
            #expect(try await connect(address).certificate == first.certificate)
            time.advance(days: 370)
            // Many at once: the first one renews it for all.
            let certificates = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<5 { group.addTask { try await connect(address).certificate } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(certificates.count == 1 && !certificates.contains(first.certificate))
            // A clock that is set back.
            time.advance(days: -300)
            let third = try await connect(address)
            #expect(third.answer.contains("gnss-gateway") && !certificates.contains(third.certificate))
        }
        #expect(certificates.fingerprint == fingerprint)
    }

    @Test func `a certificate that ends with its authority is still served, and the report says so`() async throws {
        let time = SharedClock()
        let certificates = try ServerCertificates(
            nil, store: nil,
            surroundings: { .init(host: "tractor", served: ["127.0.0.1"], names: [], machine: [[127, 0, 0, 1]]) },
            now: { time.now }, logger: quiet)
        var network = NetworkAccess(
            addresses: [NetworkAddress(host: "127.0.0.1", port: 0, isEncrypted: true)], isRequired: true, token: nil)
        network.certificates = certificates
        try await withDaemon(network: network) { daemon in
            let address = try #require(daemon.addresses.first)
            #expect(try await !connect(address, "/v1/certificate").answer.contains("problem"))
            time.advance(days: 3652 - 10)
            let report = try await connect(address, "/v1/certificate").answer
            #expect(report.contains("\"code\":\"certificate.own_ends\""), "\(report)")
            let problem = "the gateway's own HTTPS certificate and its authority are valid only until"
            #expect(report.contains("\"problem\":\"\(problem)"), "\(report)")
            #expect(report.contains("\"code\":\"doctor.fix.new_authority\""), "\(report)")
        }
    }
}

/// A clock in seconds since 1970 that is set by hand.
private final class SharedClock: Sendable {
    private let seconds = Mutex(Int64(1_795_608_000))
    var now: Int64 { seconds.withLock { $0 } }
    func advance(days: Int64) { seconds.withLock { $0 += days * 86_400 } }
}
