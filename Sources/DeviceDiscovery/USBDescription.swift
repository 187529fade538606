// SPDX-License-Identifier: Apache-2.0

/// What a USB device says of itself, and where it is plugged in.
package struct USBDescription: Hashable, Sendable {
    var vendorID: USBNumber
    var productID: USBNumber
    /// The manufacturer's and the product's name, as the device states them.
    package var vendor: String?
    package var model: String?
    /// The serial number as the device states it.
    package var serial: String?
    /// Where it is plugged in, as the kernel names it: bus, then a port a hub, `1-1.2`.
    package var path: String
    /// `bInterfaceNumber` of the port's interface.
    package var interface: UInt8?
    /// The port's number on a bridge that has several behind one interface.
    var bridgePort: Int?

    /// The serial number, where it tells this device from others of its kind.
    ///
    /// Makers who do not number their devices leave what the chip's maker put there: `0001` in every CP2102.
    var distinctiveSerial: String? {
        guard let serial, !serial.isEmpty else { return nil }
        let isRepeated = Set(serial.utf8).count == 1
        let plain = serial.lowercased()
        let isCounted = "0123456789abcdef".contains(plain) || "123456789abcdef0".contains(plain)
        let isSmall = Int(plain).map { $0 <= 1 } ?? false
        return isRepeated || isCounted || isSmall ? nil : serial
    }
}
