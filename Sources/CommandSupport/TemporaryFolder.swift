// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import Gateway
internal import SystemSupport

/// Creates temporary folders for commands.
package enum TemporaryFolder {
    /// Creates a folder with a unique name that only its owner can access.
    ///
    /// - Parameters:
    ///   - name: The beginning of the folder's name.
    ///   - place: The parent folder; nil for `TMPDIR`, or `/tmp` if not set.
    /// - Throws: `GatewayError` if the folder cannot be created.
    package static func make(_ name: String, in place: String? = nil) throws(GatewayError) -> String {
        do throws(SystemError) {
            return try Folder.makeTemporary(name, in: place)
        } catch {
            throw GatewayError(.cannotCreate, "cannot create a folder in \(place ?? Folder.temporary): \(error)")
        }
    }
}
