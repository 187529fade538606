// SPDX-License-Identifier: Apache-2.0

internal import Certificates
internal import Crypto
internal import GNSSTypes
internal import NIOSSL

/// The gateway's own certificate authority and its key. People install its certificate on their devices.
struct OwnAuthority: Sendable {
    /// The certificate in DER.
    let certificate: [UInt8]
    /// Seconds since 1970.
    let end: Int64
    /// The names and addresses for which it may sign.
    let limits: NameLimits?
    private let key: P256.Signing.PrivateKey
    private let name: String

    /// Makes an authority for a gateway with these names and addresses.
    ///
    /// - Parameter now: Seconds since 1970.
    init(for subjects: CertificateSubjects, host: String, at now: Int64) throws {
        key = P256.Signing.PrivateKey()
        let validity = CertificateValidity.authority(at: now)
        // Tells the authorities of several gateways apart in a phone's settings.
        let mark = Self.hexadecimal(Array(key.keyID.prefix(3)))
        name = "GNSS gateway \(host.isEmpty ? "" : "\(String(host.prefix(32))) ")\(mark)"
        let limits = Self.limits(for: subjects)
        let form = CertificateForm(
            serial: Self.serial(), name: name, keyID: key.keyID, publicKey: Array(key.publicKey.derRepresentation),
            notBefore: validity.begin.instant, notAfter: validity.end.instant, use: .limitedAuthority(limits))
        certificate = try key.sign(form, as: name)
        (end, self.limits) = (validity.end, limits)
    }

    /// Reads the text that `text` produces; nil if a part of it is damaged or the parts do not belong together.
    init?(_ text: String) {
        guard let bytes = PEM.content("CERTIFICATE", in: text), let parts = CertificateParts(bytes),
            let pem = PEM.content("PRIVATE KEY", in: text),
            let key = try? P256.Signing.PrivateKey(derRepresentation: pem),
            let certificate = try? NIOSSLCertificate(bytes: bytes, format: .der),
            let publicKey = try? certificate.extractPublicKey().toSPKIBytes(),
            publicKey == Array(key.publicKey.derRepresentation),
            OwnSignature.isValid(bytes, by: key.publicKey)
        else { return nil }
        (self.certificate, self.key, name, limits) = (bytes, key, parts.commonName, parts.limits)
        end = Int64(certificate.notValidAfter)
    }

    /// The certificate and the key, for the state folder.
    var text: String { certificateText + PEM.block("PRIVATE KEY", Array(key.derRepresentation)) }

    /// The certificate alone, in PEM.
    var certificateText: String { PEM.certificate(certificate) }

    /// The SHA-256 of the certificate, as devices show it: `AB:CD:…`.
    var fingerprint: String {
        SHA256.hash(data: certificate).map { Self.hexadecimal([$0]).uppercased() }.joined(separator: ":")
    }

    /// Signs a certificate for a server with a new key.
    ///
    /// - Returns: The certificate and its key, in PEM.
    func server(_ subjects: CertificateSubjects, at now: Int64) throws -> String {
        let serverKey = P256.Signing.PrivateKey()
        let validity = CertificateValidity.server(at: now, authorityEnd: end)
        let form = CertificateForm(
            serial: Self.serial(), name: "GNSS gateway", keyID: serverKey.keyID,
            publicKey: Array(serverKey.publicKey.derRepresentation), notBefore: validity.begin.instant,
            notAfter: validity.end.instant, use: .server(names: subjects.names, addresses: subjects.addresses))
        return PEM.certificate(try key.sign(form, as: name))
            + PEM.block("PRIVATE KEY", Array(serverKey.derRepresentation))
    }

    /// True if it signed the certificate in DER.
    func signed(_ certificate: [UInt8]) -> Bool { OwnSignature.isValid(certificate, by: key.publicKey) }

    /// Home and private networks, which no site on the Internet uses, and the gateway's present names. A stolen key
    /// therefore cannot imitate a site on the Internet.
    private static func limits(for subjects: CertificateSubjects) -> NameLimits {
        var limits = NameLimits(
            names: ["localhost", "local", "home.arpa", "internal", "lan"],
            networks: [
                .init([127, 0, 0, 0], bits: 8), .init([10, 0, 0, 0], bits: 8), .init([172, 16, 0, 0], bits: 12),
                .init([192, 168, 0, 0], bits: 16), .init([169, 254, 0, 0], bits: 16), .init([100, 64, 0, 0], bits: 10),
                .init([0xFC] + zeros(15), bits: 7), .init([0xFE, 0x80] + zeros(14), bits: 10),
                .init(zeros(15) + [1], bits: 128),
            ])
        limits.names += subjects.names.filter { !limits.permits(name: $0) }
        for address in subjects.addresses where !limits.permits(address: address) {
            limits.networks.append(.init(address, bits: address.count * 8))
        }
        return limits
    }

    private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

    /// A positive random number of 16 bytes.
    private static func serial() -> [UInt8] {
        var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        bytes[0] = bytes[0] & 0x7F | 0x40
        return bytes
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// The signatures of the gateway's own authority: ECDSA with SHA-256.
private enum OwnSignature {
    static func isValid(_ certificate: [UInt8], by key: P256.Signing.PublicKey) -> Bool {
        guard let outer = DERElement.read(certificate), outer.count == 1, let parts = outer[0].children,
            parts.count == 3, parts[2].tag == 0x03, parts[2].content.first == 0,
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: parts[2].content.dropFirst())
        else { return false }
        return key.isValidSignature(signature, for: DER.element(parts[0].tag, parts[0].content))
    }
}

extension P256.Signing.PrivateKey {
    /// The key's identifier in certificates: the start of a hash (RFC 7093, section 2).
    fileprivate var keyID: [UInt8] { Array(SHA256.hash(data: publicKey.x963Representation).prefix(20)) }

    /// Makes a certificate that the authority `name` signs with this key.
    fileprivate func sign(_ form: CertificateForm, as name: String) throws -> [UInt8] {
        let issuer = Issuer(
            name: name, key: SigningKey(pem: "", publicKey: Array(publicKey.derRepresentation), isRSA: false),
            keyID: keyID)
        let body = form.body(signedBy: issuer)
        return CertificateForm.certificate(
            body: body, signature: Array(try signature(for: body).derRepresentation), issuer: issuer)
    }
}

extension Int64 {
    /// The instant of a number of seconds since 1970, up to the year 2261.
    fileprivate var instant: UTCTime { UTCTime(nanosecondsSince1970: self * 1_000_000_000) }
}
