// SPDX-License-Identifier: Apache-2.0

package import SystemSupport

/// The daemon's stream is not a valid recording, for the given reason.
package struct RecordStreamError: ProgramError, Hashable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    /// The error for people.
    package var description: String {
        "the gnss-gateway sent an invalid recording: \(reason); use the same version of both programs"
    }

    /// The exit status, 74: reading or writing failed.
    package var exitStatus: ExitStatus { .inputOutput }
}
