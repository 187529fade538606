// SPDX-License-Identifier: Apache-2.0

/// A configuration key with a matching value.
public struct ConfigurationValue: Hashable, Sendable {
    public let key: ConfigurationKey
    /// The value as sent, right-aligned.
    let raw: UInt64
    /// The size in bytes.
    let size: Int

    /// Creates a value; nil if the key cannot have a value or the value is out of the range of its type.
    public init?(_ key: ConfigurationKey, _ value: FieldValue) {
        guard let size = key.size else { return nil }
        (self.key, self.size) = (key, size)
        switch key.type {
        case .flag:
            guard case .integer(let number) = value, (0...1).contains(number) else { return nil }
            raw = UInt64(number)
        case .unsigned:
            guard let number = Self.unsigned(value), size == 8 || number >> UInt64(8 * size) == 0 else { return nil }
            raw = number
        case .signed:
            guard case .integer(let number) = value else { return nil }
            let unused = Int64(64 - 8 * size)
            guard (number << unused) >> unused == number else { return nil }
            raw = (UInt64(bitPattern: number) << UInt64(unused)) >> UInt64(unused)
        case .real:
            guard let number = value.number else { return nil }
            raw = size == 4 ? UInt64(Float(number).bitPattern) : number.bitPattern
        }
    }

    private static func unsigned(_ value: FieldValue) -> UInt64? {
        switch value {
        case .integer(let number): UInt64(exactly: number)
        case .unsigned(let number): number
        case .real, .text, .bytes, .list, .record: nil
        }
    }
}
