// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// HTTPS with certificates in files of the operator.
@Suite(
    .serialized, .enabled(if: Program.installed("curl") != nil && Program.installed("openssl") != nil),
    .timeLimit(.minutes(3)))
struct GivenCertificateTests {
    private static let section = "tls: { certificate: FOLDER/tls.crt, key: FOLDER/tls.key }"

    /// Makes a certificate for 127.0.0.1 that signs itself.
    private static func make(_ folder: String, _ name: String = "tls", days: Int = 100) throws {
        try openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "\(days)",
            "-subj",
            "/CN=given", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "\(folder)/\(name).key", "-out",
            "\(folder)/\(name).crt")
    }

    private static func openssl(_ arguments: String...) throws {
        let result = try Program.run(try #require(Program.installed("openssl")), arguments)
        try #require(result.status == 0, "\(result)")
    }

    private static func replace(_ path: String, by other: String) throws {
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: other, toPath: path)
    }

    private func serves(_ bench: HTTPSBench, _ certificate: String) throws -> Bool {
        try Program.run(
            try #require(Program.installed("curl")),
            ["-s", "--cacert", certificate, "https://127.0.0.1:\(bench.port)/v1/version"]
        ).status == 0
    }

    @Test func `a given certificate is served; a reload takes a renewed one, and keeps it if the next is bad`() throws {
        let bench = try HTTPSBench(more: Self.section) { try Self.make($0) }
        let file = bench.folder + "/tls.crt"
        #expect(try serves(bench, file), "\(bench.daemon.messages)")
        let refused = try Program.run(
            try #require(Program.installed("curl")), ["-s", "-i", "http://127.0.0.1:\(bench.plainPort)/ca.crt"])
        #expect(refused.output.hasPrefix("HTTP/1.1 404") && refused.output.contains("from the operator's files"))
        #expect(!FileManager.default.fileExists(atPath: bench.secret("tls-authority.pem")))
        // A stream that is open stays open.
        let live = try RunningProgram(
            try #require(Program.installed("curl")),
            ["-sN", "--cacert", file, "https://127.0.0.1:\(bench.port)/v1/live"])
        #expect(until(60) { live.output.contains("event: fix") })
        let old = bench.folder + "/old.crt"
        try FileManager.default.copyItem(atPath: file, toPath: old)
        try Self.make(bench.folder)
        #expect(try serves(bench, old) && !serves(bench, file))
        bench.daemon.signal(SIGHUP)
        #expect(try until(60) { try serves(bench, file) })
        #expect(try !serves(bench, old))
        // A key that does not belong to the certificate.
        let good = bench.folder + "/good.crt"
        try FileManager.default.copyItem(atPath: file, toPath: good)
        try Self.make(bench.folder, "other")
        try Self.replace(bench.folder + "/tls.key", by: bench.folder + "/other.key")
        bench.daemon.signal(SIGHUP)
        #expect(until(60) { bench.daemon.messages.contains("the configuration is unchanged") })
        #expect(bench.daemon.messages.contains("tls.key: the key in"), "\(bench.daemon.messages)")
        #expect(try serves(bench, good))
        let count = live.output.count
        #expect(until(60) { live.output.count > count } && live.isRunning)
        live.signal(SIGTERM)
    }

    @Test func `files that begin with a byte-order mark are accepted`() throws {
        let bench = try HTTPSBench(more: Self.section) { folder in
            try Self.make(folder)
            try FileManager.default.copyItem(atPath: folder + "/tls.crt", toPath: folder + "/good.crt")
            for name in ["tls.crt", "tls.key"] {
                let file = URL(fileURLWithPath: "\(folder)/\(name)")
                try (Data([0xEF, 0xBB, 0xBF]) + Data(contentsOf: file)).write(to: file)
            }
        }
        #expect(try serves(bench, bench.folder + "/good.crt"), "\(bench.daemon.messages)")
    }

    /// Replaces the certificate with one that ended yesterday.
    private static func expire(_ folder: String) throws {
        try openssl(
            "x509", "-in", folder + "/tls.crt", "-signkey", folder + "/tls.key", "-days", "-1", "-out",
            folder + "/new.crt")
        try replace(folder + "/tls.crt", by: folder + "/new.crt")
    }

    /// What is done to the files, and what the start says of it.
    private static let faults: [(name: String, words: String, spoil: @Sendable (String) throws -> Void)] = [
        (
            "foreign key", "tls.key: the key in",
            {
                try make($0, "other")
                try replace($0 + "/tls.key", by: $0 + "/other.key")
            }
        ),
        (
            "public key file", "tls.key: every user of this machine can use",
            {
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: $0 + "/tls.key")
            }
        ),
        (
            "no certificate", "tls.certificate: cannot read",
            { try FileManager.default.removeItem(atPath: $0 + "/tls.crt") }
        ),
        (
            "folder", "is a directory",
            {
                try FileManager.default.removeItem(atPath: $0 + "/tls.crt")
                try FileManager.default.createDirectory(atPath: $0 + "/tls.crt", withIntermediateDirectories: false)
            }
        ),
        ("empty", "contains no certificate in PEM", { try Data().write(to: URL(fileURLWithPath: $0 + "/tls.crt")) }),
        (
            "no key", "contains no private key in PEM",
            {
                try FileManager.default.removeItem(atPath: $0 + "/tls.key")
                try FileManager.default.copyItem(atPath: $0 + "/tls.crt", toPath: $0 + "/tls.key")
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: $0 + "/tls.key")
            }
        ),
        (
            "unsupported key", "of a kind that is not supported: use RSA, an elliptic curve P-256",
            { folder in
                try openssl("ecparam", "-name", "secp256k1", "-genkey", "-noout", "-out", folder + "/new.key")
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder + "/new.key")
                try replace(folder + "/tls.key", by: folder + "/new.key")
            }
        ),
        (
            "cut chain", "contains a certificate that is damaged or cut off",
            { folder in
                let file = URL(fileURLWithPath: folder + "/tls.crt")
                let whole = try Data(contentsOf: file)
                try (whole + whole.prefix(whole.count / 2)).write(to: file)
            }
        ),
        (
            "PKCS#12", "is a PKCS#12 file: convert it with 'openssl pkcs12 -in FILE -nokeys",
            { folder in
                try openssl(
                    "pkcs12", "-export", "-in", folder + "/tls.crt", "-inkey", folder + "/tls.key", "-passout",
                    "pass:", "-out", folder + "/new.p12")
                try replace(folder + "/tls.crt", by: folder + "/new.p12")
            }
        ),
        (
            "passphrase", "has a passphrase",
            { folder in
                try openssl(
                    "pkcs8", "-topk8", "-in", folder + "/tls.key", "-out", folder + "/new.key", "-passout",
                    "pass:secret")
                try replace(folder + "/tls.key", by: folder + "/new.key")
            }
        ),
    ]

    @Test(arguments: faults.indices) func `files that cannot be used stop the start with file, line, key and cure`(
        _ index: Int
    ) throws {
        let fault = Self.faults[index]
        let bench = try HTTPSBench(more: Self.section) { folder in
            try Self.make(folder)
            try fault.spoil(folder)
        }
        #expect(bench.daemon.waitForEnd().status == 78, "\(fault.name)")
        let messages = bench.daemon.messages
        #expect(messages.contains(fault.words), "\(fault.name): \(messages)")
        #expect(messages.contains("/gateway.yaml:15:"), "\(fault.name): \(messages)")
    }

    private func doctor(_ bench: HTTPSBench) throws -> (status: Int32, finding: [String: Any]) {
        let result = try RunningProgram(
            try Program.gateway, ["doctor", "--json", "--config", bench.folder + "/gateway.yaml"],
            environment: ["GNSS_GATEWAY_SOCKET": bench.daemon.socket, "STATE_DIRECTORY": bench.folder + "/state"]
        ).waitForEnd()
        let findings = try object(result.output)["findings"] as? [[String: Any]] ?? []
        return (result.status, try #require(findings.first { $0["check"] as? String == "certificate" }, "\(result)"))
    }

    private func alert(_ bench: HTTPSBench) throws -> [String: Any]? {
        let status = try PlainHTTP.request("GET", "/v1/status", socket: bench.daemon.socket).json
        return (status["alerts"] as? [[String: Any]])?.first { $0["code"] as? String == "server-certificate" }
    }

    @Test func `a certificate that ends soon raises an alert and a finding, which a renewed one ends at the reload`()
        throws
    {
        let bench = try HTTPSBench(more: Self.section) { try Self.make($0, days: 10) }
        #expect(try until(60) { try alert(bench) != nil }, "\(bench.daemon.messages)")
        let text = try #require(try alert(bench)?["text"] as? String)
        #expect(text.contains("tls.crt is valid only until") && text.contains("systemctl reload"), "\(text)")
        let finding = try doctor(bench)
        #expect(finding.finding["level"] as? String == "warning", "\(finding)")
        #expect((finding.finding["fix"] as? String)?.contains("systemctl reload") == true, "\(finding)")
        // The daemon's own examination, which the page Status shows in the reader's language.
        let own = try PlainHTTP.request("GET", "/v1/doctor", socket: bench.daemon.socket).text
        #expect(own.contains("\"code\":\"certificate.file_ends\""), "\(own)")
        let german =
            try PlainHTTP.request(
                "GET", "/v1/messages", headers: ["Accept-Language": "de"], socket: bench.daemon.socket
            ).json["certificate.file_ends"] as? String
        #expect(german?.contains("gilt nur noch bis") == true)
        #expect(try bench.console(["certificate"]).messages.contains("is valid only until"))
        try Self.make(bench.folder)
        bench.daemon.signal(SIGHUP)
        #expect(try until(60) { try alert(bench) == nil }, "\(bench.daemon.messages)")
        #expect(bench.daemon.messages.contains("the problem with the HTTPS certificate is solved"))
        #expect(try doctor(bench).finding["level"] as? String == "ok")
    }

    @Test func `an expired certificate stops neither the start nor a reload, and a renewed one ends its alert`() throws
    {
        let bench = try HTTPSBench(more: Self.section) { folder in
            try Self.make(folder)
            try Self.expire(folder)
        }
        #expect(try until(60) { try alert(bench) != nil }, "\(bench.daemon.messages)")
        let raised = try #require(try alert(bench))
        #expect(raised["severity"] as? String == "critical", "\(raised)")
        #expect((raised["text"] as? String)?.contains("tls.crt was valid until") == true, "\(raised)")
        // Positions are served, and HTTPS to those who accept the certificate.
        let live = try RunningProgram(
            try #require(Program.installed("curl")), ["-sN", "http://127.0.0.1:\(bench.plainPort)/v1/live"])
        #expect(until(60) { live.output.contains("event: fix") })
        live.signal(SIGTERM)
        #expect(try !serves(bench, bench.folder + "/tls.crt"))
        let insecure = try Program.run(
            try #require(Program.installed("curl")),
            ["-s", "--insecure", "https://127.0.0.1:\(bench.port)/v1/version"])
        #expect(insecure.status == 0, "\(insecure)")
        let check = try Program.run("config", "check", bench.folder + "/gateway.yaml")
        #expect(check.status == 0 && check.messages.contains(/warning: .*tls.crt was valid until/), "\(check)")
        #expect(try doctor(bench).finding["level"] as? String == "problem")
        bench.daemon.signal(SIGHUP)
        #expect(until(60) { bench.daemon.messages.contains("reload: applied") }, "\(bench.daemon.messages)")
        try Self.make(bench.folder)
        // The daemon still serves the old one.
        #expect(try doctor(bench).finding["level"] as? String == "problem")
        bench.daemon.signal(SIGHUP)
        #expect(try until(60) { try serves(bench, bench.folder + "/tls.crt") }, "\(bench.daemon.messages)")
        #expect(try until(60) { try alert(bench) == nil }, "\(bench.daemon.messages)")
    }

    @Test func `the doctor says why a daemon does not start with these files, and what its own certificate lacks`()
        throws
    {
        let bench = try HTTPSBench(more: Self.section) { folder in
            try Self.make(folder)
            try Self.make(folder, "other")
            try Self.replace(folder + "/tls.key", by: folder + "/other.key")
        }
        #expect(bench.daemon.waitForEnd().status == 78)
        let (status, finding) = try doctor(bench)
        #expect(status == 69 && finding["level"] as? String == "problem", "\(finding)")
        #expect(
            (finding["text"] as? String)?.contains("does not belong to the first certificate") == true, "\(finding)")
        // The gateway's own certificate is the running daemon's to tell.
        let own = try HTTPSBench()
        let text = try doctor(own).finding["text"] as? String ?? ""
        #expect(text.contains(/the HTTPS certificate is valid until 20..-..-../), "\(text)")
    }
}
