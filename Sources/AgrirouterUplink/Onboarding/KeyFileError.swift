// SPDX-License-Identifier: Apache-2.0

internal import MessageTexts

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

    /// The sentence about the error.
    var text: OnboardingText {
        switch self {
        case .unreadable: .keyUnreadable
        case .wrongSecret: .keyWrongSecret
        case .unsupported: .keyUnsupported
        case .noKey: .keyMissing
        case .noCertificate: .certificateMissing
        case .mismatch: .keyMismatch
        case .failed: .keyFailed
        }
    }

    public var description: String { text.english }
}
