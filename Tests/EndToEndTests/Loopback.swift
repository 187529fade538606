// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Sockets of loopback.
enum Loopback {
    struct Failure: Error { var code: Int32 }

    /// A connection to a port.
    ///
    /// - Parameter buffer: how many bytes the system keeps that are not read; nil: as many as it likes.
    static func connect(port: Int, buffer: Int32? = nil) throws -> Int32 {
        let descriptor = try open()
        if var buffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &buffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = address(UInt16(port))
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw failure(closing: descriptor) }
        return descriptor
    }

    /// A socket that listens on a free port.
    static func listen() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = try open()
        var (address, size) = (address(0), socklen_t(MemoryLayout<sockaddr_in>.size))
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && Glibc.listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isListening else { throw failure(closing: descriptor) }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    static func send(_ text: String, to descriptor: Int32) throws { try send(Array(text.utf8), to: descriptor) }

    static func send(_ bytes: [UInt8], to descriptor: Int32) throws {
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure(code: errno)
        }
    }

    /// Whether the other side has closed the connection; reads what it has sent.
    static func isClosed(_ descriptor: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count <= 0 { return count == 0 || errno != EAGAIN }
        }
    }

    private static func open() throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        return descriptor
    }

    private static func failure(closing descriptor: Int32) -> Failure {
        let code = errno
        close(descriptor)
        return Failure(code: code)
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
