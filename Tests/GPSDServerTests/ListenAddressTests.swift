// SPDX-License-Identifier: Apache-2.0

import GPSDServer
import Testing

@Suite("An address to listen on")
struct ListenAddressTests {
    @Test("is read as it is written", arguments: ["127.0.0.1:2947", "[::1]:2947", "[::]:0", "localhost:65535"])
    func roundTrip(_ text: String) throws {
        #expect(try #require(ListenAddress(text)).description == text)
    }

    @Test(
        "has gpsd's port where none is given",
        arguments: [("127.0.0.1", "127.0.0.1"), ("[::1]", "::1"), ("::1", "::1")])
    func defaultPort(_ text: String, _ host: String) {
        #expect(ListenAddress(text) == ListenAddress(host: host, port: 2947))
    }

    @Test(
        "is refused where it is none",
        arguments: ["", ":2947", "host:", "host:65536", "host:-1", "[::1", "[]:1", "[::1]x"])
    func refused(_ text: String) {
        #expect(ListenAddress(text) == nil)
    }
}
