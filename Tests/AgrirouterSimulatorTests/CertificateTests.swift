// SPDX-License-Identifier: Apache-2.0

import Certificates
import Foundation
import GNSSTypes
import Testing
import Wire

@testable import AgrirouterSimulator
@testable import StrictFormats

/// Keys and certificates, looked at with the `openssl` program.
@Suite struct CertificateTests {
    private static let name =
        "deviceAlternateId:40ec82f6-0f7e-46e8-8a22-52e62b130ea7|gatewayId:3|tenantId:1001|instanceId:sim"

    private func withAuthority(_ body: (Authority, OpenSSLProgram) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "authority-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = try OpenSSLProgram(folder: folder.path + "/work")
        let authority = try Authority(
            maker: CertificateMaker(program: program), kept: nil, random: SeededRandom(seed: 1))
        try body(authority, program)
    }

    private func text(_ certificate: [UInt8], _ program: OpenSSLProgram) throws -> String {
        let bytes = try program.run(
            ["x509", "-in", "@c", "-inform", "DER", "-noout", "-text", "-out", "@out"], files: ["c": certificate])
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `the two authorities, their certificates and their forms`() throws {
        try withAuthority { authority, program in
            try serverCertificates(authority, program)
            let identity = try authority.client(
                Self.name, from: Bench.start.adding(-86_400), to: Bench.start.adding(315_576_000))
            try clientCertificate(identity, authority, program)
            try keyFiles(identity, authority, program)
            let kept = try authority.kept()
            #expect(KeptAuthority(try JSONReader.read(Array(kept.json.description.utf8))) == kept)
            #expect(kept.servers.certificate != kept.clientRoot.certificate)
        }
    }

    private func serverCertificates(_ authority: Authority, _ program: OpenSSLProgram) throws {
        let ca = Array(authority.serverAuthority.utf8)
        let good = try authority.server(.good)
        let shown = try text(good.chain[0], program)
        #expect(shown.contains("DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1"))
        func verify(_ kind: Authority.ServerCertificate, _ more: [String] = []) throws {
            _ = try program.run(
                ["verify", "-CAfile", "@ca"] + more + ["-verify_hostname", "localhost", "@c"],
                files: ["ca": ca, "c": Array(PEM.certificate(try authority.server(kind).chain[0]).utf8), "out": []])
        }
        try verify(.good)
        for bad in [Authority.ServerCertificate.expired, .wrongHost, .unknownAuthority] {
            #expect(throws: KeyError.self) { try verify(bad) }
        }
    }

    private func clientCertificate(
        _ identity: Authority.Identity, _ authority: Authority, _ program: OpenSSLProgram
    ) throws {
        let shown = try text(identity.chain[0], program)
        #expect(shown.contains("CN = \(Self.name)"))
        #expect(shown.contains("Public-Key: (2048 bit)"))
        #expect(shown.contains("sha256WithRSAEncryption"))
        #expect(shown.contains("TLS Web Server Authentication, TLS Web Client Authentication"))
        #expect(shown.contains("Not After : Nov 17 2") || shown.contains("Not After : Nov 18 2"))
        let pem = identity.chain.map { Array(PEM.certificate($0).utf8) }
        _ = try program.run(
            [
                "verify", "-CAfile", "@root", "-untrusted", "@between", "-purpose", "sslclient", "-attime",
                "1795000000", "@leaf",
            ],
            files: ["leaf": pem[0], "between": pem[1], "root": pem[2], "out": []])
        #expect(throws: KeyError.self) {
            try program.run(
                ["verify", "-CAfile", "@root", "-untrusted", "@between", "@leaf"],
                files: ["leaf": pem[0], "between": pem[1], "root": Array(authority.serverAuthority.utf8), "out": []])
        }
    }

    private func keyFiles(
        _ identity: Authority.Identity, _ authority: Authority, _ program: OpenSSLProgram
    ) throws {
        let secret = "a\"b\\c/äß€'&<"
        let files = ["pass": Array((secret + "\n").utf8)]
        for encryption in KeyFileForm.PEMEncryption.allCases {
            let form = KeyFileForm(kind: .pem, pem: encryption)
            let text = try form.text(key: identity.key, chain: identity.chain, secret: secret, authority.maker)
            #expect(text.contains("BEGIN ENCRYPTED PRIVATE KEY"))
            #expect(text.contains("BEGIN CERTIFICATE"))
            let opened = try program.run(
                ["pkey", "-in", "@key", "-passin", "file:@pass", "-out", "@out"],
                files: files.merging(["key": Array(text.utf8)]) { $1 })
            #expect(String(decoding: opened, as: UTF8.self) == identity.key)
        }
        for encryption in KeyFileForm.P12Encryption.allCases {
            let form = KeyFileForm(kind: .p12, p12: encryption)
            let text = try form.text(key: identity.key, chain: identity.chain, secret: secret, authority.maker)
            let bytes = try #require(Base64.decode(text))
            let legacy = encryption == .rc2 ? ["-legacy"] : []
            let opened = try program.run(
                ["pkcs12", "-in", "@key", "-passin", "file:@pass", "-nodes", "-out", "@out"] + legacy,
                files: files.merging(["key": bytes]) { $1 })
            let shown = String(decoding: opened, as: UTF8.self)
            #expect(shown.contains("BEGIN PRIVATE KEY"))
            #expect(shown.components(separatedBy: "BEGIN CERTIFICATE").count == 4)
            #expect(throws: KeyError.self) {
                try program.run(
                    ["pkcs12", "-in", "@key", "-passin", "file:@pass", "-nodes", "-out", "@out"] + legacy,
                    files: ["key": bytes, "pass": Array("wrong\n".utf8)])
            }
        }
    }
}
