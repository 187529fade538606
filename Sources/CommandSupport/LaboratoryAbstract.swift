// SPDX-License-Identifier: Apache-2.0

/// What the commands of `gnss-lab` are for, in a line: its own help says so, and that of `gnss-gateway`, which hands them on.
package enum LaboratoryAbstract {
    package static let simulate = "Run a simulated receiver from a scenario."
    package static let agrirouterSimulator =
        "Run a simulated agrirouter on this machine, with fault injection; needs no account."
    package static let driversCheck = "Run the conformance suite on a driver."
    package static let driversNew = "Create the package for a new driver."
}
