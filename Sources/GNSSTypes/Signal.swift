// SPDX-License-Identifier: Apache-2.0

/// A signal of a satellite system: `E1 B` of Galileo. A receiver may name one that we do not know, so this is an open
/// set.
public struct Signal: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let constellation: Constellation

    /// The number of the signal in its system: as u-blox counts them (sigId, 0...63); from 64 those that u-blox has no
    /// number for.
    public let number: UInt8

    /// The signal with that number.
    public init(_ constellation: Constellation, _ number: UInt8) {
        self.constellation = constellation
        self.number = number
    }

    /// The signal that the observation codes of RINEX 3 and 4 mean by their second and third character: `1B` of
    /// Galileo. Nil where it is none that stands in the table.
    public init?(_ constellation: Constellation, rinexCode code: String) {
        guard let entry = Self.table.first(where: { $0.key.constellation == constellation && $0.value.code == code })
        else { return nil }
        self = entry.key
    }

    /// Band and tracking code of RINEX 3 and 4, the second and third character of their observation codes: `1C`; nil
    /// where the signal is unknown.
    public var rinexCode: String? { Self.table[self]?.code }

    /// The band it is sent in; nil where the signal is unknown.
    public var band: SignalBand? { Self.table[self]?.band }

    /// The name of the interface document: `E1 B`; `signal 99` where it is unknown.
    public var description: String { Self.table[self]?.name ?? "signal \(number)" }

    /// Orders by system, then by number.
    public static func < (a: Signal, b: Signal) -> Bool {
        (a.constellation.rawValue, a.number) < (b.constellation.rawValue, b.number)
    }
}

/// A part of the spectrum: signals in two of them make a receiver one of two frequencies.
public enum SignalBand: UInt8, Sendable, CaseIterable, Comparable {
    /// L1, E1, B1, G1: 1559...1610 MHz.
    case l1 = 1
    /// L2, G2: 1227...1254 MHz.
    case l2 = 2
    /// L5, E5a, B2a: 1176 MHz.
    case l5 = 5
    /// E6, L6, B3: 1268...1279 MHz.
    case l6 = 6
    /// E5b, B2I, B2b, G3: 1202...1207 MHz.
    case e5b = 7
    /// E5 AltBOC: 1192 MHz, E5a and E5b together.
    case e5 = 8
    /// S of NavIC: 2492 MHz.
    case s = 9

    public static func < (a: SignalBand, b: SignalBand) -> Bool { a.rawValue < b.rawValue }
}
