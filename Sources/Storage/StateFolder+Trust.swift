// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension StateFolder {
    /// Finds the folder of the store that says, without the daemon, which keys are trusted: the named one, otherwise that of
    /// `ofStore`. A command that only reads uses the folder of this user if it may not enter the service's.
    ///
    /// The answer never comes from a folder that others may write: neither from one with such a mode, nor from another
    /// account's that only the environment names, such as a home that sudo kept. A command that writes needs a folder of
    /// its own account, because the daemon's account could not use files of another one.
    ///
    /// - Parameters:
    ///   - named: The folder that the operator named; nil for none.
    ///   - isChanged: True if the command writes to the store.
    ///   - environment: Looks up a variable; by default in the process environment.
    ///   - user: The user ID; by default the effective one.
    ///   - service: The folder of the installed service.
    /// - Throws: `StoreError.otherOwner` or `.exposed` if the folder must not be used; otherwise as `ofStore`.
    public static func ofTrust(
        _ named: String?, isChanged: Bool, environment: (String) -> String? = Self.variable, user: UInt32? = nil,
        service: String = Self.service
    ) throws(StoreError) -> StateFolder {
        let user = user ?? geteuid()
        let folder: StateFolder
        if let named {
            folder = StateFolder(named)
        } else {
            let found = try ofStore(environment: environment, user: user, service: service)
            let isUnreadable = !isChanged && found.path == service && isClosed(service)
            folder = isUnreadable ? (try? StateFolder(environment: environment, user: user)) ?? found : found
        }
        var status = stat()
        // A missing folder is created, or has no store that says anything.
        guard stat(folder.path, &status) == 0 else { return folder }
        let isNamed = named != nil || environment("STATE_DIRECTORY") != nil || folder.path == service
        let isOwn = status.st_uid == user || !isChanged && (isNamed || status.st_uid == 0)
        guard isOwn else {
            throw .otherOwner(path: folder.path, account: account(status.st_uid), isChanged: isChanged)
        }
        guard !mayOthersWrite(status) else { throw .exposed(path: folder.path) }
        return folder
    }

    /// True if a folder exists that this process may not read.
    public static func isClosed(_ folder: String) -> Bool {
        access(folder, F_OK) == 0 && access(folder, R_OK | X_OK) != 0
    }

    /// True if accounts other than the owner and root may create files in a folder.
    static func mayOthersWrite(_ folder: stat) -> Bool {
        if folder.st_mode & S_IWOTH != 0 { return true }
        guard folder.st_mode & S_IWGRP != 0 else { return false }
        // Many systems give each user a group of the same name without other members, and let it write by default. The
        // entries are valid until the next call, and are copied or compared before.
        guard let group = getgrgid(folder.st_gid), let name = String(validatingCString: group.pointee.gr_name) else {
            return true
        }
        let hasMembers = group.pointee.gr_mem?.pointee != nil
        return hasMembers || name != account(folder.st_uid)
    }

    /// The name of an account, as `sudo -u` takes it.
    private static func account(_ user: UInt32) -> String {
        getpwuid(user).flatMap { String(validatingCString: $0.pointee.pw_name) } ?? "\\#\(user)"
    }
}
