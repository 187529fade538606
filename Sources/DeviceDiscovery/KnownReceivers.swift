// SPDX-License-Identifier: Apache-2.0

/// The known type of a USB device.
package struct KnownDevice: Hashable, Sendable {
    /// The kind of USB device, which determines whether its ports may be opened to search for a receiver.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A GNSS receiver.
        case receiver
        /// A USB serial bridge to which any serial device may be connected.
        case bridge
        /// A mobile modem. Opening one of its ports can end a connection.
        case modem
        /// A microcontroller board. Opening its port restarts many of them, such as printers and flight controllers.
        case board
    }

    package var kind: Kind
    var vendorID: USBNumber
    /// The products: one number, or a range that the vendor reserves for such devices.
    var products: ClosedRange<UInt16>
    /// The name for people.
    package var name: String
    /// The name for receiver IDs and links, with letters, digits and hyphens only.
    var shortName: String
}

/// The USB devices that are known by their vendor and product numbers.
///
/// The rules in `udev/` contain the receivers of this table; a test compares them.
enum KnownReceivers {
    /// Returns the known type of a vendor's product. An entry for a single product has priority over one for a range.
    static func device(vendor: USBNumber, product: USBNumber) -> KnownDevice? {
        table.filter { $0.vendorID == vendor && $0.products.contains(product.rawValue) }
            .min { $0.products.count < $1.products.count }
    }

    /// All known devices.
    static let table: [KnownDevice] = receivers + bridges + modems + boards
}
