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

    /// A port of loopback that somebody else listens on.
    static func listeningOnLoopback() throws -> (client: Shared, port: UInt16) {
        let client = Shared(RawClient(descriptor: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)))
        let descriptor = client.client.descriptor
        var port: UInt16 = 0
        let isListening = withLoopback(port: 0) { address, size in
            var size = size
            guard bind(descriptor, address, size) == 0, listen(descriptor, 1) == 0,
                getsockname(descriptor, address, &size) == 0
            else { return false }
            port = UInt16(bigEndian: UnsafeRawPointer(address).load(fromByteOffset: 2, as: UInt16.self))
            return true
        }
        guard isListening else { throw Failure(code: errno) }
        return (client, port)
    }

    /// A client that is kept.
    final class Shared {
        fileprivate let client: RawClient
        fileprivate init(_ client: consuming RawClient) { self.client = client }
    }

    /// The whole answer.
    static func get(_ target: String, from path: String) async throws -> String {
        try await request("GET", target, from: path)
    }

    /// The whole answer to a request over a UNIX socket.
    static func request(
        _ method: String, _ target: String, headers: [String: String] = [:], body: String = "", from path: String
    ) async throws -> String {
        let text = text(method, target, headers, body)
        // Not on a thread of the pool, which the daemon of the test needs too.
        return try await onThread { Result { try send(text, to: path).answer() } }.get()
    }

    /// The whole answer to a request over TCP.
    static func request(
        _ method: String, _ target: String, headers: [String: String], body: String, fromPort port: UInt16
    ) async throws -> String {
        let text = text(method, target, headers, body)
        return try await onThread { Result { try send(text, toPort: port).answer() } }.get()
    }

    private static func text(_ method: String, _ target: String, _ headers: [String: String], _ body: String) -> String
    {
        let all = ["Host": "localhost", "Connection": "close", "Content-Length": "\(body.utf8.count)"]
            .merging(headers) { $1 }
        let lines = all.map { "\($0): \($1)\r\n" }.joined()
        return "\(method) \(target) HTTP/1.1\r\n\(lines)\r\n\(body)"
    }

    private static func send(_ request: String, toPort port: UInt16) throws -> RawClient {
        let client = RawClient(descriptor: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        let isConnected = withLoopback(port: port) { connect(client.descriptor, $0, $1) == 0 }
        guard isConnected, write(client.descriptor, request, request.utf8.count) == request.utf8.count else {
            throw Failure(code: errno)
        }
        return client
    }

    /// Calls `body` with the address of a port of loopback, `sockaddr_in` as ip(7) lays it out.
    ///
    /// The fields by name would need the module that defined them first, and which one that is (Glibc or one of
    /// SwiftNIO's) depends on the order in which the compiler reads this module's files.
    private static func withLoopback(
        port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Bool
    ) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            bytes.storeBytes(of: UInt16(AF_INET), as: UInt16.self)
            bytes.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
            bytes.storeBytes(of: UInt32(0x7F00_0001).bigEndian, toByteOffset: 4, as: UInt32.self)
            // The memory is as large and aligned as an address; its size is passed with it.
            guard let start = bytes.baseAddress else { return false }
            return body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
    }

    private func answer() -> String {
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
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
