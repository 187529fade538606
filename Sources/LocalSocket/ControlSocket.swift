// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The socket on which the daemon listens for its own command line.
///
/// The path is the first of these that applies:
/// 1. `$GNSS_GATEWAY_SOCKET`, a path (for tests and for more than one daemon);
/// 2. `$RUNTIME_DIRECTORY/gnss-gateway/control.sock`, as systemd sets it for a unit; a runtime directory named
///    `gnss-gateway` is used directly, so that a unit with `RuntimeDirectory=gnss-gateway` listens at path 4;
/// 3. `$XDG_RUNTIME_DIR/gnss-gateway/control.sock`;
/// 4. `/run/gnss-gateway/control.sock` for root;
/// 5. `/tmp/gnss-gateway-<uid>/control.sock`, in a folder of mode 0700 that must belong to the user.
public enum ControlSocket {
    /// The longest path of a UNIX socket in bytes (`sun_path` without its NUL).
    public static let pathLimit = 107

    /// The path of the system daemon's socket.
    static let systemPath = "/run/gnss-gateway/control.sock"

    /// Returns the path on which the daemon listens.
    ///
    /// - Parameters:
    ///   - environment: Looks up a variable; by default in the process environment.
    ///   - user: The user ID; by default the effective one.
    public static func defaultPath(
        environment: (String) -> String? = Self.variable, user: UInt32? = nil
    ) -> String {
        if let path = environment("GNSS_GATEWAY_SOCKET") { return path }
        // systemd separates several folders by colons.
        let runtime = environment("RUNTIME_DIRECTORY")?.split(separator: ":").first.map(String.init)
        if let folder = runtime ?? environment("XDG_RUNTIME_DIR") { return path(below: folder) }
        let user = user ?? geteuid()
        return user == 0 ? systemPath : fallbackFolder(user) + "/control.sock"
    }

    /// Returns the path on which a client finds the daemon: `defaultPath`, or the system daemon's path if only that one
    /// exists or is in a folder that this user cannot access.
    public static func clientPath(
        environment: (String) -> String? = Self.variable, user: UInt32? = nil
    ) -> String {
        clientPath(environment: environment, user: user, system: systemPath)
    }

    /// Returns the same as `clientPath(environment:user:)`, with `system` as the path of the system daemon.
    static func clientPath(environment: (String) -> String?, user: UInt32?, system: String) -> String {
        let own = defaultPath(environment: environment, user: user)
        let isSelected = environment("GNSS_GATEWAY_SOCKET") != nil
        guard !isSelected, access(own, F_OK) != 0 else { return own }
        return access(system, F_OK) == 0 || errno == EACCES ? system : own
    }

    /// Returns the command with which this user gets access to a socket; nil if the group of the socket or its folder
    /// is unknown, is unsuitable, or has no access itself.
    public static func remedy(for path: String) -> String? {
        missingGroup(for: path).map { "'sudo usermod -aG \($0.group) \($0.user)', then log in again" }
    }

    /// The group whose members may use a socket, and this user; nil if the group of the socket or its folder is
    /// unknown, is unsuitable, or has no access itself.
    public static func missingGroup(for path: String) -> (group: String, user: String)? {
        guard let user = getpwuid(geteuid()).flatMap({ String(validatingCString: $0.pointee.pw_name) }) else {
            return nil
        }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        // Entering a folder requires the search permission; using a socket requires reading and writing.
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
        return (group, user)
    }

    /// Looks up an environment variable; nil if it is empty or not set.
    public static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The folder in `/tmp`, which must belong to the user.
    package static func fallbackFolder(_ user: UInt32 = geteuid()) -> String { "/tmp/gnss-gateway-\(user)" }

    private static func path(below folder: String) -> String {
        var folder = folder[...]
        while folder.count > 1, folder.last == "/" { folder.removeLast() }
        return folder.hasSuffix("/gnss-gateway") ? folder + "/control.sock" : folder + "/gnss-gateway/control.sock"
    }
}
