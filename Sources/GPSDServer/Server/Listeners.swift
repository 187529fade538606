// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// The sockets that accept clients.
final class Listeners: Sendable {
    /// Protects the addresses that this machine does not have yet, from which `openMissing` removes.
    private let absent: Mutex<[ListenAddress]>
    /// Protects the open sockets, which `openMissing` adds to.
    private let channels: Mutex<[any Channel]>

    private init(_ channels: [any Channel], missing: [ListenAddress]) {
        self.channels = Mutex(channels)
        absent = Mutex(missing)
    }

    /// The addresses of the sockets, with the actual ports.
    var addresses: [ListenAddress] {
        channels.withLock { $0 }.compactMap { channel in
            guard let address = channel.localAddress, let host = address.ipAddress, let port = address.port else {
                return nil
            }
            return ListenAddress(host: host, port: UInt16(clamping: port))
        }
    }

    /// The addresses that this machine does not have yet.
    var missing: [ListenAddress] { absent.withLock { $0 } }

    /// Opens all addresses that this machine has. `openMissing` opens those that it gets, or whose names can be resolved,
    /// later. Addresses that it cannot get, such as IPv6 addresses if IPv6 is disabled, are skipped, provided that another
    /// address is left.
    ///
    /// - Throws: `GPSDServerError` if an address cannot be opened for another reason, or if all were skipped.
    static func open(
        _ addresses: [ListenAddress], for switchboard: Switchboard, _ logger: Logger
    ) async throws(GPSDServerError) -> Listeners {
        var (channels, missing): ([any Channel], [ListenAddress]) = ([], [])
        for address in addresses {
            do {
                channels.append(try await listen(on: address, for: switchboard, within: HostLookup.startLimit))
                logger.info("gpsd server listens", metadata: ["address": "\(address)"])
            } catch {
                switch MissingAddress(error, host: address.host) {
                case .notYet, .unresolved:
                    missing.append(address)
                    let message = MissingAddress.message(error, "\(address)", key: "listen.gpsd")
                    logger.warning("gpsd server: \(message)")
                case .never:
                    logger.notice(
                        "gpsd server: skipped an address that this machine does not have",
                        metadata: ["address": "\(address)"])
                case nil:
                    for channel in channels { try? await channel.close().get() }
                    throw GPSDServerError(error, address)
                }
            }
        }
        guard !channels.isEmpty || !missing.isEmpty else {
            throw GPSDServerError(addresses, .noSuchAddress)
        }
        return Listeners(channels, missing: missing)
    }

    /// Opens the addresses that this machine did not have, as soon as it has them. Returns when all are open, or if the
    /// task is cancelled.
    ///
    /// - Parameter onListening: Called for each address that was opened.
    func openMissing(
        for switchboard: Switchboard, _ logger: Logger, onListening: @Sendable () -> Void
    ) async {
        await MissingAddress.retry(missing) { address in
            do {
                let channel = try await Self.listen(on: address, for: switchboard)
                self.channels.withLock { $0.append(channel) }
                self.absent.withLock { absent in absent.removeAll { $0 == address } }
            } catch {
                // The other addresses are served; ending the server would end them too.
                logger.debug("gpsd server: \(GPSDServerError(error, address))")
                return false
            }
            return true
        } onOpen: { address in
            logger.notice("gpsd server listens", metadata: ["address": "\(address)"])
            onListening()
        }
    }

    /// Closes all sockets.
    func close() async {
        for channel in channels.withLock({ $0 }) { try? await channel.close().get() }
    }

    private static func listen(
        on address: ListenAddress, for switchboard: Switchboard, within limit: Duration? = nil
    ) async throws -> any Channel {
        let target = try await HostLookup.address(of: address.host, port: Int(address.port), within: limit)
        return try await ServerBootstrap(group: switchboard.eventLoop)
            // Requests are short, and a client may only send more of them after it has read the answers.
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 2048))
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try DeadPeers.watch(channel)
                    try channel.pipeline.syncOperations.addHandler(ClientHandler(switchboard))
                }
            }
            .listen(on: target, switchboard.admission, sendBuffer: 128 << 10).get()
    }
}

extension GPSDServerError {
    fileprivate init(_ error: any Error, _ address: ListenAddress) {
        self.init([address], ListenReason(error) ?? .other("\(error)"))
    }
}
