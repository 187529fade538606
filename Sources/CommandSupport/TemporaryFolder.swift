// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import Gateway
internal import Glibc
internal import SystemSupport

/// Folders of commands that need one for a while.
package enum TemporaryFolder {
    /// Makes a folder that nobody else has and only its owner may enter.
    ///
    /// - Parameters:
    ///   - name: how its name begins.
    ///   - place: where; nil: in `TMPDIR`, or `/tmp`.
    /// - Throws: `GatewayFailure` where it cannot be made.
    package static func make(_ name: String, in place: String? = nil) throws(GatewayFailure) -> String {
        let wanted = place ?? getenv("TMPDIR").map { String(cString: $0) } ?? ""
        let base = wanted.hasPrefix("/") ? wanted : "/tmp"
        // mkdtemp asks for six X at the end, which it replaces: no two processes share a folder.
        var path = Array("\(base)/\(name)-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else {
            throw GatewayFailure(.cannotCreate, "no folder can be made in \(base): \(SystemError.text(of: errno))")
        }
        return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
