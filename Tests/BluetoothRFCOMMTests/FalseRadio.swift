// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import Transport

@testable import BluetoothRFCOMM

/// A radio of which each connection is a pair of sockets, with a script for what fails.
final class FalseRadio: Radio, Sendable {
    struct Contents {
        var adapters: Result<[BluetoothAdapter], BluetoothError> = .success([
            BluetoothAdapter(number: 0, address: BluetoothAddress("00:AA:01:00:00:00"), isOn: true)
        ])
        /// What it lists, and the channels that are served though they are not listed.
        var services: [ServiceKind: [SerialService]] = [.serialPort: [SerialService(channel: 3)]]
        var served: Set<Int> = [3]
        /// Nil: no adapter can look.
        var neighbours: [Neighbour]? = []
        var names: [BluetoothAddress: String] = [:]
        /// How the next questions and connections fail; nil: they do not.
        var questions: [BluetoothError?] = []
        var connections: [BluetoothError?] = []
        /// What was done, in order: `ask serialPort`, `connect 3`.
        var log: [String] = []
        var terms: [BluetoothSocket.Terms] = []
    }

    private let contents = Mutex(Contents())
    private let newest = Mutex<FalseLink?>(nil)

    func change(_ body: (inout Contents) -> Void) { contents.withLock { body(&$0) } }
    var log: [String] { contents.withLock { $0.log } }
    var terms: [BluetoothSocket.Terms] { contents.withLock { $0.terms } }

    /// The receiver's end of the newest connection; those before are over.
    var link: FalseLink? { newest.withLock { $0 } }
    /// How often a connection was tried.
    var attempts: Int { log.count { $0.hasPrefix("connect") } }

    func adapters() throws(BluetoothError) -> [BluetoothAdapter] { try contents.withLock { $0.adapters }.get() }

    func neighbours(_ adapter: Int, length: Int) throws(BluetoothError) -> [Neighbour] {
        let answer = contents.withLock { contents -> Result<[Neighbour], BluetoothError> in
            contents.log.append("inquire hci\(adapter) \(length)")
            return contents.neighbours.map { .success($0) } ?? .failure(.adapterOff(name: nil, isBlocked: false))
        }
        return try answer.get()
    }

    func name(of device: BluetoothAddress, _ adapter: Int, patience: Int64) -> String? {
        contents.withLock { $0.names[device] }
    }

    func services(
        of device: BluetoothAddress, _ kind: ServiceKind, _ terms: BluetoothSocket.Terms
    ) throws(BluetoothError) -> [SerialService] {
        let answer = contents.withLock { contents -> Result<[SerialService], BluetoothError> in
            contents.log.append("ask \(kind)")
            if !contents.questions.isEmpty, let failure = contents.questions.removeFirst() { return .failure(failure) }
            return .success(contents.services[kind] ?? [])
        }
        return try answer.get()
    }

    func connect(
        to device: BluetoothAddress, channel: Int, _ terms: BluetoothSocket.Terms
    ) throws(BluetoothError) -> RadioLink {
        let failure = contents.withLock { contents -> BluetoothError? in
            contents.log.append("connect \(channel)")
            contents.terms.append(terms)
            if !contents.connections.isEmpty, let failure = contents.connections.removeFirst() { return failure }
            return contents.served.contains(channel) ? nil : .refused(isListed: nil)
        }
        if let failure { throw failure }
        guard let link = FalseLink(to: device) else { throw .system(EMFILE) }
        newest.withLock { $0 = link }
        return RadioLink(descriptor: link.takeFarEnd()) { _ in link.meaning }
    }
}

/// The receiver's end of a connection. Closed with the last reference.
final class FalseLink: Sendable {
    private let near: Mutex<Int32>
    private let far: Int32
    private let reason = Mutex(BluetoothError.ended)

    let device: BluetoothAddress

    init?(to device: BluetoothAddress) {
        self.device = device
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
        near = Mutex(ends[0])
        far = ends[1]
    }

    deinit { close(near.withLock { $0 }) }

    fileprivate func takeFarEnd() -> Int32 { far }

    /// Why it is over.
    var meaning: BluetoothError { reason.withLock { $0 } }

    /// The receiver's end; for false receivers, as long as the link is held.
    var descriptor: Int32 { near.withLock { $0 } }

    func send(_ bytes: [UInt8]) {
        near.withLock { near in
            guard near >= 0 else { return }
            var sent = 0
            for _ in 0..<20_000 where sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    Glibc.send(near, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count > 0 { sent += count } else if errno != EAGAIN { return } else { usleep(1000) }
            }
        }
    }

    /// What was written to the receiver since it was asked last.
    func receive() -> [UInt8] {
        near.withLock { near in
            var room = [UInt8](repeating: 0, count: 65_536)
            let count = near >= 0 ? recv(near, &room, room.count, 0) : 0
            return Array(room.prefix(max(0, count)))
        }
    }

    /// Ends it, as the radio would tell.
    func end(_ failure: BluetoothError) {
        reason.withLock { $0 = failure }
        near.withLock { near in
            if near >= 0 { close(near) }
            near = -1
        }
    }
}
