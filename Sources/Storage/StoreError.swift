// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Glibc
public import SystemSupport

/// The reason that the store cannot be opened, read or written. A store in an unclear state is never changed or
/// removed.
public enum StoreError: ProgramError, Hashable, Sendable {
    /// No environment variable determines the folder for state.
    case noPlace
    /// The folder in `$STATE_DIRECTORY`, which is relative. It would depend on the folder from which the program was
    /// started.
    case relativePlace(String)
    /// Accounts other than the owner may write to the folder, so it cannot say which keys are trusted.
    case exposed(path: String)
    /// The folder belongs to another account, which therefore says which keys are trusted, or could not use files that this
    /// account creates there.
    case otherOwner(path: String, account: String, isChanged: Bool)
    /// The folder or a file in it is not writable.
    case readOnly(path: String, reason: String)
    /// The disk is full.
    case full(path: String)
    /// The file is damaged.
    case corrupt(path: String, detail: String)
    /// The file is another program's intact database.
    case foreign(path: String)
    /// A later version of the gateway wrote the store: its version, and the latest one known here.
    case newer(path: String, version: Int, known: Int)
    /// Another daemon uses the store; its process ID if known.
    case locked(path: String, process: Int32?)
    /// Reading or writing failed for another reason.
    case failed(path: String, reason: String)
    /// The named file does not exist or is not readable.
    case unreadable(path: String, reason: String)
    /// The file for a backup already exists.
    case existing(path: String)
    /// Another backup to the same file is running.
    case busyBackup(path: String)
    /// The file for a backup cannot be created.
    case uncreatableBackup(path: String, error: SystemError)
    /// A file is not accepted in place of the store, for the given reason and with the given exit status.
    case unfitBackup(path: String, reason: String, status: ExitStatus)
    /// The path does not exist, or has been deleted.
    case unknownPath(Int64)
    /// The path is finished, so its points cannot be changed.
    case finishedPath(Int64)
    /// Points were removed from the path while it was being read.
    case changedPath(Int64)
    /// The value to store is invalid.
    case unsound(reason: String)

    /// The error with its remedy, for people.
    public var description: String { description(placedBy: "STATE_DIRECTORY") }

    /// The error with its remedy, for people.
    ///
    /// - Parameter setting: The setting that determines the folder for state: a variable of the environment, or a key of
    ///   the configuration.
    public func description(placedBy setting: String) -> String {
        switch self {
        case .noPlace:
            "no state directory is known: set STATE_DIRECTORY to a folder, or set HOME"
        case .relativePlace(let folder):
            "STATE_DIRECTORY is '\(folder.shownLine)', which is not an absolute path: set it to a path that begins with /"
        case .exposed(let path):
            "other accounts may write to \(path), so its store cannot say which keys are trusted: run 'chmod go-w "
                + "\(path)', and compare the keys with your own list"
        case .otherOwner(let path, let account, true):
            "the state folder \(path) belongs to the account \(account), which could not use files that another account "
                + "creates there: start the gateway, or run 'sudo -u \(account) gnss-gateway osnma trust …'"
        case .otherOwner(let path, let account, false):
            "the state folder \(path) belongs to the account \(account), which therefore says which keys are trusted: run "
                + "the command as this account (sudo -u \(account)), or set \(setting) to another folder"
        case .readOnly(let path, let reason):
            "cannot keep state in \(path): \(reason); give this user the folder "
                + "(chown -R \"$(id -un)\" \(path)), or set \(setting) to a writable one"
        case .full(let path):
            "cannot keep state in \(path): its disk is full; free some space (df \(path) shows how much is "
                + "available); no stored data are lost"
        case .corrupt(let path, let detail):
            "the store \(path) is damaged (\(detail)) and was not changed: 'gnss-gateway store check' shows more; put "
                + "a backup in its place, or move it away to start afresh"
        case .foreign(let path):
            "\(path) is another program's database and was not changed; move it away, or set \(setting) to "
                + "another folder"
        case .newer(let path, let version, let known):
            "the store \(path) was written by a later gnss-gateway (its version is \(version), this program knows "
                + "\(known)); run the later one, or set \(setting) to another folder"
        case .locked(let path, let process):
            "another gnss-gateway\(process.map { " (process \($0))" } ?? "") keeps its state in \(path); stop "
                + "it, or set \(setting) to another folder"
        case .failed(let path, let reason):
            "cannot use the store \(path): \(reason)"
        case .existing(let path):
            "\(path) already exists; choose another name"
        case .busyBackup(let path):
            "another backup to \(path) is running; wait for its end, or choose another name"
        case .uncreatableBackup(let path, let error):
            "cannot create the backup \(path): \(error)"
        case .unreadable(let path, let reason):
            "cannot read \(path): \(reason)"
        case .unfitBackup(let path, let reason, _):
            "\(path) was not restored: \(reason); the store is unchanged"
        case .unknownPath(let id):
            "path \(id) does not exist; see 'gnss-gateway paths list'"
        case .finishedPath(let id):
            "path \(id) is finished and cannot be changed; start another"
        case .changedPath(let id):
            "points were removed from path \(id) while it was being read; read it again"
        case .unsound(let reason):
            "cannot store this: \(reason)"
        }
    }

