// SPDX-License-Identifier: Apache-2.0

/// What a USB device is known to be.
package struct KnownDevice: Hashable, Sendable {
    /// What is behind the USB device, and so whether its ports may be opened to look for a receiver.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A GNSS receiver and nothing else.
        case receiver
        /// A chip between USB and a serial line, behind which a receiver may be, or anything else.
        case bridge
        /// A mobile modem. Opening one of its ports can end a connection.
        case modem
        /// A board with a microcontroller. Opening its port restarts many of them: printers, flight controllers …
        case board
    }

    package var kind: Kind
    var vendorID: USBNumber
    /// The products: one, or a range that the vendor keeps for such devices.
    var products: ClosedRange<UInt16>
    /// The name for people.
    package var name: String
    /// The name for receivers' ids and links: letters, digits, hyphens.
    var shortName: String
}

/// The USB devices that are known by their vendor and product numbers.
///
/// The rules in `udev/` name the receivers of this table; a test compares them.
enum KnownReceivers {
    /// What a vendor's product is known to be. An entry for the product goes before one for a range.
    static func device(vendor: USBNumber, product: USBNumber) -> KnownDevice? {
        table.filter { $0.vendorID == vendor && $0.products.contains(product.rawValue) }
            .min { $0.products.count < $1.products.count }
    }

    /// All of them.
    static let table: [KnownDevice] = receivers + bridges + modems + boards
}
