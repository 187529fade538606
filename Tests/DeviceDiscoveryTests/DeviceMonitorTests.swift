// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import DeviceDiscovery

/// On whatever machine this is: its real devices are listed, never opened.
struct DeviceMonitorTests {
    @Test func `virtual consoles and pseudo-terminals are no serial devices`() throws {
        for device in DeviceMonitor.enumerate() {
            #expect(device.node.hasPrefix("/dev/"))
            #expect(!device.node.hasPrefix("/dev/pts/") && device.node.wholeMatch(of: /\/dev\/tty[0-9]*/) == nil)
        }
    }

    @Test func `it ends when it is stopped, and says whether udev is running`() async throws {
        let monitor = try DeviceMonitor()
        #expect((monitor.limitation == nil) == (access("/run/udev/control", F_OK) == 0))
        monitor.stop()
        for await _ in monitor.changes {}
    }

    @Test func `who may open a node is told by names`() throws {
        let access = try #require(DeviceAccess(node: "/dev/null"))
        #expect(access.summary == "root:root rw-rw-rw-, this user may open it")
        #expect(access.fix(for: "/dev/null") == nil)
        #expect(DeviceAccess(node: "/dev/gnss-gateway-nowhere") == nil)
    }

    @Test func `one who may not open it is told the group and the command`() throws {
        var access = try #require(DeviceAccess(node: "/dev/null"))
        (access.group, access.mode, access.isOpenToUs) = ("dialout", 0o660, false)
        #expect(access.fix(for: "/dev/ttyACM0")?.contains("sudo usermod -aG dialout ") == true)
        access.mode = 0o600
        #expect(access.fix(for: "/dev/ttyACM0")?.contains("70-gnss-gateway.rules") == true)
    }
}
