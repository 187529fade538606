// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The folder of a control socket.
package struct SocketFolder {
    package let path: String

    /// Whether it is the one in `/tmp`, where any user could have made it to pass for the daemon.
    private let isFallback: Bool

    /// The folder that a socket stands in.
    package init(of socket: String, fallback: String = ControlSocket.fallbackFolder()) {
        let slash = socket.lastIndex(of: "/")
        path = slash.map { $0 == socket.startIndex ? "/" : String(socket[..<$0]) } ?? "."
        isFallback = path == fallback
    }

    /// Makes it where it is missing: mode 0750, or 0700 in `/tmp`. Folders above it must be there.
    package func make(for socket: String) throws(ControlSocketError) {
        if mkdir(path, isFallback ? 0o700 : 0o750) != 0, errno != EEXIST {
            throw .refused(path: socket, action: "create the folder \(path)", code: errno)
        }
    }

    /// Throws where it stands in `/tmp` and is not the user's own. Takes from others what access they have to it.
    package func check() throws(ControlSocketError) {
        guard isFallback else { return }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return }
            throw .unsafeFolder(folder: path, reason: "it is not a folder of this user (\(SystemError()))")
        }
        defer { close(descriptor) }
        // Only the owner may do this.
        guard fchmod(descriptor, 0o700) == 0 else {
            throw .unsafeFolder(folder: path, reason: "it belongs to another user")
        }
    }
}
