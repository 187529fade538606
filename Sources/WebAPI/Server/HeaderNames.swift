// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes

/// Names of header fields that HTTPTypes does not define.
extension HTTPField.Name {
    static let crossOriginOpenerPolicy = constant("Cross-Origin-Opener-Policy")
    static let crossOriginResourcePolicy = constant("Cross-Origin-Resource-Policy")
    static let idempotencyKey = constant("Idempotency-Key")
    static let permissionsPolicy = constant("Permissions-Policy")
    static let referrerPolicy = constant("Referrer-Policy")
    static let refresh = constant("Refresh")
    static let secFetchDest = constant("Sec-Fetch-Dest")
    static let secFetchMode = constant("Sec-Fetch-Mode")
    static let secFetchSite = constant("Sec-Fetch-Site")
    static let xFrameOptions = constant("X-Frame-Options")
    /// Tells a proxy to pass on each event immediately.
    static let xAccelBuffering = constant("X-Accel-Buffering")

    /// Creates a name from one of this file's constants, which are all valid.
    private static func constant(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is not the name of a header field") }
        return name
    }
}
