// SPDX-License-Identifier: Apache-2.0

// Vendor and product numbers are public facts: from the USB numbers in systemd's hardware database (usb.ids), the
// kernel's tables of serial drivers, gpsd's rules, and lsusb reports for the rest.

extension KnownReceivers {
    /// GNSS receivers with their own USB port.
    static let receivers: [KnownDevice] = [
        receiver(0x1546, 0x01A4, "u-blox ANTARIS 4", "u-blox-4"),
        receiver(0x1546, 0x01A5, "u-blox 5", "u-blox-5"),
        receiver(0x1546, 0x01A6, "u-blox 6", "u-blox-6"),
        receiver(0x1546, 0x01A7, "u-blox 7", "u-blox-7"),
        receiver(0x1546, 0x01A8, "u-blox 8", "u-blox-8"),
        receiver(0x1546, 0x01A9, "u-blox 9", "u-blox-9"),
        receiver(0x1546, 0x01AB, "u-blox X20", "u-blox-x20"),
        // The vendor's modems have numbers from 1100 on, so the vendor number alone is not sufficient.
        KnownDevice(
            kind: .receiver, vendorID: 0x1546, products: 0x01A0...0x01AF, name: "u-blox receiver", shortName: "u-blox"),
        // The vendor number belongs to a maker of USB software, and many other vendors use it.
        receiver(0x152A, 0x85C0, "Septentrio mosaic or AsteRx", "septentrio"),
        receiver(0x152A, 0x8231, "Septentrio receiver", "septentrio"),
        receiver(0x091E, 0x0003, "Garmin GPS 18 USB and others with Garmin's protocol", "garmin"),
        receiver(0x0E8D, 0x3329, "MediaTek MT3329: Holux M-1200E, Qstarz BT-Q1000XT", "mediatek"),
        receiver(0x067B, 0xAAA0, "PS-360 OEM", "ps-360"),
        receiver(0x1163, 0x0100, "DeLorme Earthmate", "earthmate"),
        receiver(0x1163, 0x0200, "DeLorme Earthmate LT-20 or LT-40", "earthmate-lt"),
        receiver(0x09D7, 0x0100, "NovAtel GNSS or SPAN receiver", "novatel"),
        receiver(0x1D50, 0x60C7, "Zubax GNSS", "zubax-gnss"),
    ]

    /// USB serial bridges.
    static let bridges: [KnownDevice] = [
        bridge(0x067B, 0x2303, "Prolific PL2303"),
        bridge(0x067B, 0x23A3, "Prolific PL2303GC"),
        bridge(0x067B, 0x23B3, "Prolific PL2303GB"),
        bridge(0x067B, 0x23C3, "Prolific PL2303GT"),
        bridge(0x067B, 0x23D3, "Prolific PL2303GL"),
        bridge(0x067B, 0x23E3, "Prolific PL2303GE"),
        bridge(0x067B, 0x23F3, "Prolific PL2303GS"),
        bridge(0x0403, 0x6001, "FTDI FT232R"),
        bridge(0x0403, 0x6010, "FTDI FT2232"),
        bridge(0x0403, 0x6011, "FTDI FT4232H"),
        bridge(0x0403, 0x6014, "FTDI FT232H"),
        bridge(0x0403, 0x6015, "FTDI FT-X"),
        bridge(0x10C4, 0xEA60, "Silicon Labs CP2102"),
        bridge(0x10C4, 0xEA70, "Silicon Labs CP2105"),
        bridge(0x10C4, 0xEA71, "Silicon Labs CP2108"),
        bridge(0x1A86, 0x5523, "WCH CH341"),
        bridge(0x1A86, 0x7522, "WCH CH340"),
        bridge(0x1A86, 0x7523, "WCH CH340"),
        bridge(0x1A86, 0x55D2, "WCH CH342"),
        bridge(0x1A86, 0x55D3, "WCH CH343"),
        bridge(0x1A86, 0x55D4, "WCH CH9102"),
        bridge(0x0557, 0x2008, "ATEN UC-232A"),
        bridge(0x04E2, 0x1410, "Exar XR21V1410"),
    ]

    /// Vendors of modems. Some have a port with NMEA data that must be enabled by commands on another port.
    static let modems: [KnownDevice] = [
        vendor(.modem, 0x2C7C, "Quectel modem"),
        vendor(.modem, 0x1199, "Sierra Wireless modem"),
        vendor(.modem, 0x12D1, "Huawei modem"),
        vendor(.modem, 0x19D2, "ZTE modem"),
        vendor(.modem, 0x1BC7, "Telit modem"),
        vendor(.modem, 0x05C6, "Qualcomm modem"),
        vendor(.modem, 0x1E0E, "SIMCom modem"),
        vendor(.modem, 0x2CB7, "Fibocom modem"),
        vendor(.modem, 0x1546, "u-blox modem"),
    ]

    /// Vendors of boards whose ports are never opened to search for a receiver.
    static let boards: [KnownDevice] = [
        vendor(.board, 0x2341, "Arduino board"),
        vendor(.board, 0x2A03, "Arduino board"),
        vendor(.board, 0x1B4F, "SparkFun board"),
        vendor(.board, 0x239A, "Adafruit board"),
        vendor(.board, 0x2E8A, "Raspberry Pi Pico"),
        vendor(.board, 0x303A, "Espressif board"),
        vendor(.board, 0x16C0, "Teensy or another board"),
        vendor(.board, 0x0483, "STM32 board"),
        vendor(.board, 0x2C99, "Prusa printer"),
        vendor(.board, 0x1D50, "OpenMoko number: boards of many makers"),
        vendor(.board, 0x26AC, "PX4 flight controller"),
        vendor(.board, 0x2DAE, "CubePilot flight controller"),
    ]

    private static func receiver(
        _ vendor: USBNumber, _ product: UInt16, _ name: String, _ shortName: String
    ) -> KnownDevice {
        KnownDevice(
            kind: .receiver, vendorID: vendor, products: product...product, name: name, shortName: shortName)
    }

    private static func bridge(_ vendor: USBNumber, _ product: UInt16, _ name: String) -> KnownDevice {
        let short = name.split(separator: " ").last.map { $0.lowercased() } ?? ""
        return KnownDevice(kind: .bridge, vendorID: vendor, products: product...product, name: name, shortName: short)
    }

    private static func vendor(_ kind: KnownDevice.Kind, _ vendor: USBNumber, _ name: String) -> KnownDevice {
        KnownDevice(kind: kind, vendorID: vendor, products: 0...0xFFFF, name: name, shortName: kind.rawValue)
    }
}
