// SPDX-License-Identifier: Apache-2.0

import BackOffice
import Foundation
import Testing

@Suite struct BackOfficeServerTests {
    @Test(
        arguments: [
            ("https://office.example", "https://office.example/"),
            ("HTTPS://Office.Example/Egnss", "https://office.example/Egnss/"),
            ("https://office.example:8443/a/b/", "https://office.example:8443/a/b/"),
            ("https://[2001:DB8::1]/", "https://[2001:db8::1]/"),
            ("https://bücher.example", "https://bücher.example/"),
            ("https://xn--bcher-kva.example/x", "https://xn--bcher-kva.example/x/"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/"),
            ("http://127.255.30.4/x", "http://127.255.30.4/x/"),
            ("http://[::1]:80", "http://[::1]:80/"),
            ("HTTP://LOCALHOST:1/a", "http://localhost:1/a/"),
        ])
    func `an address is normalised`(text: String, address: String) {
        #expect(BackOfficeServer.problem(text) == nil)
        #expect(BackOfficeServer(text)?.address == address)
        #expect(BackOfficeServer(address)?.address == address)
    }

    @Test(
        arguments: [
            "", "office.example", "ftp://office.example", "https://", "https:///path", "https://:443/",
            "https://user:secret@office.example/", "https://user@office.example/", "https://office.example/?a=b",
            "https://office.example?a", "https://office.example/#a", "https://office.example#a",
            "https://office.example:0/", "https://office.example:65536/", "https://office.example:/",
            "https://office.example:8a/", "https://office example/", "https://office.example/\n",
            "https://office.example\u{0}/", "https://office.example/ü", "https://office.example\u{FF0F}@other.example/",
            "https://a\u{2100}b.example/", "https://office.example/\u{301}", "https://office.example:\u{301}80/",
            "https://[::1/", "https://" + String(repeating: "a", count: 2000),
        ])
    func `other texts are refused`(text: String) {
        #expect(BackOfficeServer.problem(text) != nil)
        #expect(BackOfficeServer(text) == nil)
        #expect(BackOfficeServer.problem(text)?.contains("secret") != true)
    }

    @Test(
        arguments: [
            "office.example", "192.168.1.5", "127.0.0.1.example", "127.0.0.1@office.example", "localhost.example",
            "127.0.0.256", "127.0.0.08", "127.1", "127.0.0.", "128.0.0.1", "[::2]", "[::1%25eth0]",
            "\u{FF4C}ocalhost", "127.0.0.\u{661}", "[::1]\u{301}.example", "localhost:\u{301}80",
        ])
    func `a password is sent without encryption only to this machine`(host: String) {
        #expect(BackOfficeServer("http://\(host)/") == nil)
    }

    @Test func `the name of a call takes the place of the star`() throws {
        let server = try #require(BackOfficeServer("https://office.example/egnss"))
        #expect(BackOfficePath.known.map(\.text) == ["ws/comm_*.php", "comm_*", "egnss4allservices/comm_*.php"])
        let addresses = BackOfficePath.known.map { server.address(.recordedPaths(person: "10"), at: $0) }
        #expect(
            addresses == [
                "https://office.example/egnss/ws/comm_get_paths.php", "https://office.example/egnss/comm_get_paths",
                "https://office.example/egnss/egnss4allservices/comm_get_paths.php",
            ])
        #expect(BackOfficePath("*")?.text == "*" && BackOfficePath("a/b.c/~*-1")?.text == "a/b.c/~*-1")
    }

    @Test(
        arguments: [
            "", "ws/comm.php", "a*b*", "/ws/*", "ws//*", "../*", "ws/./*", "ws/*/", "ws/*?a", "ws/*#a", "w s/*",
            "ws/ü*", "ws/%2e%2e/*", "https://*", "*" + String(repeating: "a", count: 200),
        ])
    func `other places are refused`(text: String) throws {
        #expect(BackOfficePath.problem(text) != nil)
        #expect(BackOfficePath(text) == nil)
        let json = try JSONEncoder().encode([text])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([BackOfficePath].self, from: json) }
    }

    @Test func `a place is stored as its text`() throws {
        let json = try JSONEncoder().encode(BackOfficePath.known)
        #expect(try JSONDecoder().decode([String].self, from: json) == BackOfficePath.known.map(\.text))
        #expect(try JSONDecoder().decode([BackOfficePath].self, from: json) == BackOfficePath.known)
    }
}
