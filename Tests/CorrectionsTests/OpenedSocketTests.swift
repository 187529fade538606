// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Corrections

/// The sockets of a caster's connection, which libcurl may close at any time.
@Suite struct OpenedSocketTests {
    private func pair() throws -> (ours: Int32, theirs: Int32) {
        var pair: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        return (pair[0], pair[1])
    }

    @Test func `a peer has closed once its data have been read`() throws {
        let (ours, theirs) = try pair()
        defer { close(ours) }
        let socket = OpenedSocket(ours)
        #expect(!socket.hasPeerClosed)
        var byte: UInt8 = 7
        #expect(write(theirs, &byte, 1) == 1)
        close(theirs)
        #expect(!socket.hasPeerClosed)
        #expect(read(ours, &byte, 1) == 1)
        #expect(socket.hasPeerClosed)
    }

    @Test func `another socket with the same descriptor does not count`() throws {
        let (ours, theirs) = try pair()
        let (others, far) = try pair()
        defer { for descriptor in [ours, theirs, others] { close(descriptor) } }
        let socket = OpenedSocket(ours)
        close(far)
        // The descriptor now refers to the other socket, whose peer has closed.
        #expect(dup2(others, ours) == ours)
        #expect(OpenedSocket(ours).hasPeerClosed)
        #expect(!socket.hasPeerClosed)
    }
}
