// SPDX-License-Identifier: Apache-2.0

/// Interprets the text of libcurl and OpenSSL about a failed connection.
struct TLSWords {
    private let text: String

    init(_ text: String) { self.text = text.lowercased() }

    /// True if the server ended the connection with an alert (RFC 8446, section 6.2) that concerns the client
    /// certificate.
    var isCertificateRefused: Bool { text.contains("alert") && !Self.otherAlerts.contains { text.contains($0) } }

    /// True if the server ended the connection with an alert.
    var isAlert: Bool { text.contains("alert") }

    /// True if the server's certificate is not valid yet by this machine's clock.
    var isNotYetValid: Bool { text.contains("not yet valid") }

    /// True if the server's certificate has expired by this machine's clock.
    var isExpired: Bool { text.contains("expired") }

    /// True if the server's certificate is for another name.
    var isOtherName: Bool { text.contains("subject name") || text.contains("does not match") }

    private static let otherAlerts = [
        "protocol version", "unrecognized name", "no application protocol", "internal error", "user canceled",
        "insufficient security", "close notify", "record overflow", "illegal parameter", "missing extension",
        "unsupported extension", "inappropriate fallback", "unexpected message", "bad record mac", "decode error",
    ]
}
