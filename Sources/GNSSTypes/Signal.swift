// SPDX-License-Identifier: Apache-2.0

/// A signal of a satellite system, such as `E1 B` of Galileo. A receiver may report an unknown signal, so this is an
/// open set.
public struct Signal: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let constellation: Constellation

    /// The number of the signal in its system: the sigId of u-blox (0...63), or from 64 for signals without such a
    /// number.
    public let number: UInt8

    /// Creates the signal with a number.
    public init(_ constellation: Constellation, _ number: UInt8) {
        self.constellation = constellation
        self.number = number
    }

    /// Creates the signal of a RINEX 3 or 4 observation code, given the code's second and third characters: `1B` of
    /// Galileo. Nil if the table does not contain the code.
    public init?(_ constellation: Constellation, rinexCode code: String) {
        guard let entry = Self.table.first(where: { $0.key.constellation == constellation && $0.value.code == code })
        else { return nil }
        self = entry.key
    }

    /// The signal's band and tracking code in RINEX 3 and 4, which are the second and third characters of its
    /// observation codes, such as `1C`; nil if the signal is unknown.
    public var rinexCode: String? { Self.table[self]?.code }

    /// The band in which the signal is transmitted; nil if the signal is unknown.
    public var band: SignalBand? { Self.table[self]?.band }

    /// The name in the system's interface document, such as `E1 B`; `signal 99` if the signal is unknown.
    public var description: String { Self.table[self]?.name ?? "signal \(number)" }

    /// Orders by system, then by number.
    public static func < (a: Signal, b: Signal) -> Bool {
        (a.constellation.rawValue, a.number) < (b.constellation.rawValue, b.number)
    }
}

/// A frequency band. A receiver that tracks signals in two bands is a dual-frequency receiver.
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
