// SPDX-License-Identifier: Apache-2.0

public import LocalSocket
public import SystemSupport

/// The reason why a request to the control interface failed.
public enum ControlClientError: ProgramError, Hashable {
    /// No program listens on the socket.
    case notRunning(path: String)
    /// This user has no permission to use the socket.
    case noPermission(path: String)
    /// The socket's folder belongs to another user, or the socket's path is invalid.
    case badSocket(ControlSocketError)
    /// The daemon refused the request, with the HTTP status and the reason.
    case refused(status: UInt, text: String)
    /// The stream ended unexpectedly.
    case cut(path: String)
    /// The connection failed for another reason.
    case failed(path: String, reason: String)

    /// The error for people.
    public var description: String {
        switch self {
        case .notRunning(let path):
            "no gnss-gateway is running: no socket at \(path); start it with gnss-gateway run"
        case .noPermission(let path):
            "permission denied for the control socket \(path), which only the daemon's user and group may use: "
                + (ControlSocket.remedy(for: path) ?? "run this as the daemon's user, or with sudo")
        case .badSocket(let error): error.description
        case .refused(let status, let text):
            text.isEmpty ? "the gnss-gateway refused with HTTP status \(status)" : text
        case .cut(let path):
            "the gnss-gateway at \(path) closed the stream: it exited unexpectedly, the data were changed or deleted "
                + "meanwhile, or this program was too slow; see its log"
        case .failed(let path, let reason):
            "communication with the gnss-gateway at \(path) failed: \(reason)"
        }
    }

    /// The exit status: 69 if no daemon is running, 77 without permission, 64 for an invalid request, 73 if the
    /// daemon's disk is full, 74 if the connection broke or the request failed.
    public var exitStatus: ExitStatus {
        switch self {
        case .notRunning: .unavailable
        case .noPermission: .noPermission
        case .badSocket(let error): error.exitStatus
        case .refused(400, _): .usage
        case .refused(507, _): .cannotCreate
        case .refused: .unavailable
        case .cut, .failed: .inputOutput
        }
    }
}
