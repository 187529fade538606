// SPDX-License-Identifier: Apache-2.0

public import SystemSupport

/// The reason that the simulator cannot run.
public struct SimulatorError: ProgramError, Hashable {
    /// The problem, its place and the remedy, for people.
    public var description: String
    public var exitStatus = ExitStatus.unavailable
}
