// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// What OSNMA says of a receiver, as reports state it.
public enum VerdictState: String, Coded, CustomStringConvertible {
    /// Galileo authenticates navigation data that the receiver uses.
    case authenticated
    /// It does not, or not any more.
    case unverified
    /// The validation does not answer.
    case unknown

    /// The state of a verdict.
    public init(_ state: Authentication.State) { self = state == .authenticated ? .authenticated : .unverified }

    /// The word for programs.
    public var description: String { rawValue }
}
