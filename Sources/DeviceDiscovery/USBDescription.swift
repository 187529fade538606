// SPDX-License-Identifier: Apache-2.0

/// A USB device's own description, and its location.
package struct USBDescription: Hashable, Sendable {
    var vendorID: USBNumber
    var productID: USBNumber
    /// The manufacturer's and the product's name, as the device reports them.
    package var vendor: String?
    package var model: String?
    /// The serial number, as the device reports it.
    package var serial: String?
    /// The location in the kernel's notation: bus, then a port for each hub, such as `1-1.2`.
    package var path: String
    /// The `bInterfaceNumber` of the port's interface.
    package var interface: UInt8?
    /// The port's number on a bridge with several ports behind one interface.
    var bridgePort: Int?

    /// The serial number, if it distinguishes this device from others of its model; nil otherwise.
    ///
    /// Manufacturers that do not assign serial numbers leave the chip's default: `0001` in every CP2102.
    var distinctiveSerial: String? {
        guard let serial, !serial.isEmpty else { return nil }
        let isRepeated = Set(serial.utf8).count == 1
        let plain = serial.lowercased()
        let isCounted = "0123456789abcdef".contains(plain) || "123456789abcdef0".contains(plain)
        let isSmall = Int(plain).map { $0 <= 1 } ?? false
        return isRepeated || isCounted || isSmall ? nil : serial
    }
}
