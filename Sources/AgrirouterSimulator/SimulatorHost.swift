// SPDX-License-Identifier: Apache-2.0

internal import Certificates
internal import GNSSTypes
internal import NIOCore
internal import NIOPosix
internal import StrictFormats
internal import Synchronization

/// The running simulator: the simulated service, the authorities and the listeners.
final class SimulatorHost: Sendable, DoorService {
    /// Protects the service's state, which processes one request at a time. Taken after `keeping` if both are needed.
    let world: Mutex<World>
    private let authority: Authority
    private let pool: NIOThreadPool
    private let folder: SimulatorFolder
    /// Protects the listeners, which are nil until `start` has opened them. Held only to copy the reference.
    private let entrance = Mutex<Doors?>(nil)
    /// Protects the ready line. Held only to copy it.
    private let ready = Mutex("")
    /// Held while the state is written, so that an older state never replaces a newer one.
    private let keeping = Mutex(())

    /// The JSON line with the addresses of the listeners.
    var readyLine: String { ready.withLock { $0 } }

    private init(_ world: World, _ authority: Authority, _ pool: NIOThreadPool, _ folder: SimulatorFolder) {
        (self.authority, self.pool, self.folder) = (authority, pool, folder)
        self.world = Mutex(world)
    }

    /// Starts the simulator; it answers requests when this returns.
    static func start(
        _ configuration: SimulatorConfiguration, _ folder: SimulatorFolder, _ pool: NIOThreadPool,
        _ group: any EventLoopGroup
    ) async throws -> SimulatorHost {
        let clock = VirtualClock()
        clock.following = configuration.following
        if let time = configuration.time { clock.set(time) }
        var world = World(clock: clock, seed: configuration.seed)
        world.options.latency[""] = configuration.latency
        world.options.environment = configuration.environment
        if let kept = try folder.kept(folder.stateFile) {
            guard kept["run"]?.integer != nil else {
                throw SimulatorFolder.damaged(folder.stateFile, "it contains no state")
            }
            world.restore(kept)
        }
        let random = SeededRandom(seed: configuration.seed ^ 0xA5A5)
        let authority = try await pool.runIfActive {
            let maker = CertificateMaker(program: try OpenSSLProgram(folder: folder.workFolder))
            let json = try folder.kept(folder.keptAuthorityFile)
            let kept = json.flatMap(KeptAuthority.init)
            guard json == nil || kept != nil else {
                throw SimulatorFolder.damaged(folder.keptAuthorityFile, "it contains no complete authorities")
            }
            return try Authority(maker: maker, kept: kept, random: random)
        }
        try FileBytes.write(Array(authority.serverAuthority.utf8), to: folder.authorityFile)
        let host = SimulatorHost(world, authority, pool, folder)
        try await host.open(configuration, group)
        try await host.prepare()
        return host
    }

    private func open(_ configuration: SimulatorConfiguration, _ group: any EventLoopGroup) async throws {
        let contexts = try TLSContexts(authority.server(.good), requiresCertificate: true)
        let holds = PortHolds()
        let doors = Doors(group, self, contexts, holds)
        entrance.withLock { $0 = doors }
        let wanted: [(ListenerKind, Int)] = [
            (.onboarding, configuration.ports.onboarding), (.gateway, configuration.ports.gateway),
            (.admin, configuration.ports.admin),
        ]
        for (kind, port) in wanted {
            let port = try holds.take(port)
            let scheme = kind == .admin ? "http://127.0.0.1" : "https://localhost"
            world.withLock { $0.bases[kind] = "\(scheme):\(port)" }
            do { try await doors.open(kind, port: port) } catch {
                doors.close()
                throw SimulatorError(description: "cannot listen on 127.0.0.1:\(port): \(error)")
            }
        }
        announce()
    }

    private func announce() {
        let line = world.withLock { world -> JSONValue in
            let code = world.newCode(World.Default.account, life: world.options.codeLife)
            return [
                "ready": true, "onboarding": JSONValue(world.bases[.onboarding]),
                "gateway": JSONValue(world.bases[.gateway]), "admin": JSONValue(world.bases[.admin]),
                "ca_file": .string(folder.authorityFile), "tan": .string(code.code),
                "account": .string(code.account), "application_id": .string(World.Default.application),
                "version_id": .string(World.Default.version),
            ]
        }
        ready.withLock { $0 = line.description }
    }

