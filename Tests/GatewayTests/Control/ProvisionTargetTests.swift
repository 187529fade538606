// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import ReceiverProvisioning
import Testing

/// The device on which a receiver is set up.
@Suite struct ProvisionTargetTests {
    private func receiver(_ device: String, _ state: ReceiverState = .running) -> ReceiverReport {
        var report = ReceiverReport(
            id: "rover", driver: "ubx", identity: device, origin: "configured", isolation: "process", priority: 10,
            state: state, reason: "UBX over USB", since: Timestamp(milliseconds: 0))
        report.device = device
        return report
    }

    private var devices: [DeviceReport] {
        var other = DeviceReport(identity: "usb:0403:6001:A5", node: "/dev/ttyUSB0")
        other.receiver = "base"
        var device = DeviceReport(identity: "usb:1546:01a9:DBTK4321", node: "/dev/ttyACM0")
        device.receiver = "rover"
        return [other, device]
    }

    @Test(arguments: ["usb:1546:01a9", "usb:1546:01a9:DBTK4321", "/dev/ttyACM0"])
    func `a receiver is found by its name, however its configuration names the device`(device: String) {
        let target = ProvisionTarget("rover", [receiver(device)], devices)
        #expect(target?.device == "/dev/ttyACM0" && target?.holder == "rover")
    }

    @Test func `a short identity that two devices have is refused, a full one or a path is not`() {
        var twin = DeviceReport(identity: "usb:1546:01a9:DBTK9999", node: "/dev/ttyACM1")
        twin.receiver = "rover"
        let twins = [twin] + devices
        #expect(ProvisionTarget("rover", [receiver("usb:1546:01a9")], twins) == nil)
        for device in ["usb:1546:01a9:DBTK4321", "/dev/ttyACM0"] {
            #expect(ProvisionTarget("rover", [receiver(device)], twins)?.device == "/dev/ttyACM0")
        }
    }

    @Test func `it is known whether the receiver was stopped`() {
        #expect(ProvisionTarget("rover", [receiver("/dev/ttyACM0", .stopped)], devices)?.isHolderStopped == true)
        #expect(ProvisionTarget("rover", [receiver("/dev/ttyACM0", .lost)], devices)?.isHolderStopped == false)
        #expect(ProvisionTarget("/dev/ttyACM1", [receiver("/dev/ttyACM0")], devices)?.isHolderStopped == false)
    }
}
