// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Scanning, pairing and testing over the control interface of a daemon, beside a bluetoothd that is made up.
@Suite(
    .enabled(
        if: FalseBlueZ.isThere && Program.installed("curl") != nil,
        "dbus-run-session, python3-gi or curl is not installed (script/bootstrap --test)"))
struct PairingRoutesTests {
    private static let address = "00:1D:43:5F:A0:2C"

    /// Starts a daemon, makes each request, and ends the daemon: a line of JSON and the status for each request.
    private static let session = """
        "$1" run --config "$2" & daemon=$!
        trap 'kill $daemon; wait $daemon' EXIT
        shift 2
        answers() { curl -s -o /dev/null --unix-socket "$GNSS_GATEWAY_SOCKET" http://gateway/v1/status; }
        for ((i = 0; i < 600; i++)); do answers && break; sleep 0.1; done
        for request in "$@"; do
            read -r method path body <<<"$request"
            curl -s -w '%{http_code}\n' --unix-socket "$GNSS_GATEWAY_SOCKET" -X "$method" ${body:+-d "$body"} \
                "http://gateway/v1/receivers/$path"
        done
        """

    private func answers(_ behaviour: String, _ requests: String...) throws -> [(status: Int, body: Any)] {
        let file = try TemporaryFile("listen: { gpsd: [\"127.0.0.1:0\"], http: \"\" }\n", suffix: ".yaml")
        let end = try FalseBlueZ.run(
            behaviour, program: "/bin/bash",
            ["-c", Self.session, "session", try Program.gateway, file.path] + requests)
        let lines = end.lines
        try #require(lines.count == 2 * requests.count, "\(end.output) \(end.messages)")
        return try stride(from: 0, to: lines.count, by: 2).map { index in
            (
                try #require(Int(lines[index + 1])),
                try JSONSerialization.jsonObject(with: Data(lines[index].utf8))
            )
        }
    }

