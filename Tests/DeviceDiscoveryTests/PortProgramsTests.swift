// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import DeviceDiscovery

struct PortProgramsTests {
    @Test func `who has a device open is told by name, this program left out`() async throws {
        let own = try #require(FileHandle(forReadingAtPath: "/dev/full"))
        #expect(!PortPrograms.look().holders(of: "/dev/full").contains { $0.pid == getpid() }, "ours does not count")
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/bin/sleep")
        child.arguments = ["60"]
        child.standardInput = own
        try child.run()
        defer { child.terminate() }
        let expected = RunningProcess(pid: child.processIdentifier, name: "sleep")
        let deadline = ContinuousClock.now.advanced(by: .seconds(60))
        // Between fork and exec it still has our name.
        while !PortPrograms.look().holders(of: "/dev/full").contains(expected) {
            try #require(ContinuousClock.now < deadline, "the holder was never found")
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    @Test func `programs that take ports are told where nothing keeps them off`() throws {
        var facts = Devices.ublox("ttyACM0")
        facts.marks.isTakenByBrltty = true
        facts.marks.wantedService = "gpsdctl@ttyACM0.service"
        let likely = PortPrograms().likelyGrabbers(of: try Devices.device(facts))
        #expect(likely.count == 2)
        #expect(likely.first?.contains("sudo systemctl mask --now brltty.service brltty-udev.service") == true)
        #expect(likely.last?.contains("gpsdctl@ttyACM0.service") == true)
    }
}
