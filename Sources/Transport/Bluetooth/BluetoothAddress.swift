// SPDX-License-Identifier: Apache-2.0

/// The address of a Bluetooth device or adapter: `00:1D:43:5F:A0:2C`.
public struct BluetoothAddress: Hashable, Sendable, CustomStringConvertible {
    /// The six bytes as a number below 2^48; the first byte of the written form is the most significant one.
    public let value: UInt64

    /// Parses the written form: six bytes in hexadecimal digits of either case, separated by colons or hyphens.
    ///
    /// Returns nil if the text has a different form, and for the two addresses that no device has: all zeros and all
    /// ones.
    public init?(_ text: String) {
        let parts = text.split(separator: text.contains("-") ? "-" : ":", omittingEmptySubsequences: false)
        guard parts.count == 6 else { return nil }
        var value: UInt64 = 0
        for part in parts {
            guard part.utf8.count == 2, part.allSatisfy(\.isHexDigit), let byte = UInt8(part, radix: 16) else {
                return nil
            }
            value = value << 8 | UInt64(byte)
        }
        guard value != 0, value != 0xFFFF_FFFF_FFFF else { return nil }
        self.value = value
    }

    /// Creates an address from six bytes in the kernel's order, which begins with the last byte of the written form;
    /// nil for any other count.
    public init?(kernel bytes: some Collection<UInt8>) {
        guard bytes.count == 6 else { return nil }
        value = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The six bytes in the kernel's order.
    public var kernelBytes: [UInt8] { (0..<6).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    /// Upper-case digits separated by colons.
    public var description: String {
        kernelBytes.reversed().map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count < 2 ? "0\(digits)" : digits
        }.joined(separator: ":")
    }
}
