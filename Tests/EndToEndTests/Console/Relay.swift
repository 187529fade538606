// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

/// Stands between a browser and the gateway, and holds back what asks for live values until it is opened.
final class Relay: Sendable {
    let address: String
    private let descriptor: Int32
    private let target: Int
    /// Is waited for by what is held back.
    private let opening = DispatchGroup()
    private let isOpen = Mutex(false)
    private let isCut = Mutex(false)
    private let isOver = Mutex(false)

    /// - Parameter address: of the gateway, on this machine: `http://127.0.0.1:8080`.
    init(to address: String) throws {
        target = try #require(address.split(separator: ":").last.flatMap { Int($0) })
        let port: UInt16
        (descriptor, port) = try Loopback.listen()
        self.address = "http://127.0.0.1:\(port)"
        opening.enter()
        Thread.detachNewThread { [self] in serve() }
    }

    /// Lets everything through from now on.
    func open() {
        isOpen.withLock { isOpen in
            if !isOpen { opening.leave() }
            isOpen = true
        }
    }

    /// From now on nothing comes through in either direction, and nothing says so, as in a radio network without reception.
    func cut() { isCut.withLock { $0 = true } }

    /// What was held back since the cut comes now.
    func mend() { isCut.withLock { $0 = false } }

    /// Takes no connections any more; those that there are end with the browser or the gateway.
    func end() {
        open()
        mend()
        isOver.withLock { $0 = true }
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    private func serve() {
        while true {
            let client = accept(descriptor, nil, nil)
            guard client >= 0, !isOver.withLock(\.self) else { break }
            guard let server = try? Loopback.connect(port: target) else {
                close(client)
                continue
            }
            let directions = DispatchGroup()
            Thread.detachNewThread(in: directions) { [self] in pass(from: client, to: server, isRequest: true) }
            Thread.detachNewThread(in: directions) { [self] in pass(from: server, to: client, isRequest: false) }
            directions.notify(queue: .global()) {
                close(client)
                close(server)
            }
        }
        close(descriptor)
    }

    /// Passes bytes on. A browser sends its next request only after an answer, so each begins a piece.
    private func pass(from source: Int32, to destination: Int32, isRequest: Bool) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            if isRequest, buffer.starts(with: Array("GET /v1/live".utf8)) { opening.wait() }
            // The test decides how long.
            while isCut.withLock(\.self) { usleep(20_000) }
            var left = buffer[..<count]
            while !left.isEmpty {
                let sent = left.withUnsafeBytes { send(destination, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard sent > 0 else { break }
                left = left.dropFirst(sent)
            }
            if !left.isEmpty { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(destination, Int32(SHUT_RDWR))
    }
}

extension Thread {
    fileprivate static func detachNewThread(in group: DispatchGroup, _ work: @escaping @Sendable () -> Void) {
        group.enter()
        detachNewThread {
            work()
            group.leave()
        }
    }
}
