// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// The exclusive right to a socket's path: a lock on a file in the same folder, which is held until `release` or the
/// end of the process. Two daemons that start at the same time therefore cannot both use the path. The lock file is
/// never removed, because the next daemon may already have locked it.
package final class SocketClaim: Sendable {
    package let path: String
    /// Protects the descriptor of the lock file, which is negative after `release`.
    private let lock: Mutex<Int32>

    /// Claims the path, and removes a socket that a dead daemon left there.
    ///
    /// - Throws: `ControlSocketError` if the path is in use or cannot be used.
    package init(path: String) throws(ControlSocketError) {
        guard path.utf8.count <= ControlSocket.pathLimit else { throw .pathTooLong(path: path) }
        let folder = SocketFolder(of: path)
        try folder.make(for: path)
        try folder.check()
        let descriptor = try Self.lock(path: path)
        do {
            try Self.clear(path)
        } catch {
            close(descriptor)
            throw error
        }
        self.path = path
        lock = Mutex(descriptor)
    }

    deinit { release() }

    /// Removes the socket and releases the path.
    package func release() {
        lock.withLock { descriptor in
            guard descriptor >= 0 else { return }
            unlink(path)
            close(descriptor)
            descriptor = -1
        }
    }

    private static func lock(path: String) throws(ControlSocketError) -> Int32 {
        let lockPath = path + ".lock"
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .refused(path: path, action: "create the lock \(lockPath)", code: errno) }
        // A daemon that is stopping releases the lock within 2 s.
        for _ in 0..<50 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
            guard errno == EWOULDBLOCK else { break }
            usleep(50_000)
        }
        let code = errno
        close(descriptor)
        throw code == EWOULDBLOCK
            ? .alreadyRunning(path: path) : .refused(path: path, action: "lock \(lockPath)", code: code)
    }

    /// Removes a socket that a dead daemon left.
    private static func clear(_ path: String) throws(ControlSocketError) {
        switch FileKind(of: path, followingLinks: false) {
        case .nothing: break
        case .regular, .other: throw .notASocket(path: path)
        case .socket:
            if SocketProbe.isAnswered(path) { throw .alreadyRunning(path: path) }
            guard unlink(path) == 0 else {
                throw .refused(path: path, action: "remove the previous run's files", code: errno)
            }
        }
    }
}

/// Tests whether a program listens on a UNIX socket.
public enum SocketProbe {
    /// Returns true if a program listens on the socket.
    ///
    /// - Parameter path: The path, of which at most `ControlSocket.pathLimit` bytes are used.
    public static func isAnswered(_ path: String) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(ControlSocket.pathLimit)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        // Every socket address begins like a `sockaddr`; the kernel copies it during the call.
        let answer = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        // EAGAIN means that the queue of a listening process is full.
        return answer == 0 || errno == EAGAIN
    }
}
