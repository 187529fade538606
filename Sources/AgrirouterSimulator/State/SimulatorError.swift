// SPDX-License-Identifier: Apache-2.0

/// Why the simulator cannot run, for people.
public struct SimulatorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What, where, and what to do.
    public var description: String
}
