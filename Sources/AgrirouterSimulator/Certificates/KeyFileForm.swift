// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// How a client's key and certificate are wrapped.
struct KeyFileForm: Hashable, Sendable {
    /// The two kinds of key file.
    enum Kind: String, Sendable {
        case pem = "PEM"
        case p12 = "P12"
    }

    /// How the private key of a PEM text is encrypted.
    enum PEMEncryption: String, CaseIterable, Sendable {
        /// PKCS#12 PBE with SHA-1 and three-key triple DES, 131 072 iterations: what agrirouter sends.
        case tripleDES = "3des"
        /// PBES2 with AES-256.
        case pbes2
    }

    /// How a PKCS#12 file is encrypted.
    enum P12Encryption: String, CaseIterable, Sendable {
        /// SHA-1 and triple DES, 2 048 iterations: what agrirouter 2.0 sends.
        case tripleDES = "3des"
        /// The certificates with RC2 of 40 bits: what it sent before.
        case rc2
        /// PBES2 with AES-256, SHA-256 in the MAC: what it may send one day.
        case aes
    }

    var kind: Kind
    var pem: PEMEncryption = .tripleDES
    var p12: P12Encryption = .tripleDES

    /// The text for `authentication.certificate`. It blocks.
    ///
    /// - Parameters:
    ///   - key: the private key, PEM.
    ///   - chain: the certificate, then those that signed it, DER.
    ///   - secret: the passphrase.
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
