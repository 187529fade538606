// SPDX-License-Identifier: Apache-2.0

package import GNSSTypes

/// A signing key.
package struct SigningKey: Hashable, Sendable {
    /// The private key, in PEM without a passphrase.
    package var pem: String
    /// The public key, in DER.
    package var publicKey: [UInt8]
    /// True for an RSA key, false for a P-256 key.
    package var isRSA: Bool

    package init(pem: String, publicKey: [UInt8], isRSA: Bool) {
        (self.pem, self.publicKey, self.isRSA) = (pem, publicKey, isRSA)
    }

    /// The identifier of its signature algorithm (RFC 5280, AlgorithmIdentifier).
    package var algorithm: [UInt8] {
        isRSA
            ? DER.sequence(DER.identifier("1.2.840.113549.1.1.11"), DER.null)
            : DER.sequence(DER.identifier("1.2.840.10045.4.3.2"))
    }
}

/// An issuer of certificates.
package struct Issuer: Hashable, Sendable {
    /// The issuer's common name.
    package var name: String
    package var key: SigningKey
    /// The key identifier that the issuer's own certificate and those that it signs contain.
    package var keyID: [UInt8]
    /// The issuer's own certificate, in DER.
    package var certificate: [UInt8]

    package init(name: String, key: SigningKey, keyID: [UInt8], certificate: [UInt8] = []) {
        (self.name, self.key, self.keyID, self.certificate) = (name, key, keyID, certificate)
    }
}

/// The contents of a certificate (RFC 5280).
package struct CertificateForm: Sendable {
    /// The permitted use of a certificate.
    package enum Use: Hashable, Sendable {
        /// The certificate signs other certificates.
        case authority
        /// Signs certificates of servers with these names and addresses only, and no other authority.
        case limitedAuthority(NameLimits)
        /// Identifies a server with these names and addresses (four or sixteen bytes each).
        case server(names: [String], addresses: [[UInt8]])
        /// The certificate identifies a client.
        case client
    }

    package var serial: [UInt8]
    /// The common name. It may exceed the 64 characters that X.520 permits, as it does with agrirouter.
    package var name: String
    package var keyID: [UInt8]
    package var publicKey: [UInt8]
    package var notBefore: UTCTime
    package var notAfter: UTCTime
    package var use: Use

    package init(
        serial: [UInt8], name: String, keyID: [UInt8], publicKey: [UInt8], notBefore: UTCTime, notAfter: UTCTime,
        use: Use
    ) {
        (self.serial, self.name, self.keyID, self.publicKey) = (serial, name, keyID, publicKey)
        (self.notBefore, self.notAfter, self.use) = (notBefore, notAfter, use)
    }

    /// The part of the certificate that is signed (TBSCertificate).
    package func body(signedBy issuer: Issuer) -> [UInt8] {
        DER.sequence(
            DER.explicit(0, DER.integer([2])), DER.integer(serial), issuer.key.algorithm,
            Self.distinguishedName(issuer.name), DER.sequence(DER.time(notBefore), DER.time(notAfter)),
            Self.distinguishedName(name), publicKey, DER.explicit(3, DER.element(0x30, extensions(issuer))))
    }

    /// The complete certificate, in DER.
    package static func certificate(body: [UInt8], signature: [UInt8], issuer: Issuer) -> [UInt8] {
        DER.sequence(body, issuer.key.algorithm, DER.bits(signature))
    }

    private static func distinguishedName(_ name: String) -> [UInt8] {
        DER.sequence(DER.set(DER.sequence(DER.identifier("2.5.4.3"), DER.text(name))))
    }

    private func extensions(_ issuer: Issuer) -> [UInt8] {
        func one(_ identifier: String, isCritical: Bool = false, _ content: [UInt8]) -> [UInt8] {
            DER.sequence(DER.identifier(identifier), isCritical ? DER.yes : [], DER.octets(content))
        }
        let server = DER.identifier("1.3.6.1.5.5.7.3.1")
        let client = DER.identifier("1.3.6.1.5.5.7.3.2")
        var all =
            one("2.5.29.14", DER.octets(keyID))
            + one("2.5.29.35", DER.sequence(DER.element(0x80, issuer.keyID)))
        switch use {
        case .authority:
            all += one("2.5.29.19", isCritical: true, DER.sequence(DER.yes))
            all += one("2.5.29.15", isCritical: true, DER.bits([0x06], unused: 1))
        case .limitedAuthority(let limits):
            all += one("2.5.29.19", isCritical: true, DER.sequence(DER.yes, DER.integer([0])))
            all += one("2.5.29.15", isCritical: true, DER.bits([0x06], unused: 1))
            all += one("2.5.29.30", isCritical: true, limits.encoded)
        case .server(let names, let addresses):
            let entries = names.map { DER.element(0x82, Array($0.utf8)) } + addresses.map { DER.element(0x87, $0) }
            all += one("2.5.29.17", DER.element(0x30, entries.flatMap { $0 }))
            all += one("2.5.29.37", DER.sequence(server))
            all += one("2.5.29.15", isCritical: true, DER.bits([0xA0], unused: 5))
        case .client:
            all += one("2.5.29.37", DER.sequence(server, client))
            all += one("2.5.29.15", isCritical: true, DER.bits([0xA0], unused: 5))
        }
        return all
    }
}
