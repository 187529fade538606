// SPDX-License-Identifier: Apache-2.0

/// What libcurl and OpenSSL say of a failed connection, looked through for what they mean.
struct TLSWords {
    private let text: String

    init(_ text: String) { self.text = text.lowercased() }

    /// The server ended the connection by an alert (RFC 8446, 6.2) that is about our certificate.
    var isCertificateRefused: Bool { text.contains("alert") && !Self.otherAlerts.contains { text.contains($0) } }

    /// The server ended the connection by an alert.
    var isAlert: Bool { text.contains("alert") }

    /// The server's certificate begins later than this machine's time.
    var isNotYetValid: Bool { text.contains("not yet valid") }

    /// The server's certificate ended before this machine's time.
    var isExpired: Bool { text.contains("expired") }

    /// The server's certificate is for other names.
    var isOtherName: Bool { text.contains("subject name") || text.contains("does not match") }

    private static let otherAlerts = [
        "protocol version", "unrecognized name", "no application protocol", "internal error", "user canceled",
        "insufficient security", "close notify", "record overflow", "illegal parameter", "missing extension",
        "unsupported extension", "inappropriate fallback", "unexpected message", "bad record mac", "decode error",
    ]
}
