// SPDX-License-Identifier: Apache-2.0

/// The reason that the simulator cannot run.
public struct SimulatorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem, its place and the remedy, for people.
    public var description: String
}
