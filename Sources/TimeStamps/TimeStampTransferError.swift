// SPDX-License-Identifier: Apache-2.0

/// The reason why an authority did not deliver a response.
public enum TimeStampTransferError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address does not begin with `http://` or `https://` and a host, or libcurl cannot read it.
    case address
    /// The authority's computer cannot be found or reached; with libcurl's reason.
    case unreachable(String)
    /// The encrypted connection failed, for example because the server's certificate is not trusted; with libcurl's
    /// reason.
    case tls(String)
    /// The response was not complete within this number of seconds.
    case timedOut(seconds: Int)
    /// The server answered with this HTTP status instead of 200.
    case status(Int)
    /// The body has this content type, empty if none, instead of `application/timestamp-reply`.
    case contentType(String)
    /// The body has more than `TimeStamp.limit` bytes.
    case tooLarge
    /// The task was cancelled.
    case cancelled
    /// The transfer failed for another reason.
    case failed(String)

    public var description: String {
        switch self {
        case .address: "the address of the time stamping authority must begin with http:// or https:// and a host name"
        case .unreachable(let reason): "cannot connect to the time stamping authority: \(reason)"
        case .tls(let reason): "the encrypted connection to the time stamping authority failed: \(reason)"
        case .timedOut(let seconds): "the time stamping authority did not answer within \(seconds) s"
        case .status(let status): "the time stamping authority answered with HTTP status \(status) instead of 200"
        case .contentType(let type):
            "the server answered with content type \"\(type)\" instead of application/timestamp-reply; check the address"
        case .tooLarge: "the time stamping authority sent more than \(TimeStamp.limit) bytes"
        case .cancelled: "the request for a time stamp was cancelled"
        case .failed(let reason): "the request for a time stamp failed: \(reason)"
        }
    }
}
