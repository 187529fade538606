// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DeviceDiscovery

struct DeviceIdentityTests {
    private func identity(_ facts: TTYFacts, byPort: Bool = false) throws -> String {
        try Devices.device(facts, byPort: byPort).identity.rawValue
    }

    @Test func `a serial number makes the identity, whatever the node and the port`() throws {
        #expect(try identity(Devices.ublox("ttyACM0", port: "1-1")) == "usb:1546:01a9:DBTK4321")
        #expect(try identity(Devices.ublox("ttyACM7", port: "3-1.4")) == "usb:1546:01a9:DBTK4321")
    }

    @Test func `a device's texts have no characters that change how other text is shown`() {
        #expect(UdevReader.sound(" GPS\u{202E}<b>\u{2066}\u{1B}[2J\u{85}\u{2028} ") == "GPS<b>[2J")
        #expect(UdevReader.sound("u-blox GNSS receiver é") == "u-blox GNSS receiver é")
        #expect(UdevReader.sound("\u{202E}\n") == nil)
    }

    @Test func `without a serial number the USB port makes it`() throws {
        #expect(try identity(Devices.usb("ttyACM0", 0x1546, 0x01A8, port: "1-1.2")) == "usb:1546:01a8@1-1.2")
    }

    @Test(arguments: ["0001", "0000", "0", "1", "0123456789", "123456789ABCDEF", "AAAAAAAA", ""])
    func `a serial number that the chip's maker left there tells nothing`(serial: String) throws {
        let facts = Devices.usb("ttyUSB0", 0x10C4, 0xEA60, serial: serial, port: "1-3")
        #expect(try identity(facts) == "usb:10c4:ea60@1-3")
    }

    @Test func `ports of one device are told apart by interface and by the bridge's port`() throws {
        let septentrio = Devices.usb("ttyACM1", 0x152A, 0x85C0, serial: "3875448", interface: 2)
        #expect(try identity(septentrio) == "usb:152a:85c0:3875448+if02")
        let bridge = Devices.usb("ttyUSB1", 0x0557, 0x2008, serial: "A9", interface: 0, bridgePort: 1)
        #expect(try identity(bridge) == "usb:0557:2008:A9+port1")
    }

    @Test func `a serial number is text of a stranger: it is cut and what needs quoting is replaced`() throws {
        let facts = Devices.usb("ttyUSB0", 0x0403, 0x6001, serial: "a b/c:\"é\n" + String(repeating: "x", count: 100))
        let text = try identity(facts)
        #expect(text.hasPrefix("usb:0403:6001:a_b_c_____xxx"))
        #expect(text.utf8.count == "usb:0403:6001:".utf8.count + 64)
    }

    @Test func `ports of the machine are there only with hardware, virtual consoles never`() throws {
        var uart = TTYFacts(sysPath: "/sys/devices/platform/serial8250/tty/ttyS0", node: "/dev/ttyS0")
        uart.parentSubsystem = "platform"
        uart.uartType = 4
        #expect(try identity(uart) == "path:/dev/ttyS0")
        uart.uartType = 0
        #expect(SerialDevice(uart, byPort: false) == nil)
        var arm = TTYFacts(sysPath: "/sys/devices/platform/soc/fe201000.serial/tty/ttyAMA0", node: "/dev/ttyAMA0")
        arm.parentSubsystem = "amba"
        #expect(try identity(arm) == "path:/dev/ttyAMA0")
        let console = TTYFacts(sysPath: "/sys/devices/virtual/tty/tty1", node: "/dev/tty1")
        #expect(SerialDevice(console, byPort: false) == nil)
    }

    @Test func `a bound Bluetooth node is known by the address of the receiver`() throws {
        var facts = TTYFacts(sysPath: "/sys/devices/virtual/tty/rfcomm0", node: "/dev/rfcomm0")
        facts.bluetoothAddress = "00:11:22:33:44:55"
        #expect(try identity(facts) == "bluetooth:00:11:22:33:44:55+rfcomm0")
        facts.bluetoothAddress = nil
        #expect(try identity(facts) == "path:/dev/rfcomm0")
    }
}
