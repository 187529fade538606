// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The OSNMA verdict on a receiver, as given in reports.
public enum VerdictState: String, Coded, CustomStringConvertible {
    /// Galileo authenticates navigation data that the receiver delivers.
    case authenticated
    /// Galileo does not authenticate the navigation data, or no longer does.
    case unverified
    /// The validation does not respond, or judges the receiver's data too late.
    case unknown

    /// Creates the state of a verdict.
    public init(_ state: Authentication.State) { self = state == .authenticated ? .authenticated : .unverified }

    /// The word for programs.
    public var description: String { rawValue }
}
