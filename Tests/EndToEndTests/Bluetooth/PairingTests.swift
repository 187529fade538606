// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The commands for Bluetooth against a bluetoothd that is made up, over a real D-Bus. What a real one does is tested in
/// the guest (`script/guest`); here is what it says when it refuses.
@Suite(.enabled(if: FalseBlueZ.isThere, "dbus-run-session or python3-gi is not installed (script/bootstrap --test)"))
struct PairingTests {
    private static let address = "00:1D:43:5F:A0:2C"

    private func pair(_ behaviour: String, _ more: String...) throws -> Program.Result {
        try FalseBlueZ.run(behaviour, ["receivers", "pair", Self.address] + more)
    }

    @Test func `a scan shows each device once, with a placeholder for a name and none of a name's control characters`()
        throws
    {
        let scan = try FalseBlueZ.run("plain", ["receivers", "scan", "--bluetooth", "--json", "--seconds", "2"])
        #expect(scan.status == 0, "\(scan.messages)")
        let devices = try #require(
            try JSONSerialization.jsonObject(with: Data(scan.output.utf8)) as? [[String: Any]])
        #expect(devices.map { $0["name"] as? String } == ["HC-05[31m", "(no name)"])
        #expect(devices.map { $0["rssi_dbm"] as? Int } == [-61, -61])
        #expect(devices.first?["family"] as? String == "serial module (HC-05, HC-06)")
        #expect(devices.first?["serial_port"] as? Bool == true)
        #expect(devices.first?["paired"] as? Bool == false)
    }

    @Test func `a device that just pairs is paired and trusted`() throws {
        let end = try pair("plain")
        #expect(end.status == 0, "\(end.messages)")
        #expect(end.messages.contains("\(Self.address) is paired"))
        #expect(end.messages.contains("bluez: Trusted = True"))
    }

    @Test func `where they are paired nothing is done`() throws {
        let end = try pair("paired")
        #expect(end.status == 0 && end.messages.contains("is already paired"), "\(end.messages)")
        #expect(!end.messages.contains("bluez: Pair") && !end.messages.contains("bluez: StartDiscovery"))
    }

    @Test func `a device that comes into reach while it is looked for is paired`() throws {
        let end = try pair("absent=later", "--seconds", "60")
        #expect(end.status == 0, "\(end.messages)")
    }

    @Test func `usual PINs are tried only where that was agreed, the family's first, each once`() throws {
        let unasked = try pair("pin=1234")
        #expect(unasked.status == 69 && unasked.messages.contains("(pin_needed)"), "\(unasked.messages)")
        #expect(!unasked.messages.contains("trying"))
        let agreed = try pair("pin=0000", "--default-pins")
        #expect(agreed.status == 0, "\(agreed.messages)")
        let tries = agreed.messages.split(separator: "\n").filter { $0.hasPrefix("trying the PIN") }
        #expect(tries == ["trying the PIN 1234", "trying the PIN 0000"])
        let neither = try pair("pin=8642", "--default-pins")
        #expect(neither.status == 69 && neither.messages.contains("(authentication_failed)"), "\(neither.messages)")
        #expect(neither.messages.split(separator: "\n").filter { $0 == "bluez: Pair" }.count == 2)
    }

    @Test func `the PIN that is given is the only one that is tried`() throws {
        #expect(try pair("pin=8642", "--pin", "8642").status == 0)
        let wrong = try pair("pin=8642", "--pin", "1111")
        #expect(wrong.status == 69 && wrong.messages.contains("rejects the PIN 1111"), "\(wrong.messages)")
        #expect(wrong.messages.split(separator: "\n").filter { $0 == "bluez: Pair" }.count == 1)
    }

    @Test func `a passkey is shown once, for the person to type at the device`() throws {
        let end = try pair("passkey")
        #expect(end.status == 0, "\(end.messages)")
        #expect(end.messages.contains("type 004711 on HC-05"), "\(end.messages)")
    }

    @Test func `a number that nobody can look at is agreed to only with --yes`() throws {
        let alone = try pair("confirm")
        #expect(alone.status == 69 && alone.messages.contains("(cancelled)"), "\(alone.messages)")
        #expect(alone.messages.contains("004711"))
        #expect(try pair("confirm", "--yes").status == 0)
    }

    @Test func `only the device that is to be paired is answered`() throws {
        let end = try pair("stranger", "--pin", "1234")
        #expect(end.status == 69 && !end.messages.contains("trying"), "\(end.messages)")
    }

    @Test(arguments: [
        ("error=AuthenticationRejected", "rejected"), ("error=AuthenticationCanceled", "cancelled"),
        ("error=AuthenticationTimeout", "timed_out"), ("error=AuthenticationFailed", "authentication_failed"),
        ("error=ConnectionAttemptFailed", "unreachable"), ("error=InProgress", "busy"),
        ("error=NotReady", "adapter_off"),
        ("error=DoesNotExist", "not_found"), ("off", "adapter_off"), ("bare", "no_adapter"),
        ("nobody", "no_bluetoothd"),
    ])
    func `each refusal has a code of its own and says what to do`(behaviour: String, code: String) throws {
        let end = try pair(behaviour, "--seconds", "1")
        #expect(end.status == 69 && end.messages.contains("(\(code))"), "\(end.messages)")
        #expect(end.messages.contains(": "), "\(end.messages)")
    }

    @Test func `a system that forbids it is told with what to do and 77`() throws {
        let end = try pair("denied")
        #expect(end.status == 77 && end.messages.contains("(access_denied)"), "\(end.messages)")
        #expect(end.messages.contains("usermod -aG bluetooth"), "\(end.messages)")
    }

    @Test func `what was said to be already paired by bluetoothd meanwhile is good`() throws {
        #expect(try pair("error=AlreadyExists").status == 0)
    }

    @Test func `the bus ends with the program beside it`() throws {
        // The program's parent is bluez.py; the bus is the other child of the session that started both.
        let script = """
            read -r _ _ _ session _ < "/proc/$PPID/stat"
            for pid in $(cat "/proc/$session/task/$session/children"); do
                [[ $pid == "$PPID" ]] || echo "$pid $(tr '\\0' ' ' < "/proc/$pid/cmdline")"
            done
            """
        let end = try FalseBlueZ.run("plain", program: "/bin/bash", ["-c", script])
        let bus = try #require(end.lines.first, "\(end.messages)")
        #expect(end.lines.count == 1 && bus.contains("dbus-daemon"), "\(end.output)")
        let pid = try #require(Int32(bus.prefix { $0 != " " }))
        // A process that has ended has no command any more, also if nothing has asked for its status yet.
        #expect(
            until(20) { (try? String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8))?.isEmpty ?? true })
    }

    @Test func `without a system bus that is told`() throws {
        let process = try RunningProgram(
            try Program.gateway, ["receivers", "pair", Self.address],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
        let end = process.waitForEnd()
        #expect(end.status == 69 && end.messages.contains("(no_bus)"), "\(end.messages)")
    }

    @Test func `what is no address is refused with how one looks`() throws {
        let end = try Program.run("receivers", "pair", "BT-GPS")
        #expect(end.status == 64 && end.messages.contains("00:1D:43:5F:A0:2C"), "\(end.messages)")
    }
}

