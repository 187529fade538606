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
            throw GivenCertificateError(
                key: "certificate",
                description:
                    "\(certificate) contains no certificate in PEM (-----BEGIN CERTIFICATE-----): convert it with "
                    + "'openssl x509 -inform DER -in FILE'")
        }
        return chain
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
                    : "\(key) contains no private key in PEM (-----BEGIN PRIVATE KEY-----)")
        }
        return found
    }

    private func read(_ path: String, _ name: String) throws(GivenCertificateError) -> [UInt8] {
        do throws(FileReadError) {
            return try WholeFile.read(path, atMost: Self.limit, regularOnly: true)
        } catch {
            var cure = ""
            if case .system(let reason) = error, [EACCES, EPERM].contains(reason.code) {
                cure = ": let the daemon's user read it, for example with 'chgrp' and 'chmod g+r'"
            }
            throw GivenCertificateError(key: name, description: "cannot read \(path): \(error)\(cure)")
        }
    }
}
