// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Ports for programs that are told where to listen.
///
/// They lie below those that the system gives to outgoing connections (32768 and above), and each process of tests has a
/// block of its own. So nobody takes a port between the moment it is given out and the moment a program listens on it.
final class FreePorts: Sendable {
    static let shared = FreePorts()

    private static let count = 500
    /// Browsers refuse port 10080, as one of another protocol.
    private static let begins = Array(stride(from: 10_500, to: 32_000, by: count))

    private let begin: Int
    /// Guards how many ports were given out.
    private let given = Mutex(0)

    private init() {
        // The lock lasts as long as the process: its descriptor is never closed.
        let block = Self.begins.first { begin in
            let file = open("/tmp/gnss-test-ports-\(begin)", O_CREAT | O_RDWR | O_CLOEXEC, 0o666)
            guard file >= 0 else { return false }
            if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
            close(file)
            return false
        }
        begin = block ?? Self.begins[Int(getpid()) % Self.begins.count]
    }

    /// A port that nobody listens on now, and that no other test gets.
    func take() throws -> Int {
        for _ in 0..<Self.count {
            let number = given.withLock { given in
                defer { given += 1 }
                return given
            }
            let port = begin + number % Self.count
            if Self.isFree(port) { return port }
        }
        throw Exhausted()
    }

    private struct Exhausted: Error {}

    private static func isFree(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
        }
    }
}
