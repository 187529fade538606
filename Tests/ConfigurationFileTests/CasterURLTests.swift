// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConfigurationFile

@Suite struct CasterURLTests {
    @Test(arguments: [
        ("caster.example", "caster.example", 2101, false), ("caster.example:80", "caster.example", 80, false),
        ("ntrip://caster.example", "caster.example", 2101, false), ("http://10.0.0.1:8080", "10.0.0.1", 8080, false),
        ("https://caster.example", "caster.example", 443, true), ("ntrips://c:2102", "c", 2102, true),
        ("[2001:db8::1]:2101", "2001:db8::1", 2101, false), ("ntrip://[::1]", "::1", 2101, false),
    ])
    func `addresses are read`(text: String, host: String, port: UInt16, isSecure: Bool) throws {
        let address = try #require(CasterURL(text))
        #expect(address.host == host && address.port == port && address.isSecure == isSecure)
        #expect(CasterURL(address.description) == address)
    }

    @Test(arguments: [
        "", "ftp://c", "c:0", "c:65536", "c:x", "c:", "user:secret@c", "c/MOUNT", "c d", "[::1", "::1", "-x", "c\n",
        "c%41",
    ])
    func `what is no address is refused`(text: String) {
        #expect(CasterURL(text) == nil)
        #expect(CasterURL.problem(of: text) != nil)
    }
}
