// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import Gateway
internal import SystemSupport

/// Folders of commands that need one for a while.
package enum TemporaryFolder {
    /// Creates a folder with a unique name that only its owner may enter.
    ///
    /// - Parameters:
    ///   - name: how its name begins.
    ///   - place: where; nil: in `TMPDIR`, or `/tmp`.
    /// - Throws: `GatewayError` where it cannot be made.
    package static func make(_ name: String, in place: String? = nil) throws(GatewayError) -> String {
        do throws(SystemError) {
            return try Folder.makeTemporary(name, in: place)
        } catch {
            throw GatewayError(.cannotCreate, "cannot create a folder in \(place ?? Folder.temporary): \(error)")
        }
    }
}
