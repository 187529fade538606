// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConfigurationFile

struct ListenAddressTests {
    @Test(
        "Addresses and host names with a port are read and printed the same",
        arguments: [
            ("127.0.0.1:2947", "127.0.0.1", 2947), ("[::1]:2947", "::1", 2947), ("0.0.0.0:0", "0.0.0.0", 0),
            ("[::]:65535", "::", 65535), ("localhost:1", "localhost", 1),
            ("gw-1.example.org:80", "gw-1.example.org", 80),
            ("[2001:db8::192.0.2.1]:2947", "2001:db8::192.0.2.1", 2947), ("3com.com:9", "3com.com", 9),
        ])
    func read(_ text: String, _ host: String, _ port: UInt16) {
        #expect(ListenAddress(text) == ListenAddress(host: host, port: port))
        #expect(ListenAddress(text)?.description == text)
        #expect(ListenAddress.problem(of: text) == nil)
    }

    @Test(
        "What is no address is refused with the reason",
        arguments: [
            ("", "has no port"), ("2947", "has no port"), ("127.0.0.1", "has no port"),
            ("127.0.0.1:", "has no port (0...65535) after its last colon"),
            ("127.0.0.1:65536", "has the port 65536; the maximum is 65535"),
            ("127.0.0.1:99999", "has the port 99999; the maximum is 65535"),
            ("http://127.0.0.1:8947", "starts like a URL, with http://: write 127.0.0.1:8947"),
            ("https://gw:8947/console/", "starts like a URL, with https://: write gw:8947"),
            ("http://gw", "starts like a URL, with http://: give only the address and the port"),
            ("127.0.0.1:-1", "has no port (0...65535) after its last colon"),
            ("127.0.0.1:+1", "has no port (0...65535) after its last colon"),
            ("127.0.0.1:٣", "has no port (0...65535) after its last colon"),
            ("127.0.0.1:00000000001", "has no port (0...65535) after its last colon"),
            ("[::1]", "has no port (0...65535) after its last colon"),
            (":2947", "has no address: write 0.0.0.0 or [::] for all"),
            ("*:2947", "has no address: write 0.0.0.0 or [::] for all"),
            ("::1:2947", "has an IPv6 address without brackets: write [address]:port"),
            ("[127.0.0.1]:2947", "has no IPv6 address in its brackets"),
            ("[]:1", "has no IPv6 address in its brackets"),
            ("127.0.0.256:1", "has neither an IP address nor a host name before its port"),
            ("127.1:1", "has neither an IP address nor a host name before its port"),
            ("-a:1", "has neither an IP address nor a host name before its port"),
            ("a..b:1", "has neither an IP address nor a host name before its port"),
            ("a b:1", "has neither an IP address nor a host name before its port"),
            ("127.0.0.1\0:1", "has neither an IP address nor a host name before its port"),
        ])
    func refuse(_ text: String, _ problem: String) {
        #expect(ListenAddress.problem(of: text) == problem)
        #expect(ListenAddress(text) == nil)
    }
}