    /// Stores the authorities for the next run, and creates keys in advance.
    private func prepare() async throws {
        if folder.isKept {
            try await pool.runIfActive { [self] in
                let kept = try authority.kept()
                try FileBytes.replace(Array(kept.json.description.utf8), at: folder.keptAuthorityFile)
            }
        }
        fill()
    }

    private func fill() {
        pool.submit { [self] state in
            guard case .active = state, (try? authority.keys.fill(upTo: 2)) == true else { return }
            fill()
        }
    }

    /// Closes the listeners and stores the state for the next run.
    func stop() {
        entrance.withLock { $0 }?.close()
        keep()
    }

    private func keep() {
        guard folder.isKept else { return }
        keeping.withLock { _ in
            let state = world.withLock { $0.kept }
            // If the disk is full, the state is lost for the next run, but this run continues.
            try? FileBytes.replace(Array(state.description.utf8), at: folder.stateFile)
        }
    }

    /// Returns the answer once all changes by the request are stored, so that answers hold even after a restart.
    private func keep(_ answer: HTTPAnswer, on loop: any EventLoop) -> EventLoopFuture<HTTPAnswer> {
        guard folder.isKept else { return loop.makeSucceededFuture(answer) }
        return pool.runIfActive(eventLoop: loop) { [self] in
            keep()
            return answer
        }
    }

    // MARK: Requests

    var closesConnections: Bool { world.withLock { $0.options.closesConnections } }

    func fault(at listener: ListenerKind) -> Fault.Connection? { world.withLock { $0.connectionFault(listener) } }

    func admits(_ certificate: [UInt8]?) -> Bool { world.withLock { $0.admits(certificate) } }

    func answer(_ request: HTTPRequest, on loop: any EventLoop) -> EventLoopFuture<HTTPAnswer> {
        guard request.listener != .admin else { return administer(request, on: loop) }
        switch world.withLock({ $0.handle(request) }) {
        // A GET changes no stored state.
        case .answer(let answer) where request.method == "GET": return loop.makeSucceededFuture(answer)
        case .answer(let answer): return keep(answer, on: loop)
        case .issue(let order): return issue(order, on: loop)
        }
    }

    private func administer(_ request: HTTPRequest, on loop: any EventLoop) -> EventLoopFuture<HTTPAnswer> {
        let (answer, effects) = world.withLock { $0.admin(request) }
        var done: [EventLoopFuture<Void>] = []
        for effect in effects {
            switch effect {
            case .offline(let kind, let down, let up): entrance.withLock { $0 }?.offline(kind, down: down, up: up)
            case .online:
                if let doors = entrance.withLock({ $0 }) { done.append(doors.online().hop(to: loop)) }
            case .serverCertificate: done.append(showCertificate(on: loop))
            }
        }
        let ended = EventLoopFuture.andAllSucceed(done, on: loop).map { answer }
        return request.method == "GET" ? ended : ended.flatMap { self.keep($0, on: loop) }
    }

    private func showCertificate(on loop: any EventLoop) -> EventLoopFuture<Void> {
        let options = world.withLock { $0.options }
        return pool.runIfActive(eventLoop: loop) { [self] in
            let identity = try authority.server(options.serverCertificate)
            let contexts = try TLSContexts(identity, requiresCertificate: options.access == .tls)
            entrance.withLock { $0 }?.show(contexts)
        }
    }

    private func issue(_ order: IssueOrder, on loop: any EventLoop) -> EventLoopFuture<HTTPAnswer> {
        pool.runIfActive(eventLoop: loop) { [self] () -> HTTPAnswer in
            defer { fill() }
            do throws(KeyError) {
                let identity = try authority.client(order.name, from: order.notBefore, to: order.notAfter)
                let key = order.damage == .wrongKey ? try authority.keys.take().pem : identity.key
                let text = try order.form.text(
                    key: key, chain: identity.chain, secret: order.secret, authority.maker)
                let answer = world.withLock { $0.onboarded(order, certificate: identity.chain[0], text: text) }
                keep()
                return answer
            } catch {
                return world.withLock { $0.notIssued(order, error) }
            }
        }
    }
}
