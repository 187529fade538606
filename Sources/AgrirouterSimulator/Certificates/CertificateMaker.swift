// SPDX-License-Identifier: Apache-2.0

internal import Certificates
internal import GNSSTypes

/// Creates keys, certificates and key files with the `openssl` program. Every call blocks.
struct CertificateMaker: Sendable {
    let program: OpenSSLProgram

    func rsaKey() throws(KeyError) -> SigningKey {
        try key(isRSA: true, ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"])
    }

    func curveKey() throws(KeyError) -> SigningKey {
        try key(isRSA: false, ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"])
    }

    private func key(isRSA: Bool, _ arguments: [String]) throws(KeyError) -> SigningKey {
        let pem = try program.run(["genpkey", "-out", "@out"] + arguments)
        let publicKey = try program.run(
            ["pkey", "-in", "@key", "-pubout", "-outform", "DER", "-out", "@out"], files: ["key": pem])
        return SigningKey(pem: String(decoding: pem, as: UTF8.self), publicKey: publicKey, isRSA: isRSA)
    }

    /// Creates a certificate in DER.
    func certificate(_ form: CertificateForm, by issuer: Issuer) throws(KeyError) -> [UInt8] {
        let body = form.body(signedBy: issuer)
        let signature = try program.run(
            ["dgst", "-sha256", "-sign", "@key", "-out", "@out", "@body"],
            files: ["key": Array(issuer.key.pem.utf8), "body": body])
        return CertificateForm.certificate(body: body, signature: signature, issuer: issuer)
    }

    /// Creates an authority, signed by `parent` or by itself.
    func authority(
        _ name: String, _ key: SigningKey, by parent: Issuer? = nil, from notBefore: UTCTime, years: Double,
        _ random: inout SeededRandom
    ) throws(KeyError) -> Issuer {
        var issuer = Issuer(name: name, key: key, keyID: Self.number(20, &random))
        let form = CertificateForm(
            serial: Self.number(16, &random), name: name, keyID: issuer.keyID, publicKey: key.publicKey,
            notBefore: notBefore, notAfter: notBefore.adding(years * 365.25 * 86_400), use: .authority)
        issuer.certificate = try certificate(form, by: parent ?? issuer)
        return issuer
    }

    /// A random number of `count` bytes whose most significant bits are 01, so that it is positive and not shorter.
    static func number(_ count: Int, _ random: inout SeededRandom) -> [UInt8] {
        var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        bytes[0] = bytes[0] & 0x7F | 0x40
        return bytes
    }
}
