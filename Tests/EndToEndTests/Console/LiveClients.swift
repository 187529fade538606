// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

/// Viewers of the live stream on a port of loopback, which take as many bytes a second as a test wants. A thread reads them.
final class LiveClients: Sendable {
    /// One of them.
    struct Client {
        let descriptor: Int32
        /// The last of what it read.
        fileprivate(set) var bytes = Data()
        /// When each epoch came, in seconds of the system's uptime.
        var fixes: [Double] = []
        var isClosed = false
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private struct State {
        var clients: [Client] = []
        /// Bytes a second; nil: all there are.
        var pace: Int?
    }

    private static let mark = Data("event: fix\n".utf8)
    private let state: Mutex<State>

    /// - Parameters:
    ///   - pace: how many bytes a second each takes; nil: all there are.
    ///   - buffer: how many bytes the system keeps for each that are not read; nil: as many as it likes.
    init(_ count: Int, port: Int, topics: String, pace: Int?, buffer: Int32? = nil) throws {
        let request = "GET /v1/live?topics=\(topics) HTTP/1.1\r\nHost: localhost\r\n\r\n"
        var clients: [Client] = []
        for _ in 0..<count {
            clients.append(Client(descriptor: try Loopback.connect(port: port, buffer: buffer)))
            try Loopback.send(request, to: clients.last?.descriptor ?? -1)
        }
        state = Mutex(State(clients: clients, pace: pace))
        Thread.detachNewThread { [state = WeakBox(self)] in
            // An epoch is seen at most so much later than it came.
            while state.value?.readOnce() == true { usleep(2_000) }
        }
    }

    deinit {
        for client in state.withLock(\.clients) { close(client.descriptor) }
    }

    /// From now on each takes so many bytes a second; nil: all there are.
    func setPace(_ pace: Int?) { state.withLock { $0.pace = pace } }

    /// How things stand with each.
    var clients: [Client] { state.withLock { $0.clients } }

    /// How many values each has learnt that it skipped; nil before its first sign of life.
    var skipped: [Int?] {
        clients.map { client in
            let text = client.text
            guard let range = text.range(of: "\"skipped\":", options: .backwards) else { return nil }
            return Int(text[range.upperBound...].prefix { $0.isNumber })
        }
    }

    /// How far apart the epochs of a client were since a time of the system's uptime, in seconds, the shortest first.
    static func intervals(_ client: Client, since time: Double) -> [Double] {
        let times = client.fixes.filter { $0 >= time }
        return zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    }

    /// - Returns: whether there is more to do.
    private func readOnce() -> Bool {
        let (clients, pace) = state.withLock { ($0.clients, $0.pace) }
        // Ten portions a second, of none too.
        if pace != nil { usleep(98_000) }
        if pace == 0 { return true }
        var buffer = [UInt8](repeating: 0, count: pace.map { $0 / 10 } ?? 65_536)
        for (index, client) in clients.enumerated() where !client.isClosed {
            let count = recv(client.descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN { continue }
            let time = ProcessInfo.processInfo.systemUptime
            // An event may come in two pieces.
            let news = client.bytes.suffix(Self.mark.count - 1) + buffer[..<max(0, count)]
            state.withLock { state in
                if count <= 0 { state.clients[index].isClosed = true }
                // Two at once are one interval of none.
                if news.range(of: Self.mark) != nil { state.clients[index].fixes.append(time) }
                state.clients[index].bytes = (client.bytes + buffer[..<max(0, count)]).suffix(30_000)
            }
        }
        return true
    }

    private final class WeakBox: Sendable {
        private let box: Mutex<Weak>
        /// The mutex around it makes it safe to share.
        private struct Weak: @unchecked Sendable { weak var clients: LiveClients? }
        init(_ clients: LiveClients) { box = Mutex(Weak(clients: clients)) }
        var value: LiveClients? { box.withLock { $0.clients } }
    }
}
