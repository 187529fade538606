// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A socket that libcurl opened and may close at any time. Another part of the process may then get the same
/// descriptor, so the socket is identified by its inode.
struct OpenedSocket {
    private let descriptor: Int32
    private let inode: ino_t

    /// - Parameter descriptor: The open socket.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        inode = Self.inode(of: descriptor) ?? 0
    }

    /// True if the socket is still open, the peer has closed the connection, and all its data have been read.
    var hasPeerClosed: Bool {
        guard Self.inode(of: descriptor) == inode else { return false }
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
    }

    private static func inode(of descriptor: Int32) -> ino_t? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_ino : nil
    }
}
