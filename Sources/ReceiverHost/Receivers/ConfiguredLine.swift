// SPDX-License-Identifier: Apache-2.0

internal import Settings

/// The settings of a serial line that a receiver's section `config` states.
package struct ConfiguredLine: Sendable, Hashable {
    /// The rate in bits per second.
    package var baud: Int
    /// `N`, `E` or `O`, as gpsd writes it.
    package var parity: Character
    /// 1 or 2.
    package var stopBits: Int

    package init(baud: Int, parity: Character = "N", stopBits: Int = 1) {
        (self.baud, self.parity, self.stopBits) = (baud, parity, stopBits)
    }

    /// Reads the keys that the drivers of serial lines have in common; `parity` and `stop_bits` are absent if a driver
    /// does not let people choose them.
    ///
    /// Nil if `device` is not a serial port, or if the section states no rate (`baud: auto`).
    init?(_ section: ConfigurationValue) {
        guard let device = section["device"]?.text, device.hasPrefix("/") || device.hasPrefix("usb:"),
            let baud = section["baud"]?.integer.flatMap({ Int(exactly: $0) })
        else { return nil }
        let parities: [String: Character] = ["none": "N", "even": "E", "odd": "O"]
        self.init(
            baud: baud, parity: parities[section["parity"]?.text ?? "none"] ?? "N",
            stopBits: section["stop_bits"]?.integer == 2 ? 2 : 1)
    }
}
