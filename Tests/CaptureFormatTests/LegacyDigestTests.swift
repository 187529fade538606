// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CaptureFormat

@Suite struct LegacyDigestTests {
    /// A vector that was made by the published back office's own formula, with a made-up secret.
    @Test func `the digest is that of the back offices`() {
        let digest = LegacyDigest.text(
            of: [0xFF, 0xD8, 0xFF, 0xD9], created: "2026-01-20T10:11:12.000Z", user: "10", secret: "example-secret")
        #expect(digest == "f0cfe86aac7ebf1bf1832c03d3640a3067dbdb0148ad21d095e9c644fd6ef74d")
    }
}
