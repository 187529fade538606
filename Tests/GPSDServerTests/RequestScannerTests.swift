// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GPSDServer

@Suite("The bytes of a client")
struct RequestScannerTests {
    private func scan(_ text: some Sequence<UInt8>) -> [RequestScanner.Event] {
        var scanner = RequestScanner()
        return text.compactMap { scanner.consume($0) }
    }

    private func requests(_ text: String) -> [String] {
        scan(text.utf8).map { event in
            switch event {
            case .request(let bytes): String(decoding: bytes, as: UTF8.self)
            case .tooLong: "too long"
            }
        }
    }

    @Test(
        "are cut at a semicolon, a line end or the closing brace",
        arguments: [
            ("?VERSION;?DEVICES;\r\n", ["?VERSION;", "?DEVICES;"]),
            ("?POLL;\n\n?POLL;", ["?POLL;", "?POLL;"]),
            ("?DEVICES\r\n", ["?DEVICES\n"]),
            (#"?WATCH={"json":true}"#, [#"?WATCH={"json":true}"#]),
            (#"?WATCH={"json":true};"# + "\n?POLL;", [#"?WATCH={"json":true}"#, "?POLL;"]),
            (#"?WATCH={"class":"WATCH", "nmea":true}"#, [#"?WATCH={"class":"WATCH", "nmea":true}"#]),
            (#"?WATCH={"device":"a};\"b"}?POLL;"#, [#"?WATCH={"device":"a};\"b"}"#, "?POLL;"]),
            (#"?WATCH={"json":true;?POLL;"#, [#"?WATCH={"json":true;"#, "?POLL;"]),
            ("?WATCH={\"json\":true\n?POLL;", ["?WATCH={\"json\":true\n", "?POLL;"]),
            ("?WATCH={\"device\":\"x\n?POLL;", ["?WATCH={\"device\":\"x\n", "?POLL;"]),
            ("?WATCH=;?POLL;", ["?WATCH=;", "?POLL;"]),
            (#"?WATCH={"json":true}}}};?POLL;"#, [#"?WATCH={"json":true}"#, "?POLL;"]),
            ("L\nJ=1,W=1,R=1\n?POLL;", ["?POLL;"]),
            ("hello ?POLL;\n", []),
            ("?WATC", []),
        ])
    func cut(_ text: String, _ expected: [String]) {
        #expect(requests(text) == expected)
    }

    @Test("are found after a line that has no end, where they come by themselves")
    func unendedLine() {
        var scanner = RequestScanner()
        #expect("L".utf8.compactMap { scanner.consume($0) }.isEmpty)
        scanner.endOfRead()
        #expect("?POLL;?WATC".utf8.compactMap { scanner.consume($0) } == [.request(Array("?POLL;".utf8))])
        scanner.endOfRead()
        #expect("H;".utf8.compactMap { scanner.consume($0) } == [.request(Array("?WATCH;".utf8))])
        #expect(String(repeating: "?", count: 5000).utf8.compactMap { scanner.consume($0) } == [.tooLong])
        scanner.endOfRead()
        #expect("?POLL;?POLL;".utf8.compactMap { scanner.consume($0) } == [.request(Array("?POLL;".utf8))])
    }

    @Test("are passed over beyond 4 KiB without an end, up to the next one")
    func tooLong() {
        let long = "?" + String(repeating: "A", count: 5000) + ";?POLL;"
        #expect(requests(long) == ["too long", "?POLL;"])
    }

    @Test("never do harm, whatever they are")
    func random() {
        var random = SystemRandomNumberGenerator()
        let likely = Array(#"?WATCH={"json":true,"device":"};?POLL;DEVICE\[]"#.utf8) + [0x0A, 0x0D, 0x00, 0xFF]
        for _ in 0..<300 {
            let bytes = (0..<2000).map { _ in
                Bool.random(using: &random)
                    ? likely.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
            }
            for event in scan(bytes) {
                guard case .request(let text) = event else { continue }
                #expect(text.first == 0x3F && text.count <= RequestScanner.longest)
                if case .watch(.some(let object)) = Request(text) {
                    var policy = WatchPolicy()
                    _ = policy.apply(object)
                    #expect((0...2).contains(policy.raw))
                }
            }
        }
    }
}
