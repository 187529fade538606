// SPDX-License-Identifier: Apache-2.0

/// What the commands of `gnss-lab` are for, in a line: its own help says so, and that of `gnss-gateway`, which hands them on.
package enum LaboratoryAbstract {
    package static let simulate = "Play a scenario as a simulated receiver."
    package static let agrirouterSimulator =
        "Be agrirouter on this machine: onboarding, gateway and faults, without an account."
    package static let driversCheck = "Run the conformance suite on a driver."
    package static let driversNew = "Make the package of a new driver."
}
