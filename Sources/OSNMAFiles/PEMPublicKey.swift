// SPDX-License-Identifier: Apache-2.0

internal import OSNMA

extension TrustFile {
    /// Whether a text is PEM (RFC 7468).
    public static func isPEM(_ text: String) -> Bool { text.contains("-----BEGIN ") }

    /// Reads a public key in PEM, whatever the length of its lines.
    ///
    /// - Parameters:
    ///   - text: of which the first block is looked at.
    ///   - id: its PKID, which PEM does not say.
    public init(pem text: String, id: UInt8?) {
        do throws(PEMFailure) {
            self.init(Entry(anchor: .key(try Self.key(text, id))), [])
        } catch {
            self.init(nil, [Problem(line: error.line, text: error.text)])
        }
    }

    private struct PEMFailure: Error {
        let line: Int?
        let text: String
    }

    private static func key(_ text: String, _ id: UInt8?) throws(PEMFailure) -> PublicKey<Unverified> {
        let lines = text.utf8.prefix(1 << 20).split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self) }
        guard let first = lines.firstIndex(where: { $0.hasPrefix("-----BEGIN ") }) else {
            throw PEMFailure(line: nil, text: "is no PEM: the line -----BEGIN PUBLIC KEY----- is missing")
        }
        guard lines[first] == "-----BEGIN PUBLIC KEY-----" else {
            let hint =
                lines[first].contains("CERTIFICATE")
                ? "; take the key out of the certificate with 'openssl x509 -pubkey -noout -in FILE'" : ""
            throw PEMFailure(
                line: first + 1,
                text: "begins \"\(Self.excerpt(lines[first]))\", expected is -----BEGIN PUBLIC KEY-----\(hint)")
        }
        guard let last = lines[first...].firstIndex(of: "-----END PUBLIC KEY-----") else {
            throw PEMFailure(line: lines.count, text: "the line -----END PUBLIC KEY----- is missing")
        }
        var bytes: [UInt8] = []
        var decoder = Base64()
        for number in (first + 1)..<last {
            guard decoder.take(lines[number], into: &bytes) else {
                throw PEMFailure(line: number + 1, text: "is not base64")
            }
        }
        guard let id else {
            throw PEMFailure(line: nil, text: "does not say its PKID, as PEM cannot: give it with --pkid 0...15")
        }
        guard let key = PublicKey(id: id, subjectPublicKeyInfo: bytes) else {
            throw PEMFailure(
                line: first + 1, text: "is no key that OSNMA knows: expected is one of ECDSA on P-256 or P-521")
        }
        guard key.provisioned() != nil else {
            throw PEMFailure(line: first + 1, text: "its point is none of its curve: a digit of it may be wrong")
        }
        return key
    }
}

/// Base64 over several lines (RFC 4648).
private struct Base64 {
    private var value: UInt32 = 0
    private var bits: UInt32 = 0
    private var isPadded = false

    /// Takes a line; false where it holds something else.
    mutating func take(_ line: String, into bytes: inout [UInt8]) -> Bool {
        for digit in line.utf8 where digit > 0x20 {
            if digit == 0x3D {
                isPadded = true
                continue
            }
            guard !isPadded, let six = Self.value(of: digit) else { return false }
            value = value << 6 | six
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: value >> bits))
        }
        return true
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case 0x41...0x5A: UInt32(digit) - 0x41
        case 0x61...0x7A: UInt32(digit) - 0x61 + 26
        case 0x30...0x39: UInt32(digit) - 0x30 + 52
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}
