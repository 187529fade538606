// SPDX-License-Identifier: Apache-2.0

/// The type of a fix (`fixType` of NAV-PVT, `gpsFix` of NAV-STATUS and NAV-SOL). An open set.
public struct UBXFixType: RawRepresentable, Hashable, Sendable {
    /// The number as sent.
    public let rawValue: UInt8

    /// Creates the type with a number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let none = UBXFixType(rawValue: 0)
    /// Dead reckoning alone, without satellites.
    public static let deadReckoning = UBXFixType(rawValue: 1)
    public static let twoDimensional = UBXFixType(rawValue: 2)
    public static let threeDimensional = UBXFixType(rawValue: 3)
    /// Satellites combined with dead reckoning.
    public static let combinedDeadReckoning = UBXFixType(rawValue: 4)
    /// Time only; the position is a surveyed one.
    public static let timeOnly = UBXFixType(rawValue: 5)
}

/// The state of the carrier phase ambiguities (`carrSoln`). An open set.
public struct UBXCarrierSolution: RawRepresentable, Hashable, Sendable {
    /// The number as sent.
    public let rawValue: UInt8

    /// Creates the state with a number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The solution does not use the carrier phase.
    public static let none = UBXCarrierSolution(rawValue: 0)
    /// RTK with real-valued ambiguities: decimetres.
    public static let float = UBXCarrierSolution(rawValue: 1)
    /// RTK with integer ambiguities: centimetres.
    public static let fixed = UBXCarrierSolution(rawValue: 2)
}
