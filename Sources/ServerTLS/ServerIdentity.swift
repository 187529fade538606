// SPDX-License-Identifier: Apache-2.0

internal import Certificates
internal import NIOCore
package import NIOSSL

/// A server's certificate and key, ready for connections.
package struct ServerIdentity: Sendable {
    package let context: NIOSSLContext
    package let validity: CertificateValidity
    package let subjects: CertificateSubjects

    /// - Parameter chain: The server's certificate, then its issuers; not empty.
    /// - Throws: An error of NIOSSL if the key does not belong to the first certificate.
    init(chain: [NIOSSLCertificate], key: NIOSSLPrivateKey) throws {
        var settings = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        settings.minimumTLSVersion = .tlsv12
        settings.applicationProtocols = ["http/1.1"]
        // NIOSSL's own limit of 5 s would let a client that reads nothing hold up the end of the daemon.
        settings.shutdownTimeout = .milliseconds(200)
        // Permit only suites with forward secrecy and authenticated encryption; TLS 1.3 has no others.
        settings.cipherSuiteValues = [
            .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
            .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
            .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
        ]
        context = try NIOSSLContext(configuration: settings)
        let parts = try chain.first?.toDERBytes()
        let names = parts.flatMap(CertificateParts.init)
        subjects = CertificateSubjects(names: names?.names ?? [], addresses: names?.addresses ?? [])
        // Most clients refuse a certificate whose issuer has ended. They use their own roots, not one in the chain, also
        // instead of a root that another one signed, which follows the issuer and may have ended.
        let counted = try chain.prefix(2).enumerated().filter {
            try $0.offset == 0 || !Self.isRoot($0.element.toDERBytes())
        }
        let end = counted.map { $0.element.notValidAfter }.min()
        validity = CertificateValidity(begin: Int64(chain.first?.notValidBefore ?? 0), end: Int64(end ?? 0))
    }

    /// True for a certificate in DER whose issuer is its subject (RFC 5280, section 4.1).
    private static func isRoot(_ certificate: [UInt8]) -> Bool {
        guard let body = DERElement.read(certificate)?.first?.children?.first?.children else { return false }
        // Certificates of version 1 do not state their version.
        let fields = Array(body.drop(while: { $0.tag == 0xA0 }))
        return fields.count >= 5 && fields[2] == fields[4]
    }

    /// Reads the gateway's own server certificate; nil if it is damaged or another authority signed it.
    init?(_ text: String, by authority: OwnAuthority) {
        guard let certificate = PEM.content("CERTIFICATE", in: text), authority.signed(certificate),
            let key = PEM.content("PRIVATE KEY", in: text),
            let first = try? NIOSSLCertificate(bytes: certificate, format: .der),
            let privateKey = try? NIOSSLPrivateKey(bytes: Array(PEM.block("PRIVATE KEY", key).utf8), format: .pem)
        else { return nil }
        do { try self.init(chain: [first], key: privateKey) } catch { return nil }
    }
}
