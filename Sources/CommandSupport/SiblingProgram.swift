// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import Gateway
internal import Glibc
internal import SystemSupport

/// Finds programs that are installed together: `gnss-gateway` and `gnss-lab` in the same folder.
package enum SiblingProgram {
    /// The path of a program in the folder of the running one.
    ///
    /// - Throws: `GatewayError` 69 if there is no such executable.
    package static func path(_ name: String) throws(GatewayError) -> String {
        // If the file was replaced meanwhile, the link still contains its folder: "/usr/bin/gnss-gateway (deleted)".
        var link = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &link, link.count - 1)
        let program = String(decoding: link.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let end = program.lastIndex(of: "/") else {
            throw GatewayError(
                .unavailable, "cannot locate \(name): /proc/self/exe is not readable")
        }
        let path = String(program[..<end]) + "/" + name
        guard access(path, X_OK) == 0 else {
            throw GatewayError(
                .unavailable, "\(path) does not exist: build it ('swift build'), or install it (packaging/install)")
        }
        return path
    }
}
