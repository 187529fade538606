// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The simulator's folder, either permanent or for this run only.
struct SimulatorFolder: Sendable {
    /// Always absolute.
    let path: String
    /// True if the folder is kept for the next run.
    let isKept: Bool

    /// Opens the given folder, or creates one in the temporary directory that `close` removes.
    init(_ directory: String?) throws(SimulatorError) {
        guard let directory else {
            do throws(SystemError) {
                path = try Folder.makeTemporary("agrirouter-simulator")
            } catch {
                throw Self.fault(Folder.temporary, error)
            }
            isKept = false
            return
        }
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST, access("\(directory)/.", F_OK) == 0 else {
            throw Self.fault(directory, SystemError())
        }
        // Clients read the certificate by this path, and they may run in another folder.
        path = try directory.hasPrefix("/") ? directory : Self.resolved(directory)
        isKept = true
    }

    private static func resolved(_ path: String) throws(SimulatorError) -> String {
        // The C library allocates the text, which belongs to this function until `free`.
        guard let resolved = realpath(path, nil) else { throw Self.fault(path, SystemError()) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func fault(_ path: String, _ error: SystemError) -> SimulatorError {
        SimulatorError(
            description: "cannot create a folder at \(path): \(error); give another with --directory",
            exitStatus: error.isPermission ? .noPermission : .cannotCreate)
    }

    /// The server authority's certificate, which clients must trust.
    var authorityFile: String { "\(path)/server-ca.pem" }
    /// The authorities with their keys.
    var keptAuthorityFile: String { "\(path)/authority.json" }
    var stateFile: String { "\(path)/state.json" }
    /// The folder for temporary files.
    var workFolder: String { "\(path)/work" }

    /// Removes all that is not kept.
    func close() {
        rmdir(workFolder)
        guard !isKept else { return }
        for file in [authorityFile, keptAuthorityFile] { unlink(file) }
        rmdir(path)
    }
}
