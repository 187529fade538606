// SPDX-License-Identifier: Apache-2.0

public import ClientAdmission
public import Logging
internal import NIOCore
internal import NIOPosix
public import ObservationBus
public import ServiceLifecycle

/// The server for existing gpsd clients.
///
/// Lines are formatted once for all clients. A slow client does not delay other clients: it loses the oldest data in
/// its queue, and the server counts the lost bytes.
public struct GPSDService: Service {
    private let configuration: GPSDConfiguration
    private let hub: ObservationHub
    private let logger: Logger
    private let onListening: @Sendable ([ListenAddress], _ missing: [ListenAddress]) -> Void
    private let switchboard: Switchboard

    /// The numbers of clients served and refused.
    public var admission: ClientLimit { switchboard.admission }

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - configuration: The addresses on which it listens, and its limits.
    ///   - hub: The hub whose observations it reports.
    ///   - devices: The receivers, kept up to date by the host.
    ///   - logger: Receives messages relevant to an operator; reports are not logged.
    ///   - onListening: Called when clients can connect, with the addresses and actual ports, and with the addresses that
    ///     this machine does not have yet; called again with all of them when one of the latter can be used.
    public init(
        configuration: GPSDConfiguration = GPSDConfiguration(), hub: ObservationHub, devices: GPSDDeviceTable,
        logger: Logger,
        onListening: @escaping @Sendable ([ListenAddress], _ missing: [ListenAddress]) -> Void = { _, _ in }
    ) {
        self.configuration = configuration
        self.hub = hub
        self.logger = logger
        self.onListening = onListening
        let eventLoop = MultiThreadedEventLoopGroup.singleton.any()
        switchboard = Switchboard(
            on: eventLoop, configuration, ClientLimit(configuration.maximumClients), devices, logger)
    }

    /// The current counters.
    public var status: GPSDStatus {
        get async { switchboard.locked(\.status) }
    }

    /// Serves clients until the task is cancelled, the service is shut down gracefully, or the hub is finished, and
    /// then closes all connections.
    ///
    /// An address that this machine does not have yet is opened as soon as it has it. An address that it cannot get
    /// (such as an IPv6 address if IPv6 is disabled) is logged and skipped, provided that another address is left.
    ///
    /// - Throws: `GPSDServerError` if an address is in use or not permitted, or if all addresses were skipped.
    public func run() async throws {
        let subscription = hub.subscribe(
            "gpsd", to: TopicFilter(kinds: Switchboard.topics), policy: .skipOldest())
        switchboard.locked { switchboard in
            switchboard.read(subscription)
            switchboard.open()
        }
        // The bus then keeps nothing for it any more.
        defer { switchboard.locked { $0.reader = nil } }
        let listeners = try await Listeners.open(configuration.addresses, for: switchboard, logger)
        onListening(listeners.addresses, listeners.missing)
        let (switchboard, logger, onListening) = (switchboard, logger, onListening)
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask {
                    await listeners.openMissing(for: switchboard, logger) {
                        onListening(listeners.addresses, listeners.missing)
                    }
                }
                await switchboard.serve(subscription)
                group.cancelAll()
            }
        }
        await listeners.close()
        switchboard.locked { $0.close() }
    }
}
