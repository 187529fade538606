// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The folder of a control socket.
package struct SocketFolder {
    package let path: String

    /// True for the folder in `/tmp`, which any user could have created to impersonate the daemon.
    private let isFallback: Bool

    /// Determines the folder of a socket.
    package init(of socket: String, fallback: String = ControlSocket.fallbackFolder()) {
        let slash = socket.lastIndex(of: "/")
        path = slash.map { $0 == socket.startIndex ? "/" : String(socket[..<$0]) } ?? "."
        isFallback = path == fallback
    }

    /// Creates the folder if it does not exist, with mode 0750, or 0700 in `/tmp`. Its parent must exist.
    ///
    /// - Throws: `ControlSocketError` if the folder cannot be created.
    package func make(for socket: String) throws(ControlSocketError) {
        if mkdir(path, isFallback ? 0o700 : 0o750) != 0, errno != EEXIST {
            throw .refused(path: socket, action: "create the folder \(path)", code: errno)
        }
    }

    /// Checks a folder in `/tmp` and removes other users' access to it.
    ///
    /// - Throws: `ControlSocketError` if the folder does not belong to the user.
    package func check() throws(ControlSocketError) {
        guard isFallback else { return }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return }
            throw .unsafeFolder(folder: path, reason: "it is not a folder that this user may open (\(SystemError()))")
        }
        defer { close(descriptor) }
        // Only the owner can change the mode.
        guard fchmod(descriptor, 0o700) == 0 else {
            throw .unsafeFolder(folder: path, reason: "it belongs to another user")
        }
    }
}
