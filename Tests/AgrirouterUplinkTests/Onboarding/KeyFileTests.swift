// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import AgrirouterUplink
import Foundation
import GNSSTypes
import Testing
import Wire

/// What locks a key file in a test, with characters that JSON escapes.
private let secret = "s3cret\"\\/ä€x1234"

/// A key file as the service would send it, made by the `openssl` program.
struct SampleKeyFile: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let form: CertificateForm
    /// Arguments of `openssl` that make `key` (PEM, put before the certificate) or the file itself (P12).
    let arguments: [String]

    static let all = [
        SampleKeyFile(
            testDescription: "PEM, 3DES, 131072 rounds", form: .pem,
            arguments: ["pkcs8", "-topk8", "-v1", "PBE-SHA1-3DES", "-iter", "131072"]),
        SampleKeyFile(
            testDescription: "PEM, PBES2 with AES-256", form: .pem,
            arguments: ["pkcs8", "-topk8", "-v2", "aes-256-cbc"]),
        SampleKeyFile(
            testDescription: "PEM, PBES2 with SHA-512", form: .pem,
            arguments: ["pkcs8", "-topk8", "-v2", "aes-256-cbc", "-v2prf", "hmacWithSHA512"]),
        SampleKeyFile(
            testDescription: "P12, 3DES", form: .p12,
            arguments: [
                "pkcs12", "-export", "-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-3DES", "-macalg", "sha1",
            ]),
        SampleKeyFile(
            testDescription: "P12, RC2-40", form: .p12,
            arguments: [
                "pkcs12", "-export", "-legacy", "-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-RC2-40", "-macalg",
                "sha1",
            ]),
        SampleKeyFile(
            testDescription: "P12, PBES2 with AES-256, SHA-256", form: .p12, arguments: ["pkcs12", "-export"]),
        SampleKeyFile(
            testDescription: "P12 with the authority in it", form: .p12,
            arguments: ["pkcs12", "-export", "-certfile", "clients.pem"]),
    ]

    /// Makes it in the folder, and what the service would send.
    func make(_ certificates: TestCertificates, _ options: [String] = []) throws -> Confidential {
        let name = "sample-\(UUID().uuidString)"
        let input = form == .pem ? ["-in", "client.key"] : ["-inkey", "client.key", "-in", "client.pem"]
        try certificates.openssl(arguments + input + options + ["-passout", "pass:\(secret)", "-out", name])
        if form == .p12 { return Confidential(Base64.encode(try certificates.bytes(name))) }
        return Confidential(try certificates.text(name) + certificates.text("client.pem"))
    }
}

@Suite struct KeyFileTests {
    let certificates: TestCertificates

    init() throws { certificates = try TestCertificates.shared.get() }

    private func credentials(
        _ form: CertificateForm, _ certificate: Confidential, _ secret: String = secret
    ) throws -> EndpointCredentials {
        let body: [String: Any] = [
            "deviceAlternateId": "a", "capabilityAlternateId": "b", "sensorAlternateId": "c",
            "connectionCriteria": ["measures": "https://h/m", "commands": "https://h/c"],
            "authentication": ["type": form.rawValue, "secret": secret, "certificate": certificate.exposed],
        ]
        return try EndpointCredentials(decoding: Array(JSONSerialization.data(withJSONObject: body)))
    }

    @Test(arguments: SampleKeyFile.all)
    func `every kind of key file opens, and connects`(sample: SampleKeyFile) async throws {
        let identity = try KeyFile.open(try credentials(sample.form, try sample.make(certificates)))
        #expect(identity.name == "client")
        #expect(identity.key.exposed.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(identity.certificate.hasPrefix(try certificates.text("client.pem")))
        let length = identity.notAfter.nanosecondsSince1970 - identity.notBefore.nanosecondsSince1970
        #expect(length == 2 * 86_400 * 1_000_000_000)
        let now = Date().timeIntervalSince1970
        #expect(abs(Double(identity.notBefore.nanosecondsSince1970) / 1e9 - now) < 86_400)
        let service = try Service.shared.get()
        let reply = try await service.get("mutual", "/echo", identity: identity)
        #expect(reply.echo["peer"] as? [String] == ["client"], "\(reply)")
    }

