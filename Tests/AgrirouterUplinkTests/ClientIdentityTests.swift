// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import AgrirouterUplink
import GNSSTypes
import Testing

@Suite struct ClientIdentityTests {
    @Test func `an identity prints without its key`() {
        let time = UTCTime(nanosecondsSince1970: 0)
        let identity = ClientIdentity(
            certificate: "", key: Confidential("very private"), name: "a", notBefore: time, notAfter: time)
        #expect(!"\(identity)".contains("private"))
        #expect(!String(reflecting: identity).contains("private"))
    }
}
