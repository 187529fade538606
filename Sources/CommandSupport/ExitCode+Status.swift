// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import SystemSupport

extension ExitCode {
    /// Ends the command with one of the program's exit codes.
    package init(_ status: ExitStatus) { self.init(status.rawValue) }
}
