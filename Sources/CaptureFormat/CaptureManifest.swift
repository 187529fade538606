// SPDX-License-Identifier: Apache-2.0

internal import Crypto
public import GNSSTypes
internal import Wire

/// The signed statement about one revision of a capture: the hashes of all its parts, and its place in the chain of all
/// revisions that a gateway has sealed. Its canonical JSON text is what is signed and hashed.
public struct CaptureManifest: Codable, Hashable, Sendable {
    /// The value of `format`.
    public static let format = "gnss-gateway-capture/1"

    /// The reason for a revision.
    public enum Reason: String, Codable, Sendable, CaseIterable {
        /// The photo was taken.
        case capture
        /// The note was changed.
        case note
        /// Evidence that came after the photo was added.
        case evidence
        /// Keys that came later changed the verdict, or no more are awaited.
        case verdict
        /// The capture was deleted; the manifest names the revisions that the chain lacks from then on.
        case deletion
    }

    /// A file of the capture.
    public struct File: Codable, Hashable, Sendable {
        /// The SHA-256 of its bytes, 64 hexadecimal digits in lower case.
        public var sha256: String
        /// Its size in bytes.
        public var bytes: Int

        public init(of content: [UInt8]) { (sha256, bytes) = (CaptureHash.text(of: content), content.count) }
    }

    /// A manifest of a deleted capture, so that the chain stays checkable without it.
    public struct Link: Codable, Hashable, Sendable {
        public var sequence: Int64
        /// The SHA-256 of the manifest.
        public var sha256: String
        /// The SHA-256 of the manifest before it; nil for the first one.
        public var previous: String?

        public init(sequence: Int64, sha256: String, previous: String?) {
            (self.sequence, self.sha256, self.previous) = (sequence, sha256, previous)
        }
    }

    public var format = Self.format
    /// The gateway's public key (Ed25519, RFC 8032), 64 hexadecimal digits in lower case.
    public var key: String
    /// The number in the gateway's chain, from 1.
    public var sequence: Int64
    /// The SHA-256 of the manifest with the number before; nil for the first one.
    public var previous: String?
    /// The ID of the capture.
    public var capture: String
    /// The number of the revision of the capture, from 1.
    public var revision: Int
    public var reason: Reason
    /// The instant of sealing, by the gateway's clock.
    public var sealed: Timestamp
    /// The files by name, without the record.
    public var files: [String: File]
    /// The SHA-256 of the canonical text of each group of the record, by the group's name.
    public var record: [String: String]
    /// The manifests of a deleted capture.
    public var deleted: [Link]?

    /// Creates a manifest that has no place in the chain yet.
    public init(
        capture: String, revision: Int, reason: Reason, sealed: Timestamp, files: [String: File],
        record: JSONValue
    ) {
        (key, sequence) = ("", 0)
        (self.capture, self.revision, self.reason, self.sealed) = (capture, revision, reason, sealed)
        self.files = files
        self.record = Self.hashes(of: record)
    }

    /// The hash of each group of a record.
    static func hashes(of record: JSONValue) -> [String: String] {
        guard case .object(let groups) = record else { return [:] }
        return groups.mapValues { CaptureHash.text(of: $0.canonical) }
    }
}

/// A manifest as it is stored: its canonical text and the signature over it.
public struct SealedManifest: Hashable, Sendable {
    /// The canonical JSON text in UTF-8.
    public let bytes: [UInt8]
    /// The signature, 64 bytes.
    public let signature: [UInt8]

    public init(bytes: [UInt8], signature: [UInt8]) { (self.bytes, self.signature) = (bytes, signature) }

    /// Gives a manifest its place in the chain and signs it.
    ///
    /// - Parameters:
    ///   - sequence: The number in the chain, from 1.
    ///   - previous: The SHA-256 of the manifest before; nil for the first one.
    /// - Throws: The error of the encoder or of the signature.
    public init(
        _ manifest: CaptureManifest, at sequence: Int64, after previous: String?, by key: SealingKey
    ) throws {
        var manifest = manifest
        (manifest.sequence, manifest.previous, manifest.key) = (sequence, previous, key.publicKey)
        bytes = try JSONValue(encoding: manifest).canonical
        signature = try key.signature(of: bytes)
    }

    /// The SHA-256 of the text, 64 hexadecimal digits.
    public var hash: String { CaptureHash.text(of: bytes) }
}

/// The gateway's private key for photos (Ed25519, RFC 8032).
public struct SealingKey: Sendable {
    private let key: Curve25519.Signing.PrivateKey

    /// Creates a random key.
    public init() { key = Curve25519.Signing.PrivateKey() }

    /// Reads the text form; nil if it is not one.
    public init?(_ text: String) {
        guard let bytes = CaptureHash.bytes(text), bytes.count == 32,
            let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes)
        else { return nil }
        self.key = key
    }

    /// The secret text form: 64 hexadecimal digits.
    public var text: String { Hexadecimal.text(Array(key.rawRepresentation)) }

    /// The public key, 64 hexadecimal digits.
    public var publicKey: String { Hexadecimal.text(Array(key.publicKey.rawRepresentation)) }

    func signature(of bytes: [UInt8]) throws -> [UInt8] { Array(try key.signature(for: bytes)) }
}

/// A gateway's public key for photos.
public struct VerificationKey: Hashable, Sendable {
    /// The key, 64 hexadecimal digits in lower case.
    public let text: String
    private let bytes: [UInt8]
    /// The beginning of a public key in DER (RFC 8410).
    private static let header: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]

    /// Reads 64 hexadecimal digits or a PEM file; nil if the text is neither.
    public init?(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline).map { line in line.filter { $0 != " " && $0 != "\t" } }
        var bytes: [UInt8]?
        if lines.count == 1 {
            bytes = CaptureHash.bytes(lines[0].lowercased())
        } else if lines.first == "-----BEGINPUBLICKEY-----", lines.last == "-----ENDPUBLICKEY-----" {
            let base64 = Base64.decode(lines.dropFirst().dropLast().joined())
            bytes = base64.flatMap { $0.starts(with: Self.header) ? Array($0.dropFirst(Self.header.count)) : nil }
        }
        guard let bytes, bytes.count == 32, (try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)) != nil
        else { return nil }
        (self.bytes, self.text) = (bytes, Hexadecimal.text(bytes))
    }

    /// The key as PEM (RFC 8410), for `openssl pkeyutl`.
    public var pem: String {
        "-----BEGIN PUBLIC KEY-----\n\(Base64.encode(Self.header + bytes))\n-----END PUBLIC KEY-----\n"
    }

    /// True if the signature over the bytes was made with the private part of this key.
    func isValid(_ signature: [UInt8], for bytes: [UInt8]) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: self.bytes) else { return false }
        return key.isValidSignature(signature, for: bytes)
    }
}

/// SHA-256 as text.
public enum CaptureHash {
    /// The SHA-256 of bytes, 64 hexadecimal digits in lower case.
    public static func text(of bytes: some Sequence<UInt8>) -> String {
        Hexadecimal.text(Array(SHA256.hash(data: Array(bytes))))
    }

    /// The bytes of hexadecimal digits in lower case; nil for other text.
    static func bytes(_ text: String) -> [UInt8]? {
        text.contains(where: \.isUppercase) ? nil : Hexadecimal.bytes(of: text)
    }
}
