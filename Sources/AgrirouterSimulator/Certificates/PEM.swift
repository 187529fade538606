// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// PEM blocks (RFC 7468).
enum PEM {
    /// Encodes a block with lines of 64 characters.
    static func block(_ label: String, _ bytes: [UInt8]) -> String {
        var lines: [String] = []
        var rest = Substring(Base64.encode(bytes))
        while !rest.isEmpty {
            lines.append(String(rest.prefix(64)))
            rest = rest.dropFirst(64)
        }
        return (["-----BEGIN \(label)-----"] + lines + ["-----END \(label)-----"]).joined(separator: "\n") + "\n"
    }

    /// Encodes a certificate.
    static func certificate(_ bytes: [UInt8]) -> String { block("CERTIFICATE", bytes) }
}
