// SPDX-License-Identifier: Apache-2.0

public import SystemSupport

/// The reason why the simulator of a back office cannot run.
public struct BackOfficeSimulatorError: ProgramError, Hashable {
    /// The problem, its place and the remedy, for people.
    public var description: String
    public var exitStatus = ExitStatus.unavailable
}
