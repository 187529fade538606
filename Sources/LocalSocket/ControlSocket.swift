// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Where the daemon listens for its own command line.
///
/// The first of these that applies:
/// 1. `$GNSS_GATEWAY_SOCKET`, a path (for tests and for more than one daemon);
/// 2. `$RUNTIME_DIRECTORY/gnss-gateway/control.sock`, as systemd sets it for a unit; a runtime directory that is itself
///    called `gnss-gateway` is taken as it is, so that a unit with `RuntimeDirectory=gnss-gateway` listens at 4;
/// 3. `$XDG_RUNTIME_DIR/gnss-gateway/control.sock`;
/// 4. as root `/run/gnss-gateway/control.sock`;
/// 5. `/tmp/gnss-gateway-<uid>/control.sock`, in a folder of mode 0700 that must be the user's own.
public enum ControlSocket {
    /// The longest path of a UNIX socket in bytes (`sun_path` without its NUL).
    public static let pathLimit = 107

    /// Where the system's daemon listens.
    static let systemPath = "/run/gnss-gateway/control.sock"

    /// Where the daemon listens.
    ///
    /// - Parameters:
    ///   - environment: looks up a variable; that of the process where none is given.
    ///   - user: the user id; the effective one where none is given.
    public static func defaultPath(
        environment: (String) -> String? = Self.variable, user: UInt32? = nil
    ) -> String {
        if let path = environment("GNSS_GATEWAY_SOCKET") { return path }
        // systemd joins several by colons.
        let runtime = environment("RUNTIME_DIRECTORY")?.split(separator: ":").first.map(String.init)
        if let folder = runtime ?? environment("XDG_RUNTIME_DIR") { return path(below: folder) }
        let user = user ?? geteuid()
        return user == 0 ? systemPath : fallbackFolder(user) + "/control.sock"
    }

    /// Where a client finds the daemon: `defaultPath`, or the system's daemon if only that has a socket, or a folder that
    /// this user may not look into.
    public static func clientPath(
        environment: (String) -> String? = Self.variable, user: UInt32? = nil
    ) -> String {
        clientPath(environment: environment, user: user, system: systemPath)
    }

    /// The same with another path for the system's daemon.
    static func clientPath(environment: (String) -> String?, user: UInt32?, system: String) -> String {
        let own = defaultPath(environment: environment, user: user)
        let isSelected = environment("GNSS_GATEWAY_SOCKET") != nil
        guard !isSelected, access(own, F_OK) != 0 else { return own }
        return access(system, F_OK) == 0 || errno == EACCES ? system : own
    }

    /// How this user gets the right to a socket, as a command and what follows; nil where the group of the socket, or
    /// of its folder, cannot be found out, is of no use, or has no right to it either.
    public static func remedy(for path: String) -> String? {
        guard let user = getpwuid(geteuid()).flatMap({ String(validatingCString: $0.pointee.pw_name) }) else {
            return nil
        }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        // To enter a folder takes the right to search it, to use a socket reading and writing.
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & 0o010 != 0 else { return nil }
        var socket = stat()
        if stat(path, &socket) == 0 {
            guard socket.st_mode & 0o060 == 0o060 else { return nil }
            status = socket
        }
        guard status.st_gid != 0,
            let group = getgrgid(status.st_gid).flatMap({ String(validatingCString: $0.pointee.gr_name) })
        else { return nil }
        return "'sudo usermod -aG \(group) \(user)', then log in again"
    }

    /// A variable of the environment; nil where it is empty.
    public static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The folder of `/tmp` that must be the user's own.
    package static func fallbackFolder(_ user: UInt32 = geteuid()) -> String { "/tmp/gnss-gateway-\(user)" }

    private static func path(below folder: String) -> String {
        var folder = folder[...]
        while folder.count > 1, folder.last == "/" { folder.removeLast() }
        return folder.hasSuffix("/gnss-gateway") ? folder + "/control.sock" : folder + "/gnss-gateway/control.sock"
    }
}
