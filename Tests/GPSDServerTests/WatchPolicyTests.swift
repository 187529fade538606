// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GPSDServer

@Suite("A WATCH request")
struct WatchPolicyTests {
    private func apply(_ object: String, to policy: inout WatchPolicy) -> String? {
        policy.apply(Array(object.utf8))?.rawValue
    }

    @Test("changes what it names; the rest is kept, reset or switched on")
    func attributes() {
        var policy = WatchPolicy()
        #expect(apply(#"{"json":true,"timing":true,"device":"/dev/x"}"#, to: &policy) == nil)
        #expect(policy.enable && policy.json && policy.timing && policy.device == "/dev/x")
        #expect(apply(#"{ "class" : "WATCH" , "nmea":true, "future":1.5e3, "later":"x" }"#, to: &policy) == nil)
        #expect(policy.enable && policy.json && policy.nmea && !policy.timing && policy.device == nil)
        #expect(apply(#"{"enable":false}"#, to: &policy) == nil)
        #expect(!policy.enable && policy.json)
        #expect(apply("{}", to: &policy) == nil)
        #expect(policy.enable)
    }

    @Test(
        "takes true for 0 where a number is due",
        arguments: [
            ("true", 0), ("0", 0), ("1", 1), ("2.7", 2), ("99999999999999999999", 2), ("-1", 0),
        ])
    func raw(_ token: String, _ value: Int) {
        var policy = WatchPolicy()
        #expect(apply(#"{"raw":\#(token)}"#, to: &policy) == nil)
        #expect(policy.raw == value)
    }

    @Test(
        "that is not understood says why, and keeps what came before",
        arguments: [
            (#""enable":"true""#, "saw quoted value when expecting nonstring"),
            (#""aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa":1"#, "attribute name too long"),
            (#""remark":"\#(String(repeating: "x", count: 600))""#, "string value too long"),
            (#""bar":[1]"#, "saw [ when not expecting array"),
            (#"json:true"#, "non-whitespace when expecting attribute start"),
            (#""nmea":true "raw":2"#, "garbage while expecting comma or } or ]"),
            (#""remark":"x"#, "error while string parsing"),
        ])
    func faults(_ attributes: String, _ reason: String) {
        var policy = WatchPolicy()
        #expect(apply(#"{"json":true,\#(attributes)}"#, to: &policy) == reason)
        #expect(policy.json)
    }

    @Test(
        "changes nothing if its device cannot be read",
        arguments: [
            (#""device":/dev/x"#, "didn't see quoted value when expecting string"),
            (#""device":"\#(String(repeating: "x", count: 600))""#, "string value too long"),
            (#""device":"x"#, "error while string parsing"), (#""device":"\x""#, "error while string parsing"),
            (#""device":"\u12""#, "error while string parsing"), (#""device":"\u+123""#, "error while string parsing"),
            (#""device":"\ud83d""#, "error while string parsing"),
            (#""device":"\ud83d\u0041""#, "error while string parsing"),
            (#""device":"\ude00""#, "error while string parsing"),
            (#""\u0064evice":5"#, "didn't see quoted value when expecting string"),
            (#""bar":[1],"device":"/dev/x""#, "saw [ when not expecting array"),
        ])
    func unreadDevice(_ attributes: String, _ reason: String) {
        var policy = WatchPolicy()
        #expect(apply(#"{"nmea":true,"device":"/dev/y"}"#, to: &policy) == nil)
        let before = policy
        #expect(apply(#"{"json":true,\#(attributes)}"#, to: &policy) == reason)
        #expect(policy == before)
    }

    @Test(
        "may escape any character of its texts",
        arguments: [
            (#"\/dev\/ttyACM0"#, "/dev/ttyACM0"), (#"\u002fdev\u002FttyACM0"#, "/dev/ttyACM0"), (#"\"\\"#, "\"\\"),
            (#"\b\f\n\r\t"#, "\u{8}\u{C}\n\r\t"), (#"Empf\u00e4nger"#, "Empfänger"), (#"\ud83d\ude00"#, "😀"),
        ])
    func escapes(_ text: String, _ device: String) {
        var policy = WatchPolicy()
        #expect(apply(#"{"\u0064evice":"\#(text)"}"#, to: &policy) == nil)
        #expect(policy.device == device)
    }

    @Test("without an object is none")
    func noObject() {
        var policy = WatchPolicy()
        #expect(apply(";", to: &policy) == "non-whitespace when expecting object start")
    }

    @Test(
        "and the others are told apart",
        arguments: [
            ("?VERSION;", Request.version), ("?DEVICES\n", .devices), ("?POLL;", .poll), ("?DEVICE;", .device(nil)),
            ("?WATCH;", .watch(nil)), ("?WATCH={}", .watch(Array("{}".utf8))), ("?WATCH\n", .watch(nil)),
            ("?watch;", .unknown("?watch;")), ("?POLLED;", .unknown("?POLLED;")), ("?\n", .unknown("?\n")),
        ])
    func requests(_ text: String, _ request: Request) {
        #expect(Request(Array(text.utf8)) == request)
    }
}
