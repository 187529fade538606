// SPDX-License-Identifier: Apache-2.0

/// Why the key and certificate that agrirouter issued cannot be used. It never quotes either.
public enum KeyFileError: Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// No text or file of the form that agrirouter named.
    case unreadable
    /// The secret that came with it does not open it.
    case wrongSecret
    /// Locked in a way that this system's OpenSSL does not know.
    case unsupported
    /// It holds no private key.
    case noKey
    /// It holds no certificate.
    case noCertificate
    /// The certificate is for another key.
    case mismatch
    /// There was no memory for it.
    case failed

    /// The word of the control interface.
    public var code: String {
        switch self {
        case .unreadable: "key_unreadable"
        case .wrongSecret: "key_wrong_secret"
        case .unsupported: "key_unsupported"
        case .noKey: "key_missing"
        case .noCertificate: "certificate_missing"
        case .mismatch: "key_mismatch"
        case .failed: "key_failed"
        }
    }

    public var description: String {
        let what = "the key and certificate that agrirouter issued"
        return switch self {
        case .unreadable: "\(what) are damaged and cannot be read"
        case .wrongSecret: "\(what) cannot be decrypted with the secret that came with them"
        case .unsupported:
            "\(what) use an encryption that OpenSSL does not support here; is its legacy provider installed?"
        case .noKey: "\(what): the key is missing"
        case .noCertificate: "\(what): the certificate is missing"
        case .mismatch: "\(what) do not match"
        case .failed: "\(what) could not be opened: out of memory"
        }
    }
}
