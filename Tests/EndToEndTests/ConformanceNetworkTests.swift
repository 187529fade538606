// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `drivers check` on drivers over TCP: a server on the loopback stands in for their receiver.
struct ConformanceNetworkTests {
    /// A way in which a driver names its server.
    struct Form: Sendable, CustomTestStringConvertible {
        /// For the compiler.
        var flags: [String] = []
        /// For `drivers check`.
        var options: [String] = []
        /// What the report names as the receiver.
        var receiver: String

        var testDescription: String { receiver }
    }

    static let forms = [
        Form(receiver: "a TCP server as 'host' and 'port'"),
        Form(flags: ["-DPORT_IS_TEXT"], receiver: "a TCP server as 'host' and 'port'"),
        Form(options: ["--config", "{}"], receiver: "a TCP server as 'host' and 'port'"),
        Form(
            flags: [#"-DHOST_KEY="address""#, #"-DPORT_KEY="tcp_port""#],
            options: ["--server-keys", "address,tcp_port"], receiver: "a TCP server as 'address' and 'tcp_port'"),
        Form(flags: [#"-DDEVICE_KEY="device""#], receiver: "a TCP server as 'device'"),
        Form(flags: [#"-DDEVICE_KEY="device""#, #"-DSCHEME="""#], receiver: "a TCP server as 'device'"),
        Form(
            flags: [#"-DDEVICE_KEY="url""#], options: ["--device-key", "url"], receiver: "a TCP server as 'url'"),
    ]

    @Test func `a driver over TCP conforms, and no check that needs its receiver is left out`() throws {
        let driver = try BuiltDriver(source: "tcp", defect: nil)
        let report = try RunningCheck(driver, ["--patience", "5"]).report()
        #expect(report.status == 0 && report.failing.isEmpty, "\(report.failing)")
        #expect(report.skipped == ["write", "probe", "discover"])
    }

    /// Whether the address reaches the driver shows where it must connect, and where it must not be able to.
    @Test func `the settings that name a server lead to the stand-in`() {
        RunningCheck.all(Self.forms, atATime: 3) { form in
            try RunningCheck(
                try BuiltDriver(source: "tcp", defect: nil, flags: form.flags),
                form.options + ["--patience", "5", "--only", "publishes,absent,connect-stop,reconnect"])
        } judge: { form, report in
            #expect(report.status == 0 && report.failing.isEmpty && report.skipped.isEmpty, "\(form): \(report)")
            #expect(report.receiver.hasPrefix(form.receiver), "\(form): \(report)")
        }
    }

    /// A driver with a defect, and what is found of it.
    struct Defect: Sendable {
        var name: String
        /// The checks that are asked for.
        var only: String
        /// The checks that fail, in order.
        var failing: [String]
        /// What is said of each of them.
        var words: [String]
    }

    static let defects = [
        Defect(
            name: "NEVER_RECONNECTS", only: "vanished,reconnect", failing: ["vanished", "reconnect"],
            words: [
                "the driver still runs 10 s after its device disappeared; its last state: 'running'",
                "the driver neither reconnected nor ended within 10 s after its connection was closed",
            ]),
        Defect(
            name: "CONNECTS_ONCE", only: "stop,reconnect", failing: ["reconnect"],
            words: [
                "when created again after its connection was closed: the driver ended before it published anything: "
                    + "lost: 127."
            ]),
        Defect(
            name: "PUBLISHES_AFTER_LOSS", only: "vanished", failing: ["vanished"],
            words: ["the driver published data more than 1 s after its device disappeared"]),
        Defect(
            name: "IGNORES_STOP_WHILE_CONNECTING", only: "stop,connect-stop,connect-limit", failing: ["connect-stop"],
            words: ["still running 2 s after 'stop'"]),
        Defect(
            name: "NO_CONNECT_DEADLINE", only: "stop,connect-stop,connect-limit", failing: ["connect-limit"],
            words: [
                "the driver is still connecting to a server that does not answer after 30 s: set a deadline"
            ]),
        Defect(
            name: "BLOCKS_AT_STOP", only: "stop,early-stop,absent", failing: ["stop"],
            words: ["still running 2 s after 'stop'"]),
        Defect(
            name: "LOOKS_UP_AT_STOP", only: "stop", failing: ["stop"],
            words: ["in 'stop': it hangs: it did not end within 5 s"]
        ),
    ]

    /// Mostly they wait for a limit to pass: several at once.
    @Test func `a broken driver over TCP fails for what is broken, and not for something else`() {
        RunningCheck.all(Self.defects, atATime: 4) { defect in
            try RunningCheck(try BuiltDriver(source: "tcp", defect: defect.name), ["--only", defect.only])
        } judge: { defect, report in
            #expect(report.status == 65, "\(defect.name)")
            #expect(report.failing.map(\.check) == defect.failing, "\(defect.name): \(report.failing)")
            #expect(
                report.failing.first?.reason.contains(defect.words[0]) ?? false, "\(defect.name): \(report.failing)")
            let last = defect.words[defect.words.count - 1]
            #expect(report.failing.last?.reason.contains(last) ?? false, "\(defect.name): \(report.failing)")
        }
    }

    /// Their own time limit for a connection is 10 s.
    @Test func `our drivers of serial ports conform over TCP too`() {
        let checks =
            "stop,silent-stop,early-stop,publishes,restart,vanished,absent,connect-stop,connect-limit,reconnect,noise,"
            + "damage,write,probe"
        RunningCheck.all(["nmea-serial", "ubx"], atATime: 2) { name in
            try RunningCheck(ofOurs: name, ["--tcp", "--patience", "10", "--only", checks])
        } judge: { name, report in
            #expect(report.status == 0 && report.failing.isEmpty && report.skipped.isEmpty, "\(name): \(report)")
            #expect(report.receiver.hasPrefix("a TCP server as 'device'"), "\(name): \(report)")
        }
    }

    @Test(arguments: [
        (["--server-keys", "host"], "--server-keys: give two settings, such as host,port"),
        (["--server-keys", "address,port"], "--server-keys: the driver's schema has no text setting 'address'"),
        (
            ["--server-keys", "host,socket"],
            "--server-keys: the driver's schema has no setting 'socket' that takes a port"
        ),
        (["--tcp"], "--tcp: the driver's schema has no text setting 'device'; see --device-key and --server-keys"),
    ])
    func `settings that a driver does not have are refused by name`(options: [String], words: String) throws {
        let driver = try BuiltDriver(source: "tcp", defect: nil)
        let result = try Program.run(try Program.gateway, ["drivers", "check", driver.path] + options)
        #expect(result.status == 64 && result.messages.contains(words), "\(result.messages)")
    }

    /// `getaddrinfo` cannot be interrupted, and `stop` has 2 s.
    @Test func `a driver over TCP stops while its receiver's name is looked up, by the kit's helper alone`() {
        let config = #"{"host": "receiver.invalid", "port": 2101}"#
        RunningCheck.all([("AWAY", []), ("BLOCKING", ["stop"])], atATime: 2) { defect, _ in
            try RunningCheck(
                try BuiltDriver(source: "tcp", defect: defect), ["--config", config, "--only", "stop"])
        } judge: { expected, report in
            #expect(report.failing.map(\.check) == expected.1, "\(expected): \(report)")
            #expect(report.failing.allSatisfy { $0.reason.contains("still running 2 s after 'stop'") }, "\(report)")
            #expect(report.passed == (expected.1.isEmpty ? ["stop"] : []), "\(expected): \(report)")
        }
    }
}
