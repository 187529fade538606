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
}
