// SPDX-License-Identifier: Apache-2.0

public import CCurl

/// The reason why a transfer failed, as far as the user of an uplink must know it.
public enum CurlFailure: Sendable {
    /// The server cannot be found or reached.
    case unreachable
    /// The encrypted connection failed, for example because the server's certificate is not trusted.
    case tls
    case timedOut
    /// Any other reason.
    case failed

    /// - Parameter code: The result of a transfer, other than `CURLE_OK`.
    public init(_ code: CURLcode) {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT: self = .unreachable
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR:
            self = .tls
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut
        default: self = .failed
        }
    }
}
