// SPDX-License-Identifier: Apache-2.0

public import Logging
internal import NIOCore
internal import NIOPosix
public import ServiceLifecycle
internal import StrictFormats
internal import UnixSignals

/// A simulator of a back office on this machine, with an interface for tests.
public struct BackOfficeSimulation: Service {
    private let configuration: BackOfficeSimulatorConfiguration
    private let onReady: @Sendable (String) throws -> Void

    /// Creates a simulator.
    ///
    /// - Parameter onReady: Called once when the simulator is ready, with one line of JSON: its addresses and the secret of the
    ///   digest. If it throws, the simulator ends with its error.
    public init(
        _ configuration: BackOfficeSimulatorConfiguration, onReady: @escaping @Sendable (String) throws -> Void
    ) {
        (self.configuration, self.onReady) = (configuration, onReady)
    }

    /// Runs as the only service of a program until SIGTERM or SIGINT.
    ///
    /// - Throws: `BackOfficeSimulatorError` if the simulator cannot start, or the error of `onReady`.
    public func serve(logger: Logger) async throws {
        let settings = ServiceGroupConfiguration(
            services: [.init(service: self)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        try await ServiceGroup(configuration: settings).run()
    }

    /// Runs until a graceful shutdown.
    ///
    /// - Throws: `BackOfficeSimulatorError` if the simulator cannot start, or the error of `onReady`.
    public func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            try onReady(try await open(on: group))
            try? await gracefulShutdown()
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
        try? await group.shutdownGracefully()
    }

    /// Opens the listeners, and returns the line with their addresses.
    private func open(on group: any EventLoopGroup) async throws -> String {
        let host = OfficeHost(try Office(configuration))
        let doors = Doors(host: host, group: group, tls: try Doors.context(configuration.tls))
        let other = try await doors.open(.elsewhere, port: 0)
        let office = try await doors.open(.office, port: configuration.ports.office)
        let admin = try await doors.open(.admin, port: configuration.ports.admin)
        // Another name for the same machine, so that this is another host for a client.
        let elsewhere = "http://localhost:\(other)/"
        host.setElsewhere(elsewhere)
        let line: JSONValue = [
            "ready": true, "dialect": .string(configuration.dialect.rawValue),
            "server": .string("\(configuration.tls == nil ? "http" : "https")://127.0.0.1:\(office)/"),
            "admin": .string("http://127.0.0.1:\(admin)\(Office.adminPrefix)"),
            "elsewhere": .string(elsewhere), "path": .string(configuration.path ?? configuration.dialect.path),
            "secret": .string(configuration.secret), "users": JSONValue(configuration.users.map(\.login)),
        ]
        return line.description
    }
}
