// SPDX-License-Identifier: Apache-2.0

internal import OSNMA
internal import Wire

extension TrustFile {
    /// Returns true if a text is PEM (RFC 7468), which allows text before the key. XML is never PEM, even if its
    /// comments contain PEM.
    public static func isPEM(_ text: String) -> Bool {
        text.unicodeScalars.first { $0.value > 0x20 && $0 != "\u{FEFF}" } != "<" && text.contains("-----BEGIN ")
    }

    /// Reads a public key in PEM with lines of any length.
    ///
    /// - Parameters:
    ///   - text: One block of at most `longest` bytes.
    ///   - id: The key's PKID, which PEM does not contain.
    public init(pem text: String, id: UInt8?) {
        guard text.utf8.count <= Self.longest else {
            self.init(ContentError(line: nil, text: Self.tooLong))
            return
        }
        do throws(PEMError) {
            self.init(Entry(anchor: .key(try Self.key(text, id))))
        } catch {
            self.init(ContentError(line: error.line, text: error.text))
        }
    }

    private struct PEMError: Error {
        let line: Int?
        let text: String
    }

    private static func key(_ text: String, _ id: UInt8?) throws(PEMError) -> PublicKey<Unverified> {
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self) }
        guard let first = lines.firstIndex(where: { $0.hasPrefix("-----BEGIN ") }) else {
            throw PEMError(line: nil, text: "is not PEM: the line -----BEGIN PUBLIC KEY----- is missing")
        }
        guard lines[first] == "-----BEGIN PUBLIC KEY-----" else {
            let hint =
                lines[first].contains("CERTIFICATE")
                ? "; take the key out of the certificate with 'openssl x509 -pubkey -noout -in FILE'" : ""
            throw PEMError(
                line: first + 1,
                text: "begins \"\(Self.excerpt(lines[first]))\", expected -----BEGIN PUBLIC KEY-----\(hint)")
        }
        guard let last = lines[first...].firstIndex(of: "-----END PUBLIC KEY-----") else {
            throw PEMError(line: lines.count, text: "the line -----END PUBLIC KEY----- is missing")
        }
        if let second = lines[(first + 1)...].firstIndex(where: { $0.hasPrefix("-----BEGIN ") }) {
            throw PEMError(
                line: second + 1, text: "begins a second block; expected one public key per file")
        }
        let body = lines[(first + 1)..<last]
        guard let bytes = Base64.decode(body.joined()) else {
            let wrong = body.firstIndex { Base64.decode($0) == nil && !$0.utf8.allSatisfy(Base64.isDigit) }
            throw PEMError(line: (wrong ?? first + 1) + 1, text: "is not base64")
        }
        guard let id else {
            throw PEMError(
                line: nil,
                text: """
                    has no PKID, because PEM cannot contain one: name the file …PKID_N.pem, or add it with \
                    'osnma trust add --pkid N'
                    """)
        }
        guard let key = PublicKey(id: id, subjectPublicKeyInfo: bytes) else {
            throw PEMError(
                line: first + 1, text: "is not a key that OSNMA supports: expected an ECDSA key on P-256 or P-521")
        }
        guard key.provisioned() != nil else {
            throw PEMError(line: first + 1, text: "its point is not on its curve: a digit may be wrong")
        }
        return key
    }
}
