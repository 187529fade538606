// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing
import Wire

/// The false caster, `caster.py`, as a process. The mount point says how it behaves.
final class Caster: Sendable {
    let port: UInt16
    private let process: pid_t
    private let output: URL
    /// Held open: the caster ends with it.
    private let input = Pipe()

    /// Starts a program with none of this process's descriptors. Foundation learns from one of them that another
    /// program has ended, and would wait forever for one that was started at the same moment while the caster holds it
    /// too.
    private static let apart = #"""
        (
            for open in /proc/self/fd/*; do [ "${open##*/}" -gt 2 ] && eval "exec ${open##*/}>&-"; done
            exec "$@"
        ) <&0 &
        echo "pid $!"
        """#

    /// - Parameters:
    ///   - authority: with TLS, and a certificate of this authority.
    ///   - table: how it sends its table, see `TABLES` of `caster.py`.
    ///   - cut: `close` or `reset`: ends each connection so after the first bytes.
    init(_ authority: TestAuthority? = nil, table: String? = nil, cut: String? = nil) throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("caster.py")
        output = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-caster-\(UUID().uuidString)")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", Self.apart, "bash", "/usr/bin/python3", script.path]
        if let authority { process.arguments? += ["--certificate", authority.certificate, "--key", authority.key] }
        if let table { process.arguments? += ["--table", table] }
        if let cut { process.arguments? += ["--cut", cut] }
        process.standardInput = input
        let handle = try FileHandle(forWritingTo: output)
        process.standardOutput = handle
        try process.run()
        // It has its own; the process of Foundation may hold on to this one forever.
        try handle.close()
        var started: pid_t?
        var found: UInt16?
        let deadline = ContinuousClock.now.advanced(by: .seconds(60))
        while started == nil || found == nil, ContinuousClock.now < deadline {
            let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
            started = text.firstMatch(of: /pid (\d+)\n/).flatMap { pid_t($0.1) }
            found = text.firstMatch(of: /port (\d+)\s/).flatMap { UInt16($0.1) }
            usleep(10_000)
        }
        self.process = try #require(started, "the caster does not start")
        port = try #require(found, "the caster does not start")
    }

    deinit {
        // Its threads block all other signals, as those of this process do.
        kill(process, SIGKILL)
        try? FileManager.default.removeItem(at: output)
    }

    /// What it was sent, line by line.
    var lines: [String] {
        let data = (try? Data(contentsOf: output)) ?? Data()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The message of a number that it sends, as `frame` of `caster.py` makes it.
    static func frame(_ index: Int) -> [UInt8] {
        let number = [1005, 1077, 1087][index % 3]
        var body = [UInt8(number >> 4), UInt8((number & 15) << 4), 42]
        body += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: index >> $0) }
        body += (0..<(index * 37 % 600)).map { UInt8(truncatingIfNeeded: index * 7 + $0) }
        let head = [0xD3, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
        let check = CRC24Q.of(head.span, in: 0..<head.count)
        return head + [16, 8, 0].map { UInt8(truncatingIfNeeded: check >> $0) }
    }
}

/// An authority for certificates, and a certificate of it for 127.0.0.1, made with openssl.
final class TestAuthority: Sendable {
    let folder: URL
    var authority: String { folder.appendingPathComponent("ca.pem").path }
    var certificate: String { folder.appendingPathComponent("caster.pem").path }
    var key: String { folder.appendingPathComponent("caster.key").path }

    /// - Parameter isEarly: true for a caster's certificate that is not valid before 2048.
    init(isEarly: Bool = false) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-ca-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let elliptic = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        try openssl(
            ["req", "-x509", "-days", "2", "-subj", "/CN=Test CA", "-keyout", "ca.key", "-out", "ca.pem"] + elliptic)
        try openssl(["req", "-subj", "/CN=caster", "-keyout", "caster.key", "-out", "caster.csr"] + elliptic)
        try Data("subjectAltName=IP:127.0.0.1\n".utf8).write(to: folder.appendingPathComponent("names"))
        guard !isEarly else {
            try signEarly()
            return
        }
        try openssl([
            "x509", "-req", "-days", "2", "-in", "caster.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
            "-extfile", "names", "-out", "caster.pem",
        ])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// `openssl x509` of versions before 3.4 cannot set the first day.
    private func signEarly() throws {
        let files = [
            "ca.conf": """
            [ca]
            default_ca = test
            [test]
            database = index
            serial = serial
            new_certs_dir = .
            default_md = sha256
            policy = names
            [names]
            commonName = supplied

            """,
            "index": "", "serial": "01\n",
        ]
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        try openssl([
            "ca", "-batch", "-config", "ca.conf", "-cert", "ca.pem", "-keyfile", "ca.key", "-extfile", "names",
            "-startdate", "20480101000000Z", "-enddate", "20490101000000Z", "-notext", "-in", "caster.csr",
            "-out", "caster.pem",
        ])
    }

    private func openssl(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.currentDirectoryURL = folder
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitForEnd()
        try #require(process.terminationStatus == 0, "openssl \(arguments[0]) failed")
    }
}
