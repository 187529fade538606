// SPDX-License-Identifier: Apache-2.0

internal import Certificates
internal import Wire

/// The form of a client's key file.
struct KeyFileForm: Hashable, Sendable {
    /// The two kinds of key file.
    enum Kind: String, Sendable {
        case pem = "PEM"
        case p12 = "P12"
    }

    /// The encryption of the private key in a PEM text.
    enum PEMEncryption: String, CaseIterable, Sendable {
        /// PKCS#12 PBE with SHA-1 and three-key triple DES, 131 072 iterations, as agrirouter sends it.
        case tripleDES = "3des"
        /// PBES2 with AES-256.
        case pbes2
    }

    /// The encryption of a PKCS#12 file.
    enum P12Encryption: String, CaseIterable, Sendable {
        /// SHA-1 and triple DES, 2 048 iterations, as agrirouter 2.0 sends it.
        case tripleDES = "3des"
        /// Certificates encrypted with 40-bit RC2, as agrirouter sent them before version 2.0.
        case rc2
        /// PBES2 with AES-256, and SHA-256 in the MAC, as a future agrirouter may send it.
        case aes
    }

    var kind: Kind
    var pem: PEMEncryption = .tripleDES
    var p12: P12Encryption = .tripleDES

    /// Creates the text for `authentication.certificate`. Blocks.
    ///
    /// - Parameters:
    ///   - key: The private key, in PEM.
    ///   - chain: The certificate and then its issuers, in DER.
    ///   - secret: The passphrase.
    func text(
        key: String, chain: [[UInt8]], secret: String, _ maker: CertificateMaker
    ) throws(KeyError) -> String {
        let files = [
            "key": Array(key.utf8), "chain": chain.flatMap { Array(PEM.certificate($0).utf8) },
            "pass": Array((secret + "\n").utf8),
        ]
        switch kind {
        case .pem:
            let arguments =
                pem == .pbes2
                ? ["-v2", "aes-256-cbc"] : ["-v1", "PBE-SHA1-3DES", "-iter", "131072"]
            let block = try maker.program.run(
                ["pkcs8", "-topk8", "-in", "@key", "-out", "@out", "-passout", "file:@pass"] + arguments, files: files)
            return String(decoding: block, as: UTF8.self) + PEM.certificate(chain.first ?? [])
        case .p12:
            let arguments =
                switch p12 {
                case .tripleDES:
                    ["-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-3DES", "-macalg", "sha1"]
                case .rc2:
                    ["-legacy", "-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-RC2-40", "-macalg", "sha1"]
                case .aes: ["-keypbe", "AES-256-CBC", "-certpbe", "AES-256-CBC", "-macalg", "sha256"]
                }
            let bundle = try maker.program.run(
                [
                    "pkcs12", "-export", "-inkey", "@key", "-in", "@chain", "-out", "@out", "-passout", "file:@pass",
                    "-iter", "2048",
                ] + arguments, files: files)
            return Base64.encode(bundle)
        }
    }
}
