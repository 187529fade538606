// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Two authorities and certificates of theirs, made with the `openssl` program: one for servers, one for clients.
final class TestCertificates: Sendable {
    static let shared = Result { try TestCertificates() }

    let folder: URL

    private init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write("names", "subjectAltName=IP:127.0.0.1,DNS:localhost\n")
        try write("other", "subjectAltName=DNS:elsewhere.example\n")
        let settings = [
            "[ca]", "default_ca=a", "[a]", "database=index", "serial=serial", "new_certs_dir=.", "default_md=sha256",
            "policy=p", "unique_subject=no", "[p]", "commonName=supplied", "",
        ]
        try write("ca.cnf", settings.joined(separator: "\n"))
        try write("index", "")
        try write("serial", "1000\n")
        for name in ["servers", "clients", "strangers"] {
            try openssl(["req", "-x509", "-days", "2", "-subj", "/CN=Test \(name)"] + Self.key(name))
        }
        for name in ["server", "misnamed", "foreign"] { try request(name, Self.elliptic) }
        try request("client", ["-newkey", "rsa:2048", "-nodes"])
        try sign("server", by: "servers", "names")
        try sign("misnamed", by: "servers", "other")
        try sign("client", by: "clients", nil)
        try sign("foreign", by: "strangers", nil)
        try date("past", "20200101000000Z", "20210101000000Z")
        try date("future", "20900101000000Z", "20910101000000Z")
    }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appendingPathComponent(name))) }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    private static let elliptic = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

    private static func key(_ name: String) -> [String] {
        elliptic + ["-keyout", "\(name).key", "-out", "\(name).pem"]
    }

    private func request(_ name: String, _ kind: [String]) throws {
        try openssl(["req", "-subj", "/CN=\(name)", "-keyout", "\(name).key", "-out", "\(name).csr"] + kind)
    }

    private func sign(_ name: String, by authority: String, _ extensions: String?) throws {
        try openssl(
            [
                "x509", "-req", "-days", "2", "-in", "\(name).csr", "-CA", "\(authority).pem", "-CAkey",
                "\(authority).key",
            ]
                + (extensions.map { ["-extfile", $0] } ?? []) + ["-CAcreateserial", "-out", "\(name).pem"])
    }

    /// The server's certificate for another time.
    private func date(_ name: String, _ from: String, _ to: String) throws {
        try openssl([
            "ca", "-batch", "-config", "ca.cnf", "-cert", "servers.pem", "-keyfile", "servers.key", "-in", "server.csr",
            "-startdate", from, "-enddate", to, "-extfile", "names", "-notext", "-out", "\(name).pem",
        ])
    }

    /// Runs `openssl` in the folder.
    func openssl(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.currentDirectoryURL = folder
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitForEnd()
        try #require(process.terminationStatus == 0, "openssl \(arguments) failed")
    }
}
