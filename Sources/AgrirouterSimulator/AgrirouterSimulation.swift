// SPDX-License-Identifier: Apache-2.0

public import Logging
internal import NIOCore
internal import NIOPosix
public import ServiceLifecycle
internal import UnixSignals

/// A simulator of agrirouter on this machine: onboarding, gateway, and an admin interface for tests.
public struct AgrirouterSimulation: Service {
    private let configuration: SimulatorConfiguration
    private let onReady: @Sendable (String) throws -> Void

    /// Creates a simulator.
    ///
    /// - Parameter onReady: Called once when the simulator is ready, with one line of JSON: the addresses of its
    ///   listeners, the certificate that clients must trust, and the IDs and the registration code to start with. If
    ///   it throws, the simulator ends with its error.
    public init(_ configuration: SimulatorConfiguration, onReady: @escaping @Sendable (String) throws -> Void) {
        (self.configuration, self.onReady) = (configuration, onReady)
    }

    /// Runs as the only service of a program until SIGTERM or SIGINT.
    ///
    /// - Throws: `SimulatorError` if the simulator cannot start, or the error of `onReady`.
    public func serve(logger: Logger) async throws {
        let settings = ServiceGroupConfiguration(
            services: [.init(service: self)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        try await ServiceGroup(configuration: settings).run()
    }

    /// Runs until a graceful shutdown.
    ///
    /// - Throws: `SimulatorError` if the simulator cannot start, or the error of `onReady`.
    public func run() async throws {
        let folder = try SimulatorFolder(configuration.directory)
        defer { folder.close() }
        let pool = NIOThreadPool(numberOfThreads: 2)
        pool.start()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let host = try await SimulatorHost.start(configuration, folder, pool, group)
            defer { host.stop() }
            try onReady(host.readyLine)
            try? await gracefulShutdown()
        } catch {
            try? await pool.shutdownGracefully()
            try? await group.shutdownGracefully()
            throw (error as? KeyError).map { SimulatorError(description: $0.description) } ?? error
        }
        try? await pool.shutdownGracefully()
        try? await group.shutdownGracefully()
    }
}
