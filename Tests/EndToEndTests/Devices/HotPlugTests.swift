// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The daemon without a configuration on a machine whose devices come and go.
@Suite(.serialized, .enabled(if: Machine.isThere, "umockdev is not installed (script/bootstrap --test)"))
struct HotPlugTests {
    private func machine(_ port: Int, _ more: String = "") throws -> Machine {
        let machine = try Machine()
        let file = try TemporaryFile("listen: { gpsd: [\"127.0.0.1:\(port)\"] }\n\(more)", suffix: ".yaml")
        try machine.start("run", "--config", file.path, "--log-level", "debug")
        try withExtendedLifetime(file) { try machine.wait(for: "start: ready") }
        return machine
    }

    @Test func `without a receiver it runs and says what to do`() throws {
        let machine = try machine(try Program.freePort())
        try machine.wait(for: "no receiver found yet: plug one in; 'gnss-gateway doctor' shows")
        #expect(try machine.command("signal 15") == "0")
    }

    @Test func `what is plugged in is listened to when it may be a receiver, and never written to`() throws {
        let machine = try machine(try Program.freePort(), "discovery: { ignore: [\"usb:1546:01a9:SECRET\"] }")
        try machine.plug("ttyACM0", serial: "A1", port: "1-1")
        try machine.wait(for: "listening on /dev/ttyACM0 (u-blox 9)")
        try machine.command("plug ttyUSB0 10c4 ea60 0001 1-2 'Zigbee Dongle'")
        try machine.wait(for: "/dev/ttyUSB0 (Zigbee Dongle) is left alone: it identifies itself as Zigbee Dongle")
        try machine.command("plug ttyACM1 2341 0043 X9 1-3 'Arduino Uno'")
        try machine.wait(for: "/dev/ttyACM1 (Arduino Uno) is left alone: Arduino board: opening it could disturb it")
        try machine.plug("ttyACM2", serial: "SECRET", port: "1-4")
        try machine.wait(for: "/dev/ttyACM2 (u-blox 9) is left alone: it is listed in discovery.ignore")
        try machine.wait(for: "/dev/ttyACM0 (u-blox 9): ")
        #expect(try machine.command("sent ttyACM0") == "0")
        #expect(!machine.messages.contains("listening on /dev/ttyUSB0"))
        #expect(!machine.messages.contains("listening on /dev/ttyACM1"))
        #expect(!machine.messages.contains("listening on /dev/ttyACM2"))
    }

    @Test func `the device of a receiver that a command stopped stays unopened`() throws {
        let machine = try machine(
            try Program.freePort(),
            """
            receivers:
              - { id: rover, driver: nmea-serial, config: { device: "usb:1546:01a9:A1" } }
            discovery: { enabled: true }
            """)
        try machine.plug("ttyACM0", serial: "A1", port: "1-1")
        let stop = try PlainHTTP.request(
            "POST", "/v1/receivers/rover/stop", headers: [:], body: "", socket: machine.socket)
        #expect(stop.status == 200, "\(stop.text)")
        // Discovery looks at all devices, in the order of their nodes, when one of them appears.
        try machine.plug("ttyACM1", serial: "B2", port: "1-2")
        try machine.wait(for: "listening on /dev/ttyACM1 (u-blox 9)")
        #expect(!machine.messages.contains("listening on /dev/ttyACM0"))
        #expect(!machine.messages.contains("/dev/ttyACM0 is in use"))
    }

    @Test func `a found receiver whose id the configuration takes runs under another id at once`() throws {
        let machine = try Machine()
        let listen = "listen: { gpsd: [\"127.0.0.1:\(try Program.freePort())\"] }\n"
        let file = try TemporaryFile(listen, suffix: ".yaml")
        try machine.start("run", "--config", file.path)
        try machine.wait(for: "start: ready")
        try machine.plug("ttyACM0", serial: "A1", port: "1-1")
        try machine.command("send ttyACM0 52.4")
        try machine.wait(for: "found receiver u-blox-9-A1: /dev/ttyACM0")
        let receiver = "{ id: u-blox-9-A1, driver: file-simulator, config: { scenario: drive } }"
        try Data("\(listen)discovery: { enabled: true }\nreceivers: [\(receiver)]\n".utf8)
            .write(to: URL(filePath: file.path))
        func ask(_ method: String, _ path: String) throws -> PlainHTTP.Answer {
            try PlainHTTP.request(method, path, headers: [:], body: "", socket: machine.socket)
        }
        let reload = try ask("POST", "/v1/reload")
        #expect(reload.status == 204, "\(reload.text)")
        for (id, origin) in [("u-blox-9-A1-2", "found"), ("u-blox-9-A1", "configured")] {
            try eventually("\(id) does not run: \(machine.messages.suffix(4000))") {
                let report = try ask("GET", "/v1/receivers/\(id)").json
                return report["state"] as? String == "running" && report["origin"] as? String == origin
            }
        }
    }

    @Test func `a found receiver that stops sending NMEA gets the driver for UBX`() throws {
        let machine = try machine(try Program.freePort())
        try machine.plug("ttyACM0", serial: "A1", port: "1-1")
        try machine.command("send ttyACM0 52.4")
        try machine.wait(for: "found receiver u-blox-9-A1: /dev/ttyACM0")
        let mark = machine.mark
        try machine.command("binary ttyACM0 52.4")
        // As a set-up does, so that the driver looks at the line again at once.
        for command in ["stop", "start"] {
            let answer = try PlainHTTP.request(
                "POST", "/v1/receivers/u-blox-9-A1/\(command)", headers: [:], body: "", socket: machine.socket)
            #expect(answer.status == 200, "\(answer.text)")
        }
        try machine.wait(for: "found receiver u-blox-9-A1: /dev/ttyACM0", after: mark)
        try eventually("it does not run: \(machine.messages.suffix(4000))") {
            let report = try PlainHTTP.request(
                "GET", "/v1/receivers/u-blox-9-A1", headers: [:], body: "", socket: machine.socket
            ).json
            return report["state"] as? String == "running" && report["driver"] as? String == "ubx"
        }
    }

    @Test func `devices that come, go and change their names are followed`() throws {
        let machine = try machine(try Program.freePort())
        for node in ["ttyACM0", "ttyACM1", "ttyACM2"] {
            let mark = machine.mark
            try machine.plug(node, serial: "A1", port: "1-1")
            try machine.wait(for: "listening on /dev/\(node) (u-blox 9)", after: mark)
            try machine.wait(for: "/dev/\(node) (u-blox 9): ", after: mark)
            try machine.command("unplug \(node)")
        }
        #expect(try machine.command("signal 15") == "0")
    }
}