/// A bluetoothd that is made up (`bluez.py`).
enum FalseBlueZ {
    /// Whether what it needs is installed (Debian: dbus, python3-gi).
    static let isThere: Bool = {
        guard Program.installed("dbus-run-session") != nil,
            let end = try? Program.run("/usr/bin/python3", ["-c", "from gi.repository import Gio"])
        else { return false }
        return end.status == 0
    }()

    /// Runs the gateway beside it.
    static func run(_ behaviour: String, _ arguments: [String]) throws -> Program.Result {
        try run(behaviour, program: try Program.gateway, arguments)
    }

    /// Runs a program beside it.
    static func run(_ behaviour: String, program: String, _ arguments: [String]) throws -> Program.Result {
        try Program.run("/usr/bin/env", try command(behaviour, program) + arguments)
    }

    /// The arguments of `env` that run a program beside it. The session ends its bus with SIGTERM, which the threads of this
    /// process block; a bus that inherited that would run forever.
    private static func command(_ behaviour: String, _ program: String) throws -> [String] {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("bluez.py")
        let session = try #require(Program.installed("dbus-run-session"))
        return [
            "--default-signal=TERM", session, "--", "/usr/bin/python3", script.path, behaviour, program,
        ]
    }

    /// Starts the gateway beside it. Its first line of output is "pid " and its process id.
    static func start(_ behaviour: String, _ arguments: [String], environment: [String: String]) throws
        -> RunningProgram
    {
        let launcher = ["-c", #"echo "pid $$"; exec "$0" "$@""#, try Program.gateway]
        return try RunningProgram(
            "/usr/bin/env", try command(behaviour, "/bin/bash") + launcher + arguments, environment: environment)
    }

    /// Starts a daemon, beside it, runs commands in which `$gateway` is the program and `ask METHOD PATH [BODY]` a request over the
    /// socket, `net METHOD PATH` one over the network without a token, `await PATH WORDS` waits for an answer; ends it.
    private static let session = """
        gateway=$1
        "$gateway" run --config "$2" & daemon=$!
        trap 'kill $daemon; wait $daemon' EXIT
        answers() { curl -s -o /dev/null --unix-socket "$GNSS_GATEWAY_SOCKET" http://gateway/v1/status; }
        for ((i = 0; i < 600; i++)); do answers && break; sleep 0.1; done
        ask() {
            curl -s -w '%{http_code}\\n' --unix-socket "$GNSS_GATEWAY_SOCKET" -X "$1" ${3:+-d "$3"} \\
                "http://gateway/v1/receivers/$2"
        }
        net() { curl -s -w '%{http_code}\\n' -X "$1" "http://127.0.0.1:$port/v1/receivers/$2"; }
        await() {
            for ((i = 0; i < 300; i++)); do
                [[ $(ask GET "$1") == *"$2"* ]] && return
                sleep 0.1
            done
        }
        port=$3
        eval "$4"
        """

    static func runDaemon(_ behaviour: String, _ commands: String) throws -> Program.Result {
        let port = try Program.freePort()
        let file = try TemporaryFile(
            "listen: { gpsd: [\"127.0.0.1:0\"], http: \"127.0.0.1:\(port)\" }\ndiscovery: { enabled: false }\n"
                + "receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive } }]\n", suffix: ".yaml")
        return try run(
            behaviour, program: "/bin/bash",
            ["-c", Self.session, "session", try Program.gateway, file.path, "\(port)", commands])
    }
}
