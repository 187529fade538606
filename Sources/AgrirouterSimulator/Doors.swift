// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// The part of the service that the listeners use.
protocol DoorService: Responder {
    /// Returns the fault to apply to a new connection; nil for none.
    func fault(at listener: ListenerKind) -> Fault.Connection?
    /// Returns true if a client with this certificate (DER) is accepted.
    func admits(_ certificate: [UInt8]?) -> Bool
}

/// The listeners on 127.0.0.1 and, if the machine has IPv6, on ::1. Owns their sockets and those of their connections.
final class Doors: Sendable {
    private struct Door {
        var port: Int
        var listening: [any Channel] = []
        var connections: [ObjectIdentifier: any Channel] = [:]
        var isOffline = false
        /// Incremented when the listener goes offline, so that an outdated timer has no effect.
        var turn = 0
    }

    private struct State {
        var doors: [ListenerKind: Door] = [:]
        var contexts: TLSContexts
        var isClosed = false
    }

    private let group: any EventLoopGroup
    private let service: any DoorService
    /// Protects the listeners with their connections and the TLS settings. Channels are closed without holding it.
    private let state: Mutex<State>
    /// Reserves the ports while their listeners are closed.
    private let held: PortHolds

    init(_ group: any EventLoopGroup, _ service: any DoorService, _ contexts: TLSContexts, _ held: PortHolds) {
        (self.group, self.service, self.held) = (group, service, held)
        state = Mutex(State(contexts: contexts))
    }

    /// Changes the server certificate for new connections.
    func show(_ contexts: TLSContexts) { state.withLock { $0.contexts = contexts } }

    /// Opens a listener of this kind on a port of the loopback addresses.
    ///
    /// - Throws: NIO's error if the port cannot be bound.
    func open(_ kind: ListenerKind, port: Int) async throws {
        state.withLock { $0.doors[kind] = Door(port: port) }
        try await listen(kind, port)
    }

    private func listen(_ kind: ListenerKind, _ port: Int) async throws {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture { try receive(channel, kind) }
            }
        let first = try await bootstrap.bind(host: "127.0.0.1", port: port).get()
        // A machine without IPv6 has no ::1.
        let second = try? await bootstrap.bind(host: "::1", port: port).get()
        let channels = [first, second].compactMap { $0 }
        let isWanted = state.withLock { state in
            guard !state.isClosed, state.doors[kind]?.isOffline == false else { return false }
            state.doors[kind]?.listening = channels
            return true
        }
        if !isWanted { for channel in channels { channel.close(promise: nil) } }
    }

    private func receive(_ channel: any Channel, _ kind: ListenerKind) throws {
        let id = ObjectIdentifier(channel)
        state.withLock { $0.doors[kind]?.connections[id] = channel }
        channel.closeFuture.whenComplete { [self] _ in
            state.withLock { _ = $0.doors[kind]?.connections.removeValue(forKey: id) }
        }
        let pipeline = channel.pipeline.syncOperations
        switch service.fault(at: kind) {
        case .close?: return channel.close(promise: nil)
        case .stall?: return try pipeline.addHandler(StallHandler())
        case .alert?: return try pipeline.addHandler(AlertHandler())
        case nil: break
        }
        try pipeline.addHandler(IdleStateHandler(allTimeout: .seconds(60)))
        let contexts = state.withLock { $0.contexts }
        switch kind {
        case .onboarding: try pipeline.addHandler(NIOSSLServerHandler(context: contexts.onboarding))
        case .gateway: try pipeline.addHandler(verifying(contexts.gateway))
        case .admin: break
        }
        try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: true, withErrorHandling: true)
        try pipeline.addHandler(HTTPConnectionHandler(kind, service))
    }

    private func verifying(_ context: NIOSSLContext) -> NIOSSLServerHandler {
        NIOSSLServerHandler(context: context) { [service] certificates, promise in
            let certificate = try? certificates.first?.toDERBytes()
            promise.succeed(service.admits(certificate) ? .certificateVerified : .failed)
        }
    }

    /// Closes a listener and its connections. No client can connect until the listener is opened again.
    ///
    /// - Parameters:
    ///   - down: Seconds until it opens again; nil: until `online`.
    ///   - up: Seconds after which it closes again, repeatedly; nil: it stays open.
    func offline(_ kind: ListenerKind, down: Double?, up: Double?) {
        let (channels, turn) = state.withLock { state -> ([any Channel], Int) in
            guard var door = state.doors[kind] else { return ([], 0) }
            defer { state.doors[kind] = door }
            let channels = door.listening + Array(door.connections.values)
            (door.listening, door.isOffline) = ([], true)
            door.turn += 1
            return (channels, door.turn)
        }
        for channel in channels { channel.close(promise: nil) }
        guard let down else { return }
        schedule(after: down) { [self] in
            guard isCurrent(kind, turn) else { return }
            reopen(kind)
            guard let up else { return }
            schedule(after: up) { [self] in
                if isCurrent(kind, turn) { offline(kind, down: down, up: up) }
            }
        }
    }

    private func isCurrent(_ kind: ListenerKind, _ turn: Int) -> Bool {
        state.withLock { !$0.isClosed && $0.doors[kind]?.turn == turn }
    }

    private func schedule(after seconds: Double, _ work: @escaping @Sendable () -> Void) {
        let limited = min(max(seconds, Fault.seconds.lowerBound), Fault.seconds.upperBound)
        _ = group.next().scheduleTask(in: .nanoseconds(Int64(limited * 1e9))) { work() }
    }

    /// Opens all closed listeners and ends their repetitions. The future succeeds when they listen.
    func online() -> EventLoopFuture<Void> {
        let kinds = state.withLock { state in
            for kind in state.doors.keys { state.doors[kind]?.turn += 1 }
            return state.doors.filter { $0.value.isOffline }.map(\.key)
        }
        return EventLoopFuture.andAllSucceed(kinds.map { reopen($0) }, on: group.next())
    }

    @discardableResult private func reopen(_ kind: ListenerKind) -> EventLoopFuture<Void> {
        let port = state.withLock { state in
            state.doors[kind]?.isOffline = false
            return state.doors[kind]?.port ?? 0
        }
        return group.next().makeFutureWithTask { [self] in try await listen(kind, port) }
    }

    /// Closes all listeners and connections.
    func close() {
        let channels = state.withLock { state in
            state.isClosed = true
            return state.doors.values.flatMap { $0.listening + Array($0.connections.values) }
        }
        for channel in channels { channel.close(promise: nil) }
        held.release()
    }
}