    @Test(arguments: SampleKeyFile.all)
    func `a wrong secret is named as that`(sample: SampleKeyFile) throws {
        let file = try sample.make(certificates)
        for wrong in ["", "nope", secret + "x", "a\u{0}b", String(repeating: "x", count: 5000)] {
            #expect(throws: KeyFileError.wrongSecret, "\(wrong.prefix(20))") {
                try KeyFile.open(try credentials(sample.form, file, wrong))
            }
        }
    }

    @Test func `what is missing or does not belong together is named`() throws {
        let key = try certificates.text("client.key")
        let certificate = try certificates.text("client.pem")
        let foreign = try certificates.text("foreign.pem")
        let p12 = SampleKeyFile.all[5]
        let files: [(CertificateForm, Confidential, KeyFileError)] = [
            (.pem, Confidential(certificate), .noKey), (.pem, Confidential(key), .noCertificate),
            (.pem, Confidential(key + foreign), .mismatch),
            (.pem, Confidential("no PEM at all"), .noKey), (.p12, Confidential("no PEM at all"), .unreadable),
            (.p12, Confidential("&&&"), .unreadable), (.p12, Confidential(" "), .unreadable),
            (.p12, try p12.make(certificates, ["-nocerts"]), .noCertificate),
            (.p12, try p12.make(certificates, ["-nokeys"]), .noKey),
        ]
        for (form, file, fault) in files {
            #expect(throws: fault, "\(fault)") { try KeyFile.open(try credentials(form, file)) }
        }
    }

    @Test func `a P12 whose certificate belongs to another key is named as that`() throws {
        // openssl refuses to put the two together, unless the certificate comes as one more.
        let p12 = SampleKeyFile.all[5]
        let file = try p12.make(certificates, ["-nocerts", "-certfile", "foreign.pem"])
        #expect(throws: KeyFileError.mismatch) { try KeyFile.open(try credentials(.p12, file)) }
    }

    @Test func `the certificate that fits is found among others, and comes first`() throws {
        let text =
            try certificates.text("clients.pem") + certificates.text("client.pem")
            + certificates.text("client.key")
        let identity = try KeyFile.open(try credentials(.pem, Confidential(text)))
        #expect(identity.name == "client")
        #expect(identity.certificate == (try certificates.text("client.pem") + certificates.text("clients.pem")))
    }

    @Test(arguments: [SampleKeyFile.all[0], SampleKeyFile.all[4], SampleKeyFile.all[5]])
    func `a damaged file is a fault, wherever it is damaged`(sample: SampleKeyFile) throws {
        // Fewer rounds: it is opened often.
        let sample = SampleKeyFile(
            testDescription: "", form: sample.form,
            arguments: sample.arguments.map { $0 == "131072" ? "100" : $0 })
        let whole = try sample.make(certificates).exposed
        let bytes: [UInt8] = sample.form == .pem ? Array(whole.utf8) : try #require(Base64.decode(whole))
        for step in 0..<60 {
            var damaged = bytes
            if step % 2 == 0 {
                damaged.removeLast(bytes.count * step / 60)
            } else {
                // The head, and what is locked; not the numbers of rounds, which damage may raise to hours of work.
                damaged[step < 30 ? step : bytes.count * step / 90] ^= 1 << UInt8(step % 8)
            }
            let text = sample.form == .pem ? String(decoding: damaged, as: UTF8.self) : Base64.encode(damaged)
            // It opens, or it is a fault; it must not end the program.
            _ = try? KeyFile.open(try credentials(sample.form, Confidential(text)))
        }
    }

    @Test func `faults have codes of their own and quote nothing`() {
        let faults = KeyFileError.allCases
        #expect(Set(faults.map(\.code)).count == faults.count)
        #expect(faults.allSatisfy { $0.description.contains("agrirouter issued") })
    }
}
