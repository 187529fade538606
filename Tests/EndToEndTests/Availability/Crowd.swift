// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Many clients of one port of the loopback, or of one socket, that remember what they were sent.
final class Crowd {
    /// One of them.
    struct Member {
        let descriptor: Int32
        var received: [UInt8] = []
        var isClosed = false

        var text: String { String(decoding: received, as: UTF8.self) }
    }

    private(set) var members: [Member] = []

    /// Connects so many, and has each say something.
    init(_ count: Int, port: Int, saying words: String = "") throws {
        try allowDescriptors()
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        for _ in 0..<count {
            try add(AF_INET, words) { descriptor in
                withUnsafePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                    }
                }
            }
        }
    }

    /// Connects so many to a UNIX socket.
    init(_ count: Int, socket path: String, saying words: String = "") throws {
        try allowDescriptors()
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        for _ in 0..<count {
            try add(AF_UNIX, words) { descriptor in
                withUnsafePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                    }
                }
            }
        }
    }

    deinit { for member in members { close(member.descriptor) } }

    /// How many were sent this.
    func count(of words: String) -> Int {
        let bytes = Data(words.utf8)
        return members.count { Data($0.received).range(of: bytes) != nil }
    }

    /// How many the other side has closed.
    var closed: Int { members.count(where: \.isClosed) }

    /// Reads until the condition holds or the time is up.
    func reads(within seconds: Double = 60, until condition: (Crowd) -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while !condition(self) {
            guard Date() < deadline else { return false }
            readOnce()
        }
        return true
    }

    /// Sends as much as the socket takes, whether the other side listens or not.
    func send(_ bytes: [UInt8]) {
        for member in members {
            _ = Glibc.send(member.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
    }

    private func add(_ family: Int32, _ words: String, _ connect: (Int32) -> Int32) throws {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        try #require(descriptor >= 0)
        members.append(Member(descriptor: descriptor))
        try #require(connect(descriptor) == 0, "connection \(members.count): \(errno)")
        _ = Glibc.send(descriptor, words, words.utf8.count, Int32(MSG_NOSIGNAL))
    }

    private func readOnce() {
        let open = members.indices.filter { !members[$0].isClosed }
        var descriptors = open.map { pollfd(fd: members[$0].descriptor, events: Int16(POLLIN), revents: 0) }
        poll(&descriptors, nfds_t(descriptors.count), 100)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        for (index, entry) in zip(open, descriptors) where entry.revents != 0 {
            let count = recv(entry.fd, &buffer, buffer.count, 0)
            if count > 0 { members[index].received += buffer[..<count] } else { members[index].isClosed = true }
        }
    }
}

/// Lets this process open as many descriptors as the system allows.
private func allowDescriptors() throws {
    var limit = rlimit()
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    try #require(getrlimit(kind, &limit) == 0)
    limit.rlim_cur = limit.rlim_max
    _ = setrlimit(kind, &limit)
}
