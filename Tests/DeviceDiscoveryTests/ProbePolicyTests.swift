// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import DeviceDiscovery

struct ProbePolicyTests {
    private func isAsked(_ facts: TTYFacts, _ policy: ProbePolicy = ProbePolicy()) throws -> Bool {
        policy.verdict(try Devices.device(facts)) == .ask
    }

    @Test func `known receivers and plain bridges are asked`() throws {
        #expect(try isAsked(Devices.ublox("ttyACM0")))
        #expect(try isAsked(Devices.usb("ttyACM0", 0x152A, 0x85C0)))
        #expect(try isAsked(Devices.usb("ttyUSB0", 0x067B, 0x2303, model: "USB-Serial Controller")))
        #expect(try isAsked(Devices.usb("ttyUSB0", 0x0403, 0x6001, model: "FT232R USB UART")))
        #expect(try isAsked(Devices.usb("ttyUSB0", 0x10C4, 0xEA60, model: "CP2102 USB to UART Bridge Controller")))
        #expect(try isAsked(Devices.usb("ttyUSB0", 0x1A86, 0x7523, model: "USB Serial")))
    }

    @Test func `modems, boards and what is not known are left alone`() throws {
        #expect(try !isAsked(Devices.usb("ttyUSB2", 0x2C7C, 0x0125)), "Quectel EC25")
        #expect(try !isAsked(Devices.usb("ttyACM0", 0x1546, 0x1102)), "a modem of u-blox")
        #expect(try !isAsked(Devices.usb("ttyACM0", 0x2341, 0x0043)), "Arduino Uno")
        #expect(try !isAsked(Devices.usb("ttyACM0", 0x2C99, 0x0002)), "Prusa printer")
        #expect(try !isAsked(Devices.usb("ttyACM0", 0x152A, 0x8750)), "another maker's with the number of Septentrio")
        #expect(try !isAsked(Devices.usb("ttyUSB0", 0x1234, 0x5678)))
        var modem = Devices.usb("ttyUSB0", 0x0403, 0x6001)
        modem.driver = "option"
        #expect(try !isAsked(modem))
    }

    @Test(arguments: [
        "Sonoff Zigbee 3.0 USB Dongle Plus", "Arduino Nano", "ConBee II", "Marlin USB Device", "JTAG-HS2",
        "Smart UPS 750", "Home Assistant Connect ZBT-1",
    ])
    func `a bridge that calls itself something else is left alone`(model: String) throws {
        #expect(try !isAsked(Devices.usb("ttyUSB0", 0x10C4, 0xEA60, model: model)))
    }

    @Test func `ports of the machine and Bluetooth are asked only where the configuration names them`() throws {
        var uart = TTYFacts(sysPath: "/sys/devices/platform/serial8250/tty/ttyS0", node: "/dev/ttyS0")
        (uart.parentSubsystem, uart.uartType) = ("platform", 4)
        #expect(try !isAsked(uart))
        #expect(try isAsked(uart, ProbePolicy(also: ["/dev/ttyS*"])))
        uart.isConsole = true
        #expect(try !isAsked(uart, ProbePolicy(also: ["/dev/ttyS*"])), "the kernel's console is never asked")
        let phone = TTYFacts(sysPath: "/sys/devices/virtual/tty/rfcomm0", node: "/dev/rfcomm0")
        #expect(try !isAsked(phone))
        #expect(try isAsked(phone, ProbePolicy(also: ["/dev/rfcomm0"])))
    }

    @Test func `a link of the user's own names a device, and what names no serial port is told`() throws {
        let link = NSTemporaryDirectory() + "gnss-probe-\(UUID().uuidString)"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
        defer { try? FileManager.default.removeItem(atPath: link) }
        var uart = TTYFacts(sysPath: "/sys/devices/platform/serial8250/tty/ttyS0", node: "/dev/null")
        (uart.parentSubsystem, uart.uartType) = ("platform", 4)
        let policy = ProbePolicy(also: [link])
        #expect(try isAsked(uart, policy))
        #expect(policy.warnings([try Devices.device(uart)]).isEmpty)
        #expect(policy.warnings([]).first?.contains("'\(link)' is a pseudo-terminal or another device") == true)
        let later = ProbePolicy(also: ["/dev/ttyUSB77", "usb:1546:*"]).warnings([])
        #expect(later == ["discovery.probe: no device matches '/dev/ttyUSB77' now; it may be plugged in later"])
    }

    @Test(arguments: ["/dev/ttyACM0", "usb:1546:01a9:*", "/dev/serial/by-id/usb-u-blox*", "usb:1546:01a9:DBTK4321"])
    func `what is to be ignored is left alone, by any of its names`(pattern: String) throws {
        var facts = Devices.ublox("ttyACM0")
        facts.links = ["/dev/serial/by-id/usb-u-blox_AG-if00"]
        #expect(try !isAsked(facts, ProbePolicy(ignored: [pattern])))
        #expect(try !isAsked(facts, ProbePolicy(also: ["*"], ignored: [pattern])), "ignored is stronger")
        #expect(try isAsked(facts, ProbePolicy(ignored: ["/dev/ttyACM1", "usb:1546:01a8*"])))
    }
}
