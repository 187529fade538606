// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Speaks to a UNIX socket byte by byte.
struct RawClient: ~Copyable {
    struct Failure: Error { let code: Int32 }

    private let descriptor: Int32

    deinit { close(descriptor) }

    /// A bound socket that nobody listens on any more, as a dead daemon leaves it.
    static func leaveStaleSocket(at path: String) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        try withAddress(path) { bind(descriptor, $0, $1) }
    }

    /// A socket that somebody else listens on.
    static func listening(at path: String) throws -> RawClient {
        let client = RawClient(descriptor: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        try withAddress(path) { bind(client.descriptor, $0, $1) }
        guard listen(client.descriptor, 1) == 0 else { throw Failure(code: errno) }
        return client
    }

    static func send(_ request: String, to path: String) throws -> RawClient {
        let client = RawClient(descriptor: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        try withAddress(path) { connect(client.descriptor, $0, $1) }
        guard write(client.descriptor, request, request.utf8.count) == request.utf8.count else {
            throw Failure(code: errno)
        }
        return client
    }

    /// The whole answer.
    static func get(_ target: String, from path: String) async throws -> String {
        // Not on a thread of the pool, which the daemon of the test needs too.
        try await onThread { Result { try answer(to: target, from: path) } }.get()
    }

    private static func answer(to target: String, from path: String) throws -> String {
        let client = try send("GET \(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: path)
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(client.descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            answer += buffer[..<count]
        }
        return String(decoding: answer, as: UTF8.self)
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
        if result != 0 { throw Failure(code: errno) }
    }
}