    @Test func `a pairing that is refused names its reason`() throws {
        let answers = try answers(
            "pin=8642", "POST \(Self.address)/pair",
            #"POST \#(Self.address)/pair {"pin":"1111"}"#, #"POST \#(Self.address)/pair {"pin":"8642"}"#,
            #"POST \#(Self.address)/pair {"pin":"8642"}"#)
        let results = answers.map { $0.body as? [String: Any] }
        #expect(answers.map(\.status) == [409, 409, 200, 200])
        #expect(results[0]?["code"] as? String == "pin_needed")
        #expect(results[1]?["code"] as? String == "authentication_failed")
        #expect((results[1]?["detail"] as? String)?.contains("rejects the PIN 1111") == true)
        #expect(results[2]?["was_paired"] as? Bool == false && results[3]?["was_paired"] as? Bool == true)
    }

    @Test func `what is wrong with a request is told, and a test tells how far it came`() throws {
        let answers = try answers(
            "off", #"POST searches {"transport":"usb"}"#, #"POST searches {"seconds":0}"#, "GET scan",
            "POST nonsense/pair",
            #"POST \#(Self.address)/pair {"pin":""}"#, "POST nobody/test", "POST \(Self.address)/test?seconds=1")
        #expect(answers.map(\.status) == [400, 400, 404, 400, 400, 404, 200])
        let trial = try #require(answers[6].body as? [String: Any])
        #expect(trial["verdict"] as? String == "not_connected")
        #expect((trial["steps"] as? [[String: Any]])?.first?["result"] as? String == "failed")
    }

    /// The objects among the answers of a daemon's session.
    private func states(_ end: Program.Result) throws -> [[String: Any]] {
        try end.lines.filter { $0.hasPrefix("{") }.map { try object($0) }
    }

    private func statuses(_ end: Program.Result) -> [Int] { end.lines.compactMap { Int($0) } }

    @Test func `a person compares the number, and only the number that is shown counts`() throws {
        let end = try FalseBlueZ.runDaemon(
            "confirm",
            """
            ask POST \(Self.address)/pair '{"interactive":true}'; await pairings/1 confirm; ask GET pairings/1
            ask POST pairings/1 '{"pin":"0000"}'; ask POST pairings/1 '{"agrees":true,"number":"004712"}'
            ask POST searches; net GET pairings/1
            ask POST pairings/1 '{"agrees":true,"number":"004711"}'; await pairings/1 paired; ask GET pairings/1
            ask POST pairings/1 '{"agrees":true,"number":"004711"}'; ask GET pairings/2; ask GET pairings/x
            """)
        #expect(statuses(end) == [202, 200, 400, 409, 409, 401, 200, 200, 409, 404, 404], "\(end.output)")
        let states = try states(end)
        #expect(states[0]["id"] as? Int == 1 && states[0]["address"] as? String == Self.address)
        #expect(states[1]["state"] as? String == "confirm" && states[1]["number"] as? String == "004711")
        let left = try #require(states[1]["seconds_left"] as? Double)
        #expect(left > 30 && left <= 60)
        #expect(states[7]["state"] as? String == "paired" && states[7]["was_paired"] as? Bool == false)
        #expect(states[7]["number"] == nil && states[7]["seconds_left"] == nil)
        // Nothing but the person's answer agreed.
        #expect(end.messages.ranges(of: "bluez: Pair\n").count == 1)
    }

    @Test func `a number that is not the same, and an end by the person, pair nothing`() throws {
        let end = try FalseBlueZ.runDaemon(
            "confirm",
            """
            ask POST \(Self.address)/pair '{"interactive":true}'; await pairings/1 confirm
            ask POST pairings/1 '{"agrees":false}'; await pairings/1 cancelled; ask GET pairings/1
            ask POST \(Self.address)/pair '{"interactive":true}'; await pairings/2 confirm
            ask DELETE pairings/2; ask GET pairings/2; ask POST \(Self.address)/pair '{"agrees":true}'
            """)
        let states = try states(end)
        #expect(states[2]["state"] as? String == "cancelled", "\(end.output)")
        #expect((states[2]["error"] as? [String: Any])?["code"] as? String == "cancelled")
        #expect(states[4]["state"] as? String == "cancelled" && states[5]["state"] as? String == "cancelled")
        // The radio is free again at once, and the device was not paired meanwhile.
        #expect(states[6]["was_paired"] as? Bool == false, "\(end.output)")
    }

    @Test func `a person gives the PIN, or the digits that the device shows, and a wrong one is told`() throws {
        let pin = try FalseBlueZ.runDaemon(
            "pin=8642",
            """
            ask POST \(Self.address)/pair '{"interactive":true}'; await pairings/1 '"pin"'
            ask POST pairings/1 '{"pin":""}'; ask POST pairings/1 '{"pin":"12345678901234567"}'
            ask POST pairings/1 '{"pin":"1111"}'; await pairings/1 failed; ask GET pairings/1
            ask POST \(Self.address)/pair '{"interactive":true}'; await pairings/2 '"pin"'
            ask POST pairings/2 '{"pin":"8642"}'; await pairings/2 paired; ask GET pairings/2
            """)
        #expect(statuses(pin) == [202, 400, 400, 200, 200, 202, 200, 200], "\(pin.output)")
        let states = try states(pin)
        #expect((states[4]["error"] as? [String: Any])?["code"] as? String == "authentication_failed")
        #expect(states[7]["state"] as? String == "paired", "\(pin.output)")
        // The PIN is in no answer that comes after it, but in the refusal's text, which names the wrong one.
        #expect(!pin.lines.dropFirst(10).contains { $0.contains("8642") })

        let typed = try FalseBlueZ.runDaemon(
            "typed=000123",
            """
            ask POST \(Self.address)/pair '{"interactive":true}'; await pairings/1 '"passkey"'
            ask POST pairings/1 '{"passkey":"12345"}'; ask POST pairings/1 '{"passkey":"+12345"}'
            ask POST pairings/1 '{"passkey":"000123"}'; await pairings/1 paired; ask GET pairings/1
            """)
        #expect(statuses(typed) == [202, 400, 400, 200, 200], "\(typed.output)")
        #expect(try self.states(typed).last?["state"] as? String == "paired", "\(typed.output)")
    }

    @Test func `digits to type are shown, and a device that never answers is let go`() throws {
        let shown = try FalseBlueZ.runDaemon(
            "passkey=slow",
            """
            ask POST \(Self.address)/pair '{"interactive":true}'; await pairings/1 show; ask GET pairings/1
            await pairings/1 paired; ask GET pairings/1
            """)
        #expect(try states(shown)[1]["number"] as? String == "004711", "\(shown.output)")
        #expect(try states(shown).last?["state"] as? String == "paired", "\(shown.output)")
        let end = try FalseBlueZ.runDaemon(
            "never",
            """
            ask POST \(Self.address)/pair '{"interactive":true}'; ask POST \(Self.address)/pair '{"interactive":true}'
            ask DELETE pairings/1; ask POST searches '{"seconds":1}'
            """)
        #expect(statuses(end) == [202, 409, 200, 202], "\(end.output)")
        #expect(try states(end)[2]["state"] as? String == "cancelled", "\(end.output)")
        #expect(end.messages.contains("bluez: CancelPairing"))
    }

    @Test func `a pairing that is ended before the device was found ends at once, and the radio is free`() throws {
        let end = try FalseBlueZ.runDaemon(
            "absent",
            """
            ask POST \(Self.address)/pair '{"interactive":true,"seconds":100}'; ask DELETE pairings/1
            ask POST searches '{"seconds":1}'
            """)
        #expect(statuses(end) == [202, 200, 202], "\(end.output)")
        #expect(try states(end)[1]["state"] as? String == "cancelled", "\(end.output)")
    }
}