    /// The error without its remedy.
    var reason: String {
        switch self {
        case .readOnly(let path, let reason): "the gateway may not write \(path) (\(reason))"
        case .full(let path): "the disk of \(path) is full"
        case .corrupt(let path, let detail): "the store \(path) is damaged (\(detail))"
        case .foreign(let path): "\(path) is another program's database"
        case .newer(let path, let version, let known):
            "a later gnss-gateway wrote the store \(path) (its version is \(version), this program knows \(known))"
        default: description
        }
    }

    /// True if the disk is full.
    public var isFull: Bool { if case .full = self { true } else { false } }

    /// True if the cause may disappear while the program runs.
    public var mayPass: Bool {
        switch self {
        case .full, .readOnly: true
        default: false
        }
    }

    /// The exit status of a command that fails for this.
    public var exitStatus: ExitStatus {
        switch self {
        case .finishedPath, .unsound: .badData
        case .unknownPath, .unreadable: .noInput
        case .unfitBackup(_, _, let status): status
        case .uncreatableBackup(_, let error): error.isPermission ? .noPermission : .cannotCreate
        case .locked: .unavailable
        case .corrupt, .foreign: .corruptStore
        case .full, .existing, .busyBackup: .cannotCreate
        case .failed, .changedPath: .inputOutput
        case .readOnly, .exposed, .otherOwner: .noPermission
        case .newer, .noPlace, .relativePlace: .configuration
        }
    }

    /// Converts the error of a system call.
    init(code: Int32, path: String, doing action: String) {
        self =
            switch code {
            case EACCES, EPERM, EROFS: .readOnly(path: path, reason: SystemError.text(of: code))
            case ENOSPC, EDQUOT: .full(path: path)
            default: .failed(path: path, reason: "\(action): \(SystemError.text(of: code))")
            }
    }

    /// Converts an error of SQLite, or of this module.
    init(_ error: any Error, path: String) {
        if let error = error as? StoreError {
            self = error
            return
        }
        if let cell = error as? BadCell {
            self = .corrupt(path: path, detail: cell.description)
            return
        }
        guard let error = error as? DatabaseError else {
            self = .failed(path: path, reason: "\(error)")
            return
        }
        let reason = error.message ?? "SQLite's error \(error.extendedResultCode.rawValue)"
        let folder = StateFolder.folder(of: path)
        switch error.resultCode {
        case .SQLITE_FULL: self = .full(path: folder)
        case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly(path: folder, reason: reason)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(path: path, detail: reason)
        // Another gateway would hold `StoreLock`, so this is a program that only reads the store.
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .failed(path: path, reason: "another program uses it: \(reason)")
        // SQLite reports all disk problems with these codes, so the disk itself is checked.
        case .SQLITE_IOERR where StateFolder.isFull(folder), .SQLITE_CANTOPEN where StateFolder.isFull(folder):
            self = .full(path: folder)
        case .SQLITE_CANTOPEN where access(folder, W_OK) != 0:
            self = .readOnly(path: folder, reason: SystemError.text(of: errno))
        default: self = .failed(path: path, reason: reason)
        }
    }
}
