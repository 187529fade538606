// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Searches for receivers over the control interface of a daemon, beside a bluetoothd that is made up.
@Suite(
    .serialized,
    .enabled(
        if: FalseBlueZ.isThere && Program.installed("curl") != nil,
        "dbus-run-session, python3-gi or curl is not installed (script/bootstrap --test)"))
struct SearchTests {
    private func run(_ behaviour: String, _ commands: String) throws -> Program.Result {
        try FalseBlueZ.runDaemon(behaviour, commands)
    }

    private func count(_ words: String, _ end: Program.Result) -> Int { end.messages.ranges(of: words).count }

    @Test func `a search goes on by itself, tells what it found so far, and is kept`() throws {
        let end = try run(
            "plain",
            """
            ask POST searches '{"seconds":3}'; await searches/1 HC-05; ask GET searches/1
            await searches/1 finished; ask GET searches/1; ask GET searches; ask DELETE searches/1; ask GET searches/1
            """)
        let lines = end.lines
        try #require(lines.count == 12, "\(end.output) \(end.messages)")
        let begun = try object(lines[0])
        #expect(lines[1] == "202" && begun["state"] as? String == "running" && begun["id"] as? Int == 1)
        let middle = try object(lines[2])
        #expect(middle["state"] as? String == "running" && (middle["devices"] as? [Any])?.count == 2, "\(lines[2])")
        let last = try object(lines[4])
        #expect(last["state"] as? String == "finished" && (last["elapsed_s"] as? Double ?? 0) >= 3, "\(lines[4])")
        let first = (last["devices"] as? [[String: Any]])?.first
        #expect(first?["address"] as? String == "00:1D:43:5F:A0:2C" && first?["rssi_dbm"] as? Int == -61)
        #expect(lines[6].hasPrefix("[{") && lines[9] == "200" && lines[11] == "404")
        #expect(count("bluez: StartDiscovery", end) == 1 && count("bluez: StopDiscovery", end) == 1)
    }

    @Test func `one search at a time, and the radio is at rest once it is ended`() throws {
        let end = try run(
            "plain",
            """
            ask POST searches '{"seconds":100}'; ask POST searches; ask POST 00:1D:43:5F:A0:2C/pair
            await searches/1 HC-05; ask DELETE searches/1; echo ENDED >&2; ask POST searches '{"seconds":1}'
            """)
        let lines = end.lines
        try #require(lines.count == 10, "\(end.output) \(end.messages)")
        #expect([lines[1], lines[3], lines[5], lines[7], lines[9]] == ["202", "409", "409", "200", "202"])
        #expect(lines[2].contains("search 1 is still running") && lines[2].contains("\"code\":\"busy\""))
        #expect(lines[6].contains("\"state\":\"cancelled\"") && lines[6].contains("HC-05"), "\(lines[6])")
        let before = end.messages.split(separator: "ENDED").first ?? ""
        #expect(before.contains("bluez: StopDiscovery"), "\(end.messages)")
    }

    @Test func `nothing that reads makes the radio search, and the network needs the token for it`() throws {
        let end = try run(
            "plain",
            """
            for path in scan 'scan?transport=bluetooth&seconds=1' searches searches/1 searches/start; do
                ask GET "$path" | tail -1; net GET "$path" | tail -1
            done
            net POST searches | tail -1; net DELETE searches/1 | tail -1
            """)
        let expected = ["404", "404", "404", "404", "200", "200", "404", "404", "404", "404", "401", "401"]
        #expect(end.lines.map { String($0.suffix(3)) } == expected, "\(end.output)")
        #expect(count("bluez: StartDiscovery", end) == 0)
    }

    @Test func `an adapter that is off fails the search with its reason, and the command with 69`() throws {
        let end = try run(
            "off",
            """
            ask POST searches | tail -1; await searches/1 failed; ask GET searches/1
            "$gateway" receivers scan --bluetooth; echo $?
            """)
        #expect(end.lines.first == "202" && end.lines.last == "69", "\(end.output)")
        #expect(end.output.contains("\"code\":\"adapter_off\""))
        #expect(end.messages.contains("(adapter_off)"))
    }

    @Test func `the command has the daemon search, and Ctrl-C ends the search there too`() throws {
        let end = try run(
            "plain",
            """
            "$gateway" receivers scan --bluetooth --json --seconds 1; echo $?
            "$gateway" receivers scan --bluetooth --seconds 100 & scan=$!
            await searches/2 HC-05; kill -INT $scan; wait $scan; echo $?
            ask GET searches/2 | head -1
            """)
        let lines = end.lines
        try #require(lines.count == 4, "\(end.output) \(end.messages)")
        #expect(lines[0].contains("00:1D:43:5F:A0:2C") && lines[1] == "0")
        #expect(lines[2] == "130" && lines[3].contains("\"state\":\"cancelled\""), "\(end.output) \(end.messages)")
        #expect(count("bluez: StopDiscovery", end) == 2)
    }
}
