// SPDX-License-Identifier: Apache-2.0

/// The reason that the key and certificate from agrirouter are unusable. It never quotes either.
public enum KeyFileError: Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The text or file does not have the form that agrirouter specified.
    case unreadable
    /// The secret from the answer does not decrypt the file.
    case wrongSecret
    /// The file is encrypted with an algorithm that this system's OpenSSL does not support.
    case unsupported
    /// The file contains no private key.
    case noKey
    /// The file contains no certificate.
    case noCertificate
    /// The certificate does not belong to the private key.
    case mismatch
    /// The system has run out of memory.
    case failed

    /// The stable code for the control interface.
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
