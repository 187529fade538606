// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import StrictFormats
internal import SystemSupport

/// The simulator's folder, either permanent or for this run only.
struct SimulatorFolder: Sendable {
    /// Always absolute.
    let path: String
    /// True if the folder is kept for the next run.
    let isKept: Bool
    /// Held if the folder is permanent, because a second simulator would overwrite the state of the first.
    private let lock: FolderLock?

    /// Opens the given folder, or creates one in the temporary directory that `close` removes.
    init(_ directory: String?) throws(SimulatorError) {
        guard let directory else {
            do throws(SystemError) {
                path = try Folder.makeTemporary("agrirouter-simulator")
            } catch {
                throw Self.fault(Folder.temporary, error)
            }
            isKept = false
            lock = nil
            return
        }
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST, access("\(directory)/.", F_OK) == 0 else {
            throw Self.fault(directory, SystemError())
        }
        // Clients read the certificate by this path, and they may run in another folder.
        path = try directory.hasPrefix("/") ? directory : Self.resolved(directory)
        isKept = true
        lock = try FolderLock(path)
    }

    /// Reads a file of an earlier run; nil if it does not exist.
    ///
    /// - Throws: `SimulatorError` if the file cannot be read or is damaged.
    func kept(_ file: String) throws(SimulatorError) -> JSONValue? {
        do {
            // Messages of up to a megabyte wait in the feeds, so the state may be large.
            return try JSONReader.read(try WholeFile.read(file, atMost: 1 << 30))
        } catch FileReadError.system(let error) where error.code == ENOENT {
            return nil
        } catch {
            throw Self.damaged(file, "\(error)")
        }
    }

    /// The error of a file of an earlier run that cannot be used.
    static func damaged(_ file: String, _ reason: String) -> SimulatorError {
        SimulatorError(
            description: "cannot use \(file): \(reason); restore it, or remove it to start empty", exitStatus: .badData)
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
        lock?.release()
        guard !isKept else { return }
        for file in [authorityFile, keptAuthorityFile] { unlink(file) }
        rmdir(path)
    }
}

/// The exclusive right to a folder, until it is released or the process ends in any way.
private final class FolderLock: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws(SimulatorError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Some file systems, such as NFS, cannot lock a folder; there, a second simulator is not noticed.
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            let error = SystemError()
            if descriptor >= 0 { close(descriptor) }
            throw SimulatorError(
                description: error.code == EWOULDBLOCK
                    ? "another simulator uses \(path); end it, or give another folder with --directory"
                    : "cannot open \(path): \(error); give another folder with --directory",
                exitStatus: error.isPermission ? .noPermission : .unavailable)
        }
        self.descriptor = descriptor
    }

    func release() { flock(descriptor, LOCK_UN) }

    deinit { close(descriptor) }
}
