// SPDX-License-Identifier: Apache-2.0

/// One-line descriptions of the commands of `gnss-lab`, for its own help and for that of `gnss-gateway`, which passes
/// the commands on.
package enum LaboratoryAbstract {
    package static let simulate = "Run a simulated receiver from a scenario."
    package static let agrirouterSimulator =
        "Run a simulated agrirouter on this machine, with fault injection; needs no account."
    package static let backOfficeSimulator =
        "Run a simulated back office on this machine, with fault injection."
    package static let driversCheck = "Run the conformance suite on a driver."
    package static let driversNew = "Create the package for a new driver."
}
