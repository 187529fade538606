// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// HTTPS with the gateway's own authority, seen by curl, openssl and a browser.
@Suite(
    .serialized, .enabled(if: Program.installed("curl") != nil && Program.installed("openssl") != nil),
    .timeLimit(.minutes(3)))
struct HTTPSTests {
    @Test func `the authority of ca.crt makes every name of the gateway trusted, and no other name`() throws {
        let bench = try HTTPSBench()
        let answer = try bench.curl("/v1/status")
        #expect(answer.output.hasPrefix("HTTP/1.1 200") && answer.output.contains("tractor"), "\(answer)")
        for host in ["localhost", "gateway.farm.example"] + (PeopleTests.ownAddress.map { [$0] } ?? []) {
            let named = try bench.curl("/ca.crt", host: host, ["--resolve", "\(host):\(bench.port):127.0.0.1"])
            #expect(named.output.contains("BEGIN CERTIFICATE"), "\(host): \(named)")
            #expect(named.output.lowercased().contains("content-type: application/x-x509-ca-cert"), "\(named)")
        }
        let other = try bench.curl("/", host: "other.example", ["--resolve", "other.example:\(bench.port):127.0.0.1"])
        #expect(other.status == 60, "\(other)")
        let untrusted = try Program.run(
            try #require(Program.installed("curl")), ["-s", "https://127.0.0.1:\(bench.port)/"])
        #expect(untrusted.status == 60)
        #expect(!answer.output.lowercased().contains("strict-transport-security"))
    }

    @Test func `a client that does not take part in the end of TLS does not hold up the end of the daemon`() throws {
        let bench = try HTTPSBench()
        let client = try RunningProgram(
            try #require(Program.installed("openssl")),
            ["s_client", "-quiet", "-connect", "127.0.0.1:\(bench.port)"],
            input: "GET /v1/version HTTP/1.1\r\nHost: localhost\r\n\r\n")
        defer { client.signal(SIGKILL) }
        try client.wait(for: "HTTP/1.1 200")
        client.signal(SIGSTOP)
        bench.daemon.signal(SIGTERM)
        let end = bench.daemon.waitForEnd()
        // On a busy machine, another part than the server may not end in time.
        let isOther = end.status == 75 && !end.messages.contains("ControlService")
        #expect(end.status == 0 || isOther, "\(end.messages)")
    }

    @Test func `both certificates are what strict clients demand, and the keys are for the daemon only`() throws {
        let bench = try HTTPSBench()
        let authority = try bench.authority()
        let form = try bench.openssl(["x509", "-noout", "-text", "-in", authority]).output
        for part in ["CA:TRUE, pathlen:0", "Certificate Sign, CRL Sign", "DNS:local", "IP:10.0.0.0/255.0.0.0"] {
            #expect(form.contains(part), "\(part): \(form)")
        }
        #expect(form.contains("X509v3 Name Constraints: critical") && form.contains("prime256v1"))
        let leaf = bench.secret("tls-server.pem")
        let server = try bench.openssl(["x509", "-noout", "-text", "-in", leaf]).output
        for part in ["TLS Web Server Authentication", "DNS:localhost", "IP Address:127.0.0.1", "ecdsa-with-SHA256"] {
            #expect(server.contains(part), "\(part): \(server)")
        }
        #expect(!server.contains("CA:TRUE"))
        let verified = try bench.openssl([
            "verify", "-x509_strict", "-purpose", "sslserver", "-verify_ip", "127.0.0.1", "-CAfile", authority, leaf,
        ])
        #expect(verified.status == 0, "\(verified)")
        for name in ["tls-server.pem", "tls-authority.pem"] {
            let mode = try FileManager.default.attributesOfItem(atPath: bench.secret(name))[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
        // The name constraints hold: what a thief of the key signs for another site is refused.
        let key = bench.folder + "/stolen.key"
        try Data(try String(contentsOfFile: bench.secret("tls-authority.pem"), encoding: .utf8).utf8).write(
            to: URL(fileURLWithPath: key))
        let forged = bench.folder + "/forged.pem"
        _ = try bench.openssl([
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            bench.folder + "/f.key", "-subj", "/CN=bank.example", "-addext", "subjectAltName=DNS:bank.example", "-out",
            bench.folder + "/f.csr",
        ])
        let signed = try bench.openssl([
            "x509", "-req", "-in", bench.folder + "/f.csr", "-CA", authority, "-CAkey", key, "-copy_extensions", "copy",
            "-out", forged,
        ])
        #expect(signed.status == 0, "\(signed)")
        let refused = try bench.openssl(["verify", "-CAfile", authority, forged])
        #expect(refused.status != 0 && (refused.output + refused.messages).contains("permitted subtree violation"))
    }

    @Test func `the fingerprint of the command line is that of the file that a device gets`() throws {
        let bench = try HTTPSBench()
        let shown = try bench.openssl(["x509", "-noout", "-fingerprint", "-sha256", "-in", try bench.authority()])
        let fingerprint = try #require(shown.output.split(separator: "=").last).trimmingCharacters(
            in: .whitespacesAndNewlines)
        #expect(fingerprint.count == 95)
        #expect(try bench.console(["certificate"]).output.contains(fingerprint))
        let report = try object(try bench.console(["certificate", "--json"]).output)
        #expect(report["fingerprint"] as? String == fingerprint)
        #expect((report["names"] as? [String])?.contains("gateway.farm.example") == true)
        if PeopleTests.ownAddress != nil {
            #expect(try bench.console(["invite", "--role", "admin"]).messages.contains(fingerprint))
        }
    }

    @Test(.enabled(if: PeopleTests.ownAddress != nil))
    func `from the network passwords and admins are possible, with a cookie that http neither gets nor sets`() throws {
        let bench = try HTTPSBench()
        let host = try #require(PeopleTests.ownAddress)
        let origin = "https://\(host):\(bench.port)"
        func post(_ body: String, _ fields: [String] = []) throws -> Program.Result {
            let headers = (["Content-Type: application/json"] + fields).flatMap { ["-H", $0] }
            return try bench.curl("/v1/session", host: host, ["-X", "POST", "-d", body] + headers)
        }
        #expect(try bench.curl("/v1/status", host: host).output.hasPrefix("HTTP/1.1 401"))
        let code = #"{"code":"\#(try bench.code(["--role", "admin"]))"}"#
        // The page of the plain port of the same machine is another origin.
        let foreign = try post(code, ["Origin: http://\(host):\(bench.plainPort)"])
        #expect(foreign.output.hasPrefix("HTTP/1.1 403"), "\(foreign)")
        #expect(try post(code, ["Origin: http://\(host):\(bench.port)"]).output.hasPrefix("HTTP/1.1 403"))
        let opened = try post(code, ["Origin: \(origin)"])
        #expect(opened.output.hasPrefix("HTTP/1.1 200") && opened.output.contains(#""role":"admin""#), "\(opened)")
        #expect(!opened.output.contains("insecure") && opened.output.contains(#""takes_passwords":true"#))
        let cookie = try #require(
            opened.lines.first { $0.lowercased().hasPrefix("set-cookie: ") }.map { $0.dropFirst(12) })
        #expect(cookie.hasPrefix("__Host-gnss_session=") && cookie.contains("; Secure") && cookie.contains("Path=/"))
        let token = try #require(cookie.split(separator: ";").first?.split(separator: "=").last)
        func users(_ cookie: String) throws -> String {
            try bench.curl("/v1/users", host: host, ["-H", "Cookie: \(cookie)"]).output
        }
        #expect(try users("__Host-gnss_session=\(token)").hasPrefix("HTTP/1.1 200"))
        // The name without the prefix can be set by any page of this host, so it does not count here.
        #expect(try users("gnss_session=\(token)").hasPrefix("HTTP/1.1 401"))
        // A cookie of a plain page, and a stolen one of the encrypted page, do not count on the other side.
        let plain = try Program.run(
            try #require(Program.installed("curl")),
            ["-s", "-i", "-H", "Cookie: __Host-gnss_session=\(token)", "http://\(host):\(bench.plainPort)/v1/users"])
        #expect(plain.output.hasPrefix("HTTP/1.1 401"), "\(plain)")
        _ = try bench.console(["password", "Anna", "--role", "admin"], input: "correct horse battery\n")
        let signedIn = try post(
            #"{"name":"Anna","password":"correct horse battery"}"#, ["Origin: \(origin)"])
        #expect(signedIn.output.hasPrefix("HTTP/1.1 200") && signedIn.output.contains("Anna"), "\(signedIn)")
        let rebound = try bench.curl("/v1/status", host: host, ["-H", "Host: evil.example"])
        #expect(rebound.output.hasPrefix("HTTP/1.1 421"))
    }

    @Test func `old protocols, plain HTTP and garbage get nothing, and others are served meanwhile`() throws {
        let bench = try HTTPSBench()
        for version in ["-tls1", "-tls1_1"] {
            let old = try bench.connect([version, "-cipher", "ALL:@SECLEVEL=0"])
            #expect(old.status != 0 && old.messages.contains("alert protocol version"), "\(version): \(old)")
        }
        for version in ["-tls1_2", "-tls1_3"] {
            let good = try bench.connect([version])
            #expect(good.status == 0, "\(version): \(good)")
        }
        #expect(try bench.connect(["-tls1_2", "-cipher", "AES128-SHA:AES128-GCM-SHA256"]).status != 0)
        let plain = try Program.run(
            try #require(Program.installed("curl")), ["-s", "-i", "http://127.0.0.1:\(bench.port)/v1/status"])
        #expect(plain.output.hasPrefix("HTTP/1.1 400") && plain.output.contains("https://"), "\(plain)")
        for bytes in [[0x16, 0x03, 0x01, 0xFF, 0xFF], [0], Array(repeating: 0x16, count: 5000), [0x80, 0x2E, 1]]
            as [[UInt8]]
        {
            let socket = try Loopback.connect(port: bench.port)
            try Loopback.send(bytes, to: socket)
            #expect(try bench.curl("/v1/version").output.hasPrefix("HTTP/1.1 200"))
            close(socket)
        }
        // TLS 1.2 without renegotiation: the request for one ends the connection.
        let renegotiation = try bench.openssl(
            ["s_client", "-connect", "127.0.0.1:\(bench.port)", "-tls1_2", "-CAfile", try bench.authority()],
            input: "R\n")
        #expect(renegotiation.status != 0 || renegotiation.messages.contains("no renegotiation"), "\(renegotiation)")
        #expect(bench.daemon.isRunning)
    }

    @Test func `500 handshakes that never end are closed, and clients are served all the while`() throws {
        let bench = try HTTPSBench()
        let authority = try bench.authority()
        // The start of a handshake record whose rest never comes.
        let sockets = try (0..<500).map { _ in
            let socket = try Loopback.connect(port: bench.port)
            try Loopback.send([0x16, 0x03, 0x01, 0x02, 0x00, 0x01], to: socket)
            return socket
        }
        defer { sockets.forEach { close($0) } }
        let start = Date()
        for _ in 0..<5 {
            let answer = try Program.run(
                try #require(Program.installed("curl")),
                ["-s", "-i", "--max-time", "5", "--cacert", authority, "https://127.0.0.1:\(bench.port)/v1/version"])
            #expect(answer.output.hasPrefix("HTTP/1.1 200"), "\(answer)")
        }
        #expect(Date().timeIntervalSince(start) < 15)
        #expect(until(40) { sockets.allSatisfy { Loopback.isClosed($0) } })
        #expect(Date().timeIntervalSince(start) > 5, "the limit is 10 s")
    }

    @Test func `a slow reader of the live stream holds nobody up, and a stream outlives a renewal`() throws {
        let bench = try HTTPSBench()
        let arguments = ["-sN", "--cacert", try bench.authority(), "https://127.0.0.1:\(bench.port)/v1/live"]
        let stopped = try RunningProgram(try #require(Program.installed("curl")), arguments)
        #expect(until(10) { stopped.output.contains("event: fix") })
        stopped.signal(SIGSTOP)
        defer { stopped.signal(SIGKILL) }
        let live = try RunningProgram(try #require(Program.installed("curl")), arguments)
        #expect(until(10) { live.output.contains("event: fix") })
        let count = live.output.count
        #expect(until(10) { live.output.count > count + 2000 })
        let old = try bench.serial()
        // SIGHUP reads the source of the certificate again; a removed certificate is made anew.
        try FileManager.default.removeItem(atPath: bench.secret("tls-server.pem"))
        bench.daemon.signal(SIGHUP)
        #expect(until(10) { (try? bench.serial()) != old })
        let before = live.output.count
        #expect(until(10) { live.output.count > before + 2000 } && live.isRunning)
        live.signal(SIGTERM)
    }

    @Test func `authority and certificate survive restarts; a damaged authority stops the start and stays`() throws {
        let bench = try HTTPSBench()
        let serial = try bench.serial()
        let first = try String(contentsOfFile: try bench.authority(), encoding: .utf8)
        try bench.restart()
        #expect(try bench.serial() == serial)
        #expect(try String(contentsOfFile: try bench.authority(), encoding: .utf8) == first)
        // A certificate of a machine whose name or address was another one.
        try FileManager.default.removeItem(atPath: bench.secret("tls-server.pem"))
        try bench.restart()
        #expect(try bench.serial() != serial)
        #expect(try String(contentsOfFile: try bench.authority(), encoding: .utf8) == first)
        let path = bench.secret("tls-authority.pem")
        let damaged = Data(try Data(contentsOf: URL(fileURLWithPath: path)).dropLast(80))
        try damaged.write(to: URL(fileURLWithPath: path))
        try bench.restart()
        #expect(bench.daemon.waitForEnd().status == 78)
        #expect(bench.daemon.messages.contains("tls-authority.pem is damaged"), "\(bench.daemon.messages)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == damaged)
    }
}
