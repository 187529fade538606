// SPDX-License-Identifier: Apache-2.0

import Wire

/// The UUID that a sender assigns to a message. A message that is sent again keeps its ID.
public struct MessageID: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// Creates a random UUID (version 4) from the caller's random number generator.
    public init(random generator: inout some RandomNumberGenerator) {
        high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    }

    /// Parses 8-4-4-4-12 hexadecimal digits of either case; returns nil for any other text.
    public init?(_ text: some StringProtocol) {
        var digits: [UInt8] = []
        for (place, character) in text.utf8.enumerated() {
            if [8, 13, 18, 23].contains(place) {
                guard character == 0x2D else { return nil }
                continue
            }
            guard digits.count < 32, let digit = Hexadecimal.value(of: character) else { return nil }
            digits.append(digit)
        }
        guard digits.count == 32 else { return nil }
        high = digits[..<16].reduce(0) { $0 << 4 | UInt64($1) }
        low = digits[16...].reduce(0) { $0 << 4 | UInt64($1) }
    }

    /// The UUID in lower case.
    public var description: String {
        var text = ""
        for place in 0..<32 {
            if [8, 12, 16, 20].contains(place) { text += "-" }
            let word = place < 16 ? high : low
            text += String(word >> UInt64(60 - place % 16 * 4) & 15, radix: 16)
        }
        return text
    }
}
