// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Whether the kernel of this machine has Bluetooth; script/guest has one that does.
private let hasBluetooth: Bool = {
    let descriptor = socket(AF_BLUETOOTH, Int32(SOCK_STREAM.rawValue), 3)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
}()

/// A Bluetooth receiver on a machine without Bluetooth.
@Suite(.enabled(if: !hasBluetooth, "this machine has Bluetooth")) struct BluetoothTests {
    private func configuration(_ more: String, end: String = "}") throws -> TemporaryFile {
        try TemporaryFile(
            """
            receivers:
              - { id: rover, driver: bluetooth-rfcomm, config: { address: "00:1D:43:5F:A0:2C"\(more) \(end) }
            listen: { gpsd: ["127.0.0.1:0"], http: "" }

            """, suffix: ".yaml")
    }

    private let words = "rover: connecting: 00:1D:43:5F:A0:2C: no Bluetooth: the kernel"

    @Test(arguments: ["in-process", "process"])
    func `it is told in one line, and the daemon waits for it`(_ isolation: String) throws {
        let file = try configuration("}, isolation: \(isolation)", end: "")
        let daemon = try RunningProgram(try Program.gateway, ["run", "--config", file.path])
        try daemon.wait(for: words)
        // It is looked for every two seconds.
        sleep(5)
        #expect(daemon.messages.ranges(of: "no Bluetooth: the kernel").count == 1, "\(daemon.messages)")
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
    }

    @Test func `where it is not to wait the daemon ends with the reason`() throws {
        let file = try configuration(", without_adapter: exit")
        let result = try Program.run("run", "--config", file.path)
        #expect(result.status == 69)
        #expect(result.messages.contains("rover: 00:1D:43:5F:A0:2C: no Bluetooth: the kernel"), "\(result.messages)")
    }

    @Test func `a section that is wrong is told with its place before anything starts`() throws {
        let file = try configuration(", channel: 31, adaptor: hci0")
        let result = try Program.run("run", "--config", file.path)
        #expect(result.status == 78)
        #expect(
            result.messages.contains("config.channel: 31") && result.messages.contains("adaptor"), "\(result.messages)")
    }
}
