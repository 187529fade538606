// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// One HTTP request after the other, over TCP or a UNIX socket.
enum PlainHTTP {
    struct Answer {
        var status: Int
        /// The lines of its head, the first one left out.
        var headers: [Substring]
        var text: String

        /// Its object; empty where it is none.
        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
        }
    }

    struct Failure: Error, CustomStringConvertible { var description: String }

    /// Asks a server on a port.
    ///
    /// - Parameters:
    ///   - host: The server's IPv4 address.
    ///   - isHeadEnough: Whether the answer's body is left out, as a stream's must be.
    static func request(
        _ method: String, _ path: String, headers: [String: String] = [:], body: String = "", port: UInt16,
        host: String = "127.0.0.1", isHeadEnough: Bool = false
    ) throws -> Answer {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else {
            throw Failure(description: "no IPv4 address: \(host)")
        }
        return try exchange(
            AF_INET, &address, method, path, headers, Array(body.utf8), isHeadEnough: isHeadEnough)
    }

    /// Asks a daemon on its control socket.
    static func request(
        _ method: String, _ path: String, headers: [String: String] = [:], body: String = "", socket: String,
        isHeadEnough: Bool = false
    ) throws -> Answer {
        try request(method, path, headers: headers, bytes: Array(body.utf8), socket: socket, isHeadEnough: isHeadEnough)
    }

    /// Sends bytes to a daemon on its control socket.
    static func request(
        _ method: String, _ path: String, headers: [String: String] = [:], bytes: [UInt8], socket: String,
        isHeadEnough: Bool = false
    ) throws -> Answer {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socket.utf8.prefix($0.count - 1)) }
        return try exchange(AF_UNIX, &address, method, path, headers, bytes, isHeadEnough: isHeadEnough)
    }

    private static func exchange<Address>(
        _ family: Int32, _ address: inout Address, _ method: String, _ path: String,
        _ headers: [String: String], _ body: [UInt8], isHeadEnough: Bool = false
    ) throws -> Answer {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(description: "no socket: \(errno)") }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
            }
        }
        guard isConnected else { throw Failure(description: "\(method) \(path): not connected: \(errno)") }
        let lines = [
            "Host": "localhost", "Connection": "close", "Content-Type": "application/json",
            "Content-Length": "\(body.count)",
        ].merging(headers) { $1 }.map { "\($0): \($1)\r\n" }
        let head = "\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n"
        var left = (Array(head.utf8) + body)[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(description: "\(method) \(path): not sent: \(errno)") }
            left = left.dropFirst(count)
        }
        return try read(descriptor, "\(method) \(path)", isHeadEnough: isHeadEnough)
    }

    private static func read(_ descriptor: Int32, _ name: String, isHeadEnough: Bool) throws -> Answer {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else { throw Failure(description: "\(name): no answer: \(errno)") }
            if count == 0 { break }
            bytes += buffer[..<count]
            // chromedriver keeps the connection.
            if isWhole(bytes) || (isHeadEnough && bytes.firstRange(of: Array("\r\n\r\n".utf8)) != nil) { break }
        }
        let end = Array("\r\n\r\n".utf8)
        guard let head = bytes.firstRange(of: end) else { throw Failure(description: "\(name): no head in the answer") }
        let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).split(whereSeparator: \.isNewline)
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return Answer(
            status: status, headers: Array(lines.dropFirst()),
            text: String(decoding: bytes[head.upperBound...], as: UTF8.self))
    }

    /// Whether as much of the body is there as the head says; false where it does not say it.
    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        guard let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
        let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).lowercased().split(
            whereSeparator: \.isNewline)
        guard let line = lines.first(where: { $0.hasPrefix("content-length:") }),
            let length = Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces))
        else { return false }
        return bytes.count - head.upperBound >= length
    }
}
