// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOSSL
internal import SystemSupport

/// The reason that a given certificate or key cannot be used.
package struct GivenCertificateError: Error, Hashable, CustomStringConvertible {
    /// The configuration key concerned: `certificate` or `key`.
    package var key: String
    /// The problem and its remedy.
    package var description: String
}

/// A certificate and a key in files of the operator.
package struct GivenCertificate: Hashable, Sendable {
    /// The path of the certificate and its issuers, in PEM.
    package var certificate: String
    /// The path of the private key, in PEM without a passphrase.
    package var key: String

    package init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }

    /// The largest accepted file in bytes.
    private static let limit = 256 << 10

    /// Reads and checks both files. A certificate that has expired or is not valid yet is accepted: only the clients of
    /// HTTPS refuse it, and `CertificateValidity.finding` reports it.
    package func load() throws(GivenCertificateError) -> ServerIdentity {
        let chain = try readChain()
        let key = try readKey()
        do {
            return try ServerIdentity(chain: chain, key: key)
        } catch {
            throw GivenCertificateError(
                key: "key",
                description:
                    "the key in \(self.key) does not belong to the first certificate in \(certificate): give the key "
                    + "with which that certificate was requested, and put the server's own certificate first")
        }
    }

    private func readChain() throws(GivenCertificateError) -> [NIOSSLCertificate] {
        let bytes = try read(certificate, "certificate")
        let chain = try? NIOSSLCertificate.fromPEMBytes(bytes)
        guard let chain, !chain.isEmpty else {
            throw GivenCertificateError(key: "certificate", description: "\(certificate) \(Self.chainProblem(bytes))")
        }
        return chain
    }

    /// The reason why no certificates can be read, to follow the name of the file.
    private static func chainProblem(_ bytes: [UInt8]) -> String {
        if isPKCS12(bytes) { return "is a PKCS#12 file: convert it with 'openssl pkcs12 -in FILE -nokeys -out NEW'" }
        if String(decoding: bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") {
            return "contains a certificate that is damaged or cut off: copy the file again, with all lines of each "
                + "certificate from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----"
        }
        return "contains no certificate in PEM (-----BEGIN CERTIFICATE-----): convert it with "
            + "'openssl x509 -inform DER -in FILE'"
    }

    /// The reason why no key can be read, to follow the name of the file.
    private static func keyProblem(_ bytes: [UInt8]) -> String {
        if isPKCS12(bytes) {
            return "is a PKCS#12 file: convert it with 'openssl pkcs12 -in FILE -nocerts -nodes -out NEW'"
        }
        if String(decoding: bytes, as: UTF8.self).contains("PRIVATE KEY-----") {
            return "contains a key that is damaged or of a kind that is not supported: use RSA, an elliptic curve "
                + "P-256, P-384 or P-521, or Ed25519"
        }
        return "contains no private key in PEM (-----BEGIN PRIVATE KEY-----)"
    }

    /// True for a sequence that begins with the version 3 of PKCS#12 (RFC 7292, section 4).
    private static func isPKCS12(_ bytes: [UInt8]) -> Bool {
        guard bytes.first == 0x30, bytes.count > 8 else { return false }
        // One byte for a short length, or the number of the bytes of a long one.
        let length = bytes[1] < 0x80 ? 0 : Int(bytes[1] & 0x7F)
        return bytes.dropFirst(2 + length).starts(with: [0x02, 0x01, 0x03])
    }

    private func readKey() throws(GivenCertificateError) -> NIOSSLPrivateKey {
        var status = stat()
        if stat(key, &status) == 0, status.st_mode & 0o007 != 0 {
            throw GivenCertificateError(
                key: "key", description: "every user of this machine can use \(key): run 'chmod o= \(key)'")
        }
        let bytes = try read(key, "key")
        guard let found = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) else {
            let isLocked = String(decoding: bytes, as: UTF8.self).contains("ENCRYPTED")
            throw GivenCertificateError(
                key: "key",
                description: isLocked
                    ? "the key in \(key) has a passphrase: remove it with 'openssl pkey -in FILE -out NEW'"
                    : "\(key) \(Self.keyProblem(bytes))")
        }
        return found
    }

    private func read(_ path: String, _ name: String) throws(GivenCertificateError) -> [UInt8] {
        do throws(FileReadError) {
            let bytes = try WholeFile.read(path, atMost: Self.limit, regularOnly: true)
            // Some editors begin a file with a byte-order mark.
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            return bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        } catch {
            var cure = ""
            if case .system(let reason) = error, [EACCES, EPERM].contains(reason.code) {
                cure = ": let the daemon's user read it, for example with 'chgrp' and 'chmod g+r'"
            }
            throw GivenCertificateError(key: name, description: "cannot read \(path): \(error)\(cure)")
        }
    }
}
