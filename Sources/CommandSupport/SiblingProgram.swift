// SPDX-License-Identifier: Apache-2.0

package import Gateway
internal import Glibc

/// The programs that are installed together: `gnss-gateway`, and beside it `gnss-lab`.
package enum SiblingProgram {
    /// Where a program stands: in the folder of the running one.
    ///
    /// - Throws: `GatewayFailure` 69 where it cannot be run there.
    package static func path(_ name: String) throws(GatewayFailure) -> String {
        let own = realpath("/proc/self/exe", nil)
        defer { free(own) }
        let program = own.map { String(cString: $0) } ?? ""
        let path = (program.lastIndex(of: "/").map { program[..<$0] } ?? "") + "/" + name
        guard access(path, X_OK) == 0 else {
            throw GatewayFailure(.unavailable, "\(path) is not there: install the package \(name)")
        }
        return path
    }
}
