// SPDX-License-Identifier: Apache-2.0

/// The reason why a request for a time stamp was not made, or why a response is not a valid time stamp.
public enum TimeStampError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The hash has this number of bytes instead of the 32 of SHA-256.
    case hashLength(Int)
    /// The response has more than `TimeStamp.limit` bytes.
    case tooLarge
    /// The bytes are not exactly one response, or one of its values is invalid or implausible.
    case malformed
    /// The authority refused the request for this reason, which is empty if it stated none.
    case rejected(String)
    /// The time stamp is about other data.
    case otherData
    /// The time stamp answers another request: its nonce is missing or differs.
    case otherRequest
    /// The signature is invalid, or no trusted certificate confirms the signer; with OpenSSL's reason.
    case untrusted(String)
    /// The text with trusted certificates contains none, contains a damaged one, or exceeds 4 MiB.
    case noCertificate
    /// The system has run out of memory.
    case failed

    public var description: String {
        switch self {
        case .hashLength(let count): "the hash has \(count) bytes, but a SHA-256 hash has 32"
        case .tooLarge: "the response has more than \(TimeStamp.limit) bytes, so it is not a time stamp"
        case .malformed:
            "the response is not a valid time stamp response (RFC 3161); check the address of the authority"
        case .rejected(let detail): "the authority refused the request" + Self.suffix(detail)
        case .otherData: "the time stamp is about other data"
        case .otherRequest: "the time stamp answers another request: its nonce differs"
        case .untrusted(let detail): "the time stamp cannot be trusted" + Self.suffix(detail)
        case .noCertificate: "the trusted certificates contain no certificate or a damaged one; they must be PEM text"
        case .failed: "OpenSSL failed, most likely because memory ran out"
        }
    }

    private static func suffix(_ detail: String) -> String { detail.isEmpty ? "" : ": \(detail)" }
}
