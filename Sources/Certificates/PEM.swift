// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// PEM blocks (RFC 7468).
package enum PEM {
    /// Encodes a block with lines of 64 characters.
    package static func block(_ label: String, _ bytes: [UInt8]) -> String {
        var lines: [String] = []
        var rest = Substring(Base64.encode(bytes))
        while !rest.isEmpty {
            lines.append(String(rest.prefix(64)))
            rest = rest.dropFirst(64)
        }
        return (["-----BEGIN \(label)-----"] + lines + ["-----END \(label)-----"]).joined(separator: "\n") + "\n"
    }

    /// Encodes a certificate.
    package static func certificate(_ bytes: [UInt8]) -> String { block("CERTIFICATE", bytes) }

    /// The contents of the first block with a label; nil if the text has no such block, or the block is not Base64.
    package static func content(_ label: String, in text: String) -> [UInt8]? {
        guard let begin = text.firstRange(of: "-----BEGIN \(label)-----"),
            let end = text[begin.upperBound...].firstRange(of: "-----END \(label)-----")
        else { return nil }
        return Base64.decode(text[begin.upperBound..<end.lowerBound].filter { !$0.isWhitespace })
    }
}
