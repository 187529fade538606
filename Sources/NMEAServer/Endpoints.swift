// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// The open sockets: those that accept clients, and those that send datagrams.
final class Endpoints: Sendable {
    private let senders: [DatagramSender]
    /// Protects the TCP endpoints whose addresses this machine does not have yet, from which `openMissing` removes.
    private let absent: Mutex<[NMEAEndpoint]>
    /// Protects the sockets that accept clients, which `openMissing` adds to.
    private let listeners: Mutex<[any Channel]>

    private init(_ listeners: [any Channel], _ senders: [DatagramSender], missing: [NMEAEndpoint]) {
        self.listeners = Mutex(listeners)
        absent = Mutex(missing)
        self.senders = senders
    }

    /// The TCP endpoints, with their actual ports.
    var listening: [NMEAEndpoint] {
        listeners.withLock { $0 }.compactMap { channel in
            guard let address = channel.localAddress, let host = address.ipAddress, let port = address.port else {
                return nil
            }
            return .tcp(host: host, port: UInt16(clamping: port))
        }
    }

    /// The TCP endpoints whose addresses this machine does not have yet.
    var missing: [NMEAEndpoint] { absent.withLock { $0 } }

    /// Opens all endpoints that this machine can open now. `openMissing` opens those whose addresses it gets later, and
    /// `follow` those of UDP targets that are given by name. TCP addresses that it cannot get, such as IPv6 addresses if
    /// IPv6 is disabled, are skipped, provided that another endpoint is left. After an error, those already open are closed
    /// again.
    ///
    /// - Throws: `NMEAServerError` with the endpoint that could not be opened.
    static func open(
        _ endpoints: [NMEAEndpoint], for clients: NMEAClients, _ logger: Logger
    ) async throws(NMEAServerError) -> Endpoints {
        var (listeners, senders): ([any Channel], [DatagramSender]) = ([], [])
        var (missing, skipped): ([NMEAEndpoint], [NMEAServerError]) = ([], [])
        for endpoint in endpoints {
            do {
                switch endpoint {
                case .tcp(let host, let port):
                    listeners.append(try await listen(host, port, for: clients, within: HostLookup.startLimit))
                case .udp(let host, let port):
                    let sender = DatagramSender(host: host, port: port, logger)
                    senders.append(sender)
                    try await sender.open()
                }
            } catch {
                switch endpoint.missing(error) {
                case .notYet, .unresolved:
                    missing.append(endpoint)
                    let message = MissingAddress.message(error, "\(endpoint)", key: "listen.nmea")
                    logger.warning("NMEA server: \(message)")
                case .never:
                    skipped.append(NMEAServerError(error, endpoint))
                    logger.notice("NMEA server: skipped \(endpoint), an address that this machine does not have")
                case nil:
                    await Endpoints(listeners, senders, missing: []).close()
                    throw NMEAServerError(error, endpoint)
                }
            }
        }
        if listeners.isEmpty, senders.isEmpty, missing.isEmpty, let error = skipped.first { throw error }
        return Endpoints(listeners, senders, missing: missing)
    }

    /// Opens the endpoints whose addresses this machine did not have, as soon as it has them. Returns when all are
    /// open, or if the task is cancelled.
    ///
    /// - Parameter onListening: Called for each endpoint that was opened.
    func openMissing(for clients: NMEAClients, _ logger: Logger, onListening: @Sendable () -> Void) async {
        await MissingAddress.retry(missing) { endpoint in
            guard case .tcp(let host, let port) = endpoint else { return true }
            do {
                let channel = try await Self.listen(host, port, for: clients)
                self.listeners.withLock { $0.append(channel) }
                self.absent.withLock { absent in absent.removeAll { $0 == endpoint } }
            } catch {
                // The other endpoints work; ending the server would end them too.
                logger.debug("\(NMEAServerError(error, endpoint))")
                return false
            }
            return true
        } onOpen: { _ in
            onListening()
        }
    }

    /// Sends datagrams to all UDP targets.
    func send(_ datagrams: [ByteBuffer], _ clients: NMEAClients) {
        for sender in senders {
            for datagram in datagrams { sender.send(datagram, clients) }
        }
    }

    /// Resolves the names of UDP targets periodically until the task is cancelled.
    func follow() async {
        await withTaskGroup { group in
            for sender in senders { group.addTask { await sender.follow() } }
        }
    }

    /// Closes all sockets.
    func close() async {
        for channel in listeners.withLock({ $0 }) { try? await channel.close().get() }
        for sender in senders { await sender.close() }
    }

    private static func listen(
        _ host: String, _ port: UInt16, for clients: NMEAClients, within limit: Duration? = nil
    ) async throws -> any Channel {
        let address = try await HostLookup.address(of: host, port: Int(port), within: limit)
        return try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try DeadPeers.watch(channel)
                    try channel.pipeline.syncOperations.addHandler(NMEAClientHandler(clients))
                }
            }
            .listen(on: address, clients.admission, sendBuffer: 64 << 10).get()
    }
}

extension NMEAEndpoint {
    /// Returns the reason why this machine does not have the address of a TCP endpoint; nil for another error.
    fileprivate func missing(_ error: any Error) -> MissingAddress? {
        if case .tcp(let host, _) = self { MissingAddress(error, host: host) } else { nil }
    }
}

extension NMEAServerError {
    fileprivate init(_ error: any Error, _ endpoint: NMEAEndpoint) {
        self.init(endpoint, ListenReason(error) ?? .other("\(error)"))
    }
}
