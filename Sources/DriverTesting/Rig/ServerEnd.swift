// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// A TCP server on the loopback. It serves one driver: a new connection replaces the previous one.
final class ServerEnd: LineEnd {
    let path: String
    /// Guards the sockets, so that none is closed while another thread uses it.
    private let state: Mutex<State>

    private struct State {
        var listener: LoopbackSocket?
        /// The connection to the driver, owned; negative while no driver is connected.
        var connection: Int32 = -1
        var connections = 0

        /// Accepts waiting connections and returns the newest.
        mutating func accept() -> Int32 {
            guard let listener else { return connection }
            let new = Glibc.accept(listener.number, nil, nil)
            guard new >= 0 else { return connection }
            close()
            _ = fcntl(new, F_SETFD, FD_CLOEXEC)
            _ = fcntl(new, F_SETFL, O_NONBLOCK)
            // Bursts are sent when they are due, without waiting for earlier acknowledgements.
            var on: Int32 = 1
            setsockopt(new, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            (connection, connections) = (new, connections + 1)
            return new
        }

        mutating func close() {
            if connection >= 0 { Glibc.close(connection) }
            connection = -1
        }

        /// Closes a connection that the driver has broken off. A driver that closed only its sending direction still
        /// reads.
        mutating func note(_ count: Int) {
            if count < 0, errno != EAGAIN, errno != EINTR { close() }
        }
    }

    /// Nil if the loopback has no port left.
    init?() {
        guard let listener = LoopbackSocket(backlog: 8) else { return nil }
        // A small buffer keeps little data in transit, so that a change of the receiver's output takes effect soon.
        // Connections inherit the size from the listener.
        var small: Int32 = 8192
        setsockopt(listener.number, SOL_SOCKET, SO_SNDBUF, &small, socklen_t(MemoryLayout<Int32>.size))
        path = listener.address
        state = Mutex(State(listener: listener))
    }

    deinit { hangUp() }

    var descriptor: Int32 { state.withLock { $0.accept() } }

    var connections: Int { state.withLock { $0.connections } }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        state.withLock { state in
            let connection = state.accept()
            guard connection >= 0 else { return -1 }
            let count = send(connection, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            state.note(count)
            return count
        }
    }

    func read(_ room: inout [UInt8]) -> Int {
        state.withLock { state in
            let connection = state.accept()
            guard connection >= 0 else { return -1 }
            let count = recv(connection, &room, room.count, 0)
            state.note(count)
            return count
        }
    }

    func disconnect() { state.withLock { $0.close() } }

    func hangUp() {
        state.withLock { state in
            state.close()
            state.listener = nil
        }
    }
}

/// A server that never answers: its queue of connections is full, so the kernel drops each connection attempt, as if
/// the machine were switched off.
final class UnansweringServer {
    /// The address: `127.0.0.1:40123`.
    var address: String { listener.address }
    private let listener: LoopbackSocket
    private var clients: [Int32] = []

    /// Nil if the queue cannot be filled.
    init?() {
        guard let listener = LoopbackSocket(backlog: 0) else { return nil }
        self.listener = listener
        for _ in 0..<16 {
            guard let client = listener.connection() else { break }
            clients.append(client)
            var wanted = pollfd(fd: client, events: Int16(POLLOUT), revents: 0)
            // On the loopback, a connection that fits into the queue is established at once.
            if poll(&wanted, 1, 200) == 0 { return }
        }
        return nil
    }

    deinit { for client in clients { close(client) } }
}
