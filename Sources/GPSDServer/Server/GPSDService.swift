// SPDX-License-Identifier: Apache-2.0

public import ClientAdmission
public import Logging
internal import NIOCore
internal import NIOPosix
public import ObservationBus
public import ServiceLifecycle

/// The server that existing gpsd clients talk to.
///
/// Lines are formatted once for all clients. A client that is slow loses the oldest of what waits for it, which is
/// counted, and delays no other client.
public struct GPSDService: Service {
    private let configuration: GPSDConfiguration
    private let hub: ObservationHub
    private let logger: Logger
    private let onListening: @Sendable ([ListenAddress]) -> Void
    private let switchboard: Switchboard

    /// How many clients it serves and refused.
    public var admission: ClientLimit { switchboard.admission }

    /// A server that does not listen yet.
    ///
    /// - Parameters:
    ///   - configuration: where it listens, and its limits.
    ///   - hub: whose observations it reports.
    ///   - devices: the receivers, kept up to date by the host.
    ///   - logger: gets what an operator should know; nothing is logged per message.
    ///   - onListening: called once when clients can connect, with the addresses and real ports.
    public init(
        configuration: GPSDConfiguration = GPSDConfiguration(), hub: ObservationHub, devices: GPSDDeviceTable,
        logger: Logger, onListening: @escaping @Sendable ([ListenAddress]) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.hub = hub
        self.logger = logger
        self.onListening = onListening
        let eventLoop = MultiThreadedEventLoopGroup.singleton.any()
        switchboard = Switchboard(
            on: eventLoop, configuration, ClientLimit(configuration.maximumClients), devices, logger)
    }

    /// The counters of now.
    public var status: GPSDStatus {
        get async { switchboard.locked(\.status) }
    }

    /// Serves until cancelled, shut down gracefully, or the hub is finished; then closes all connections.
    ///
    /// - Throws: `GPSDServerError` where an address is in use or not allowed, or none is available. An address that
    ///   this machine does not have (IPv6 switched off) is logged and left out while another one works.
    public func run() async throws {
        let subscription = hub.subscribe(
            "gpsd", to: TopicFilter(kinds: Switchboard.topics), policy: .skipOldest())
        switchboard.locked { $0.open() }
        let listeners = try await Listeners.open(configuration.addresses, for: switchboard, logger)
        onListening(listeners.addresses)
        let switchboard = switchboard
        await cancelWhenGracefulShutdown { await switchboard.serve(subscription) }
        await listeners.close()
        switchboard.locked { $0.close() }
    }
}
