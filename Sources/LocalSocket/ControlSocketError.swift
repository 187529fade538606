// SPDX-License-Identifier: Apache-2.0

public import SystemSupport

/// The reason why the daemon cannot listen on its socket.
public enum ControlSocketError: ProgramError, Hashable {
    /// Another daemon uses the socket.
    case alreadyRunning(path: String)
    /// The path is too long for a UNIX socket.
    case pathTooLong(path: String)
    /// The path exists but is not a socket.
    case notASocket(path: String)
    /// The folder in `/tmp` does not belong to the user.
    case unsafeFolder(folder: String, reason: String)
    /// The system refused an action; `code` is the value of `errno`.
    case refused(path: String, action: String, code: Int32)

    /// The error for people.
    public var description: String {
        switch self {
        case .alreadyRunning(let path):
            "another gnss-gateway is running (socket \(path)); stop it, or set GNSS_GATEWAY_SOCKET to another path"
        case .pathTooLong(let path):
            "the control socket's path has \(path.utf8.count) bytes, but the limit is \(ControlSocket.pathLimit): "
                + "\(path); set GNSS_GATEWAY_SOCKET to a shorter path"
        case .notASocket(let path):
            "\(path), the control socket's path, exists and is not a socket; remove it, or set GNSS_GATEWAY_SOCKET"
        case .unsafeFolder(let folder, let reason):
            "cannot create the control socket in \(folder): \(reason); fix or remove the folder, or set "
                + "GNSS_GATEWAY_SOCKET"
        case .refused(let path, let action, let code):
            "cannot \(action) for the control socket \(path): \(SystemError(code)); set GNSS_GATEWAY_SOCKET to a path "
                + "in a folder that you may write to"
        }
    }

    /// The exit status: 69 for a second daemon, 77 for a missing permission or an unsafe folder, 78 for an invalid
    /// path, otherwise 73.
    public var exitStatus: ExitStatus {
        switch self {
        case .alreadyRunning: .unavailable
        case .pathTooLong: .configuration
        case .unsafeFolder: .noPermission
        case .refused(_, _, let code) where SystemError(code).isPermission: .noPermission
        case .notASocket, .refused: .cannotCreate
        }
    }
}
