// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// A time stamp of a time stamping authority (RFC 3161): a signed statement that data with a certain hash existed at a
/// certain time. The response contains everything that is needed to verify it years later, apart from the certificates
/// that the verifier trusts.
///
/// Making a value checks only that the response is well formed and about the data. Until `verify` succeeds, all its
/// properties are claims that anyone may have written.
public struct TimeStamp: Sendable, Hashable {
    /// The largest response in bytes; responses with certificates have a few thousand.
    public static let limit: Int = GNSS_TIME_STAMP_LIMIT

    /// The time that the authority states, in milliseconds since 1970-01-01 00:00 UTC, not counting leap seconds; in
    /// the years 2000 to 2099. Many authorities state whole seconds. Digits beyond milliseconds are dropped.
    public let time: Int64
    /// The largest error of `time` in milliseconds, rounded up; nil if the authority does not state it (RFC 3161,
    /// 2.4.2).
    public let accuracy: Int64?
    /// The authority's name for people, such as `C=DE, O=Example, CN=Example TSA`: the name in the time stamp, or else
    /// in the signer's certificate. At most 255 bytes; empty if the response contains neither.
    public let authority: String
    /// The number that the authority gave the time stamp, in hexadecimal with upper-case letters, at most 64 digits.
    public let serial: String

    private let response: [UInt8]
    private let hash: [UInt8]
    private let nonce: UInt64?

    /// Reads a response (`TimeStampResp` in DER) and compares it with its request. It does not check the signature.
    ///
    /// - Parameters:
    ///   - response: The bytes from the authority, at most `limit`, with nothing after the response.
    ///   - hash: The SHA-256 hash of the data, 32 bytes.
    ///   - nonce: The nonce of the request; nil if it is no longer known, and the response then may have any.
    /// - Throws: `TimeStampError`: the response is too large, malformed or a refusal, or is about other data or answers
    ///   another request.
    public init(_ response: [UInt8], of hash: [UInt8], nonce: UInt64?) throws(TimeStampError) {
        guard hash.count == GNSS_TIME_STAMP_HASH else { throw .hashLength(hash.count) }
        var stamp = gnss_time_stamp()
        defer { gnss_time_stamp_close(&stamp) }
        let result = Self.withPointer(to: nonce) { nonce in
            gnss_time_stamp_read(response, response.count, hash, nonce, &stamp)
        }
        if let error = Self.error(result, stamp) { throw error }
        // The texts belong to `stamp` until it is closed; they are copied before.
        guard let authority = stamp.authority, let serial = stamp.serial else { throw .failed }
        (time, accuracy) = (stamp.time, stamp.has_accuracy == 1 ? stamp.accuracy : nil)
        (self.authority, self.serial) = (String(cString: authority), String(cString: serial))
        (self.response, self.hash, self.nonce) = (response, hash, nonce)
    }

    /// Verifies the signature and the signer with OpenSSL. The signer's certificate must be for time stamping only, and
    /// a trusted authority must have issued it, directly or through certificates in the response. All certificates
    /// must have been valid at `time`; they may have expired since. Revocation lists are not used.
    ///
    /// This takes a few milliseconds and no network.
    ///
    /// - Parameter certificates: The root certificates that the caller trusts, as PEM text of at most 4 MiB; other text
    ///   between them is ignored.
    /// - Throws: `TimeStampError.untrusted` if the check fails, or `noCertificate` if the text contains no certificate
    ///   or a damaged one.
    public func verify(trusting certificates: String) throws(TimeStampError) {
        var stamp = gnss_time_stamp()
        defer { gnss_time_stamp_close(&stamp) }
        let text = certificates.utf8.map { CChar(bitPattern: $0) }
        let result = Self.withPointer(to: nonce) { nonce in
            gnss_time_stamp_verify(response, response.count, hash, nonce, text, text.count, &stamp)
        }
        if let error = Self.error(result, stamp) { throw error }
    }

    private static func withPointer(
        to nonce: UInt64?, _ body: (UnsafePointer<UInt64>?) -> gnss_time_stamp_result
    ) -> gnss_time_stamp_result {
        guard let nonce else { return body(nil) }
        return withUnsafePointer(to: nonce, body)
    }

    private static func error(_ result: gnss_time_stamp_result, _ stamp: gnss_time_stamp) -> TimeStampError? {
        // The text belongs to `stamp`, which the caller closes afterwards.
        let detail = stamp.detail.map { String(cString: $0) } ?? ""
        return switch result {
        case GNSS_TIME_STAMP_GOOD: nil
        case GNSS_TIME_STAMP_TOO_LARGE: .tooLarge
        case GNSS_TIME_STAMP_MALFORMED: .malformed
        case GNSS_TIME_STAMP_REJECTED: .rejected(detail)
        case GNSS_TIME_STAMP_OTHER_DATA: .otherData
        case GNSS_TIME_STAMP_OTHER_REQUEST: .otherRequest
        case GNSS_TIME_STAMP_UNTRUSTED: .untrusted(detail)
        case GNSS_TIME_STAMP_NO_CERTIFICATE: .noCertificate
        default: .failed
        }
    }
}
