// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import AgrirouterUplink
import Foundation
import GNSSTypes
import Testing

/// The false service, `service.py`, as a process, for all tests. The path says how it behaves, the listener who it is.
final class Service: Sendable {
    static let shared = Result { try Service(try TestCertificates.shared.get()) }

    let certificates: TestCertificates
    private let output: URL
    /// Held open: the service ends with it.
    private let input = Pipe()
    private let ports: [String: Int]

    private init(_ certificates: TestCertificates) throws {
        self.certificates = certificates
        output = certificates.folder.appendingPathComponent("requests")
        try Data().write(to: output)
        let server = ["certificate": certificates.path("server.pem"), "key": certificates.path("server.key")]
        var listeners: [String: [String: Any]] = ["open": server, "h2": server, "plain": [:]]
        listeners["handshake-failure"] = ["alert": 40]
        listeners["access-denied"] = ["alert": 49]
        for (name, certificate) in [("past", "past"), ("future", "future"), ("misnamed", "misnamed")] {
            let key = certificate == "misnamed" ? "misnamed.key" : "server.key"
            listeners[name] = ["certificate": certificates.path("\(certificate).pem"), "key": certificates.path(key)]
        }
        for name in ["mutual", "mutual12", "closing"] {
            listeners[name] = server.merging(["clients": certificates.path("clients.pem")]) { $1 }
        }
        listeners["mutual12"]?["newest"] = "1.2"
        listeners["closing"]?["closes"] = true
        let process = Process()
        // Started with none of this process's descriptors: Foundation learns from one of them that another program has
        // ended, and would wait forever for one that was started at the same moment while the service holds it too.
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        let apart = #"""
            (
                for open in /proc/self/fd/*; do [ "${open##*/}" -gt 2 ] && eval "exec ${open##*/}>&-"; done
                exec "$@"
            ) <&0 &
            """#
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("service.py")
        let text = String(decoding: try JSONSerialization.data(withJSONObject: listeners), as: UTF8.self)
        process.arguments = ["-c", apart, "bash", "/usr/bin/python3", script.path, text]
        process.environment = ProcessInfo.processInfo.environment.merging(["SERVICE_FILES": certificates.folder.path]) {
            $1
        }
        process.standardInput = input
        let handle = try FileHandle(forWritingTo: output)
        process.standardOutput = handle
        try process.run()
        // It has its own; the process of Foundation may hold on to this one forever.
        try handle.close()
        let deadline = ContinuousClock.now.advanced(by: .seconds(120))
        var lines: [[String: Any]] = []
        while lines.isEmpty, ContinuousClock.now < deadline {
            lines = Self.lines(output)
            usleep(10_000)
        }
        ports = try #require(lines.first?["ports"] as? [String: Int], "the service does not start")
    }

    private static func lines(_ file: URL) -> [[String: Any]] {
        let text = String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").compactMap {
            (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
        }
    }

    /// What it saw so far of requests whose path contains a word.
    func requests(_ word: String) -> Int {
        Self.lines(output).filter { ($0["path"] as? String)?.contains(word) == true }.count
    }

    /// What the server of HTTP/2 logged.
    func logOfHTTP2() throws -> [String] {
        try certificates.text("http2.log").split(separator: "\n").map(String.init)
    }

    func port(_ listener: String) throws -> Int { try #require(ports[listener]) }

    func address(_ listener: String, _ path: String, scheme: String = "https") throws -> String {
        "\(scheme)://127.0.0.1:\(try port(listener))\(path)"
    }

    /// A link that trusts the service's authority and goes through no proxy.
    func link(_ change: (inout CurlLinkSettings) -> Void = { _ in }) -> CurlLink {
        var settings = CurlLinkSettings(proxy: Confidential(""), authorities: .file(certificates.path("servers.pem")))
        change(&settings)
        return CurlLink(settings)
    }

    /// The identity of a certificate of the folder.
    func identity(_ name: String) throws -> ClientIdentity {
        let time = UTCTime(nanosecondsSince1970: 0)
        return ClientIdentity(
            certificate: try certificates.text("\(name).pem"), key: Confidential(try certificates.text("\(name).key")),
            name: name, notBefore: time, notAfter: time)
    }

    func get(
        _ listener: String, _ path: String, _ link: CurlLink? = nil, identity: ClientIdentity? = nil
    ) async throws -> ServiceReply {
        await (link ?? self.link()).send(ServiceRequest(.get, try address(listener, path), identity: identity))
    }
}

extension ServiceReply {
    /// What `/echo` saw.
    var echo: [String: Any] { ((try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]) ?? [:] }
}
