// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// The digest by which the back offices of EGNSS4CAP and of its successors recognise an unaltered photo. It covers the
/// image, a time and a user, and its secret is in public programs; the gateway's own seal is what proves something.
public enum LegacyDigest {
    /// Reads the secret that a back office shares with its clients; nil if the file cannot be read or has none.
    public static func secret(inFile path: String) -> String? {
        let secret = WholeFile.text(path, atMost: 4096)?.filter { !$0.isWhitespace }
        return secret.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The digest of an image: the SHA-256 of `SECRET_HASH_CREATED_USER`, 64 hexadecimal digits.
    ///
    /// - Parameters:
    ///   - file: The bytes of the photo as they are sent.
    ///   - created: The instant exactly as it is sent.
    ///   - user: The user's ID exactly as it is sent.
    ///   - secret: The secret that the back office shares with its clients.
    public static func text(of file: [UInt8], created: String, user: String, secret: String) -> String {
        CaptureHash.text(of: Array("\(secret)_\(CaptureHash.text(of: file))_\(created)_\(user)".utf8))
    }
}
