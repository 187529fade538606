// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The simulator's folder: one that is kept, or one for this run alone.
struct SimulatorFolder: Sendable {
    /// Where it is.
    let path: String
    /// Whether it stays for the next run.
    let isKept: Bool

    /// Opens a folder, or makes one under `TMPDIR` that `close` removes.
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
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
            throw Self.fault(directory, SystemError())
        }
        path = directory
        isKept = true
    }

    private static func fault(_ path: String, _ error: SystemError) -> SimulatorError {
        SimulatorError(description: "cannot create a folder at \(path): \(error); give another with --directory")
    }

    /// The certificate that clients trust.
    var authorityFile: String { "\(path)/server-ca.pem" }
    /// The authorities with their keys.
    var keptAuthorityFile: String { "\(path)/authority.json" }
    /// The service's state.
    var stateFile: String { "\(path)/state.json" }
    /// Files on the way.
    var workFolder: String { "\(path)/work" }

    /// Removes what is not to be kept.
    func close() {
        rmdir(workFolder)
        guard !isKept else { return }
        for file in [authorityFile, keptAuthorityFile] { unlink(file) }
        rmdir(path)
    }
}
