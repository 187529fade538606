// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import SystemSupport

/// The listeners on 127.0.0.1. The group of event loops owns their sockets and closes them when it ends.
struct Doors: Sendable {
    let host: OfficeHost
    let group: any EventLoopGroup
    /// Nil for HTTP without TLS.
    let tls: NIOSSLContext?

    /// Creates the TLS settings.
    ///
    /// - Throws: `BackOfficeSimulatorError` if certificate or key cannot be used.
    static func context(
        _ tls: BackOfficeSimulatorConfiguration.TLS?
    ) throws(BackOfficeSimulatorError) -> NIOSSLContext? {
        guard let tls else { return nil }
        do {
            let chain = try NIOSSLCertificate.fromPEMBytes(tls.certificate)
            let key = try NIOSSLPrivateKey(bytes: tls.key, format: .pem)
            return try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key)))
        } catch {
            throw BackOfficeSimulatorError(
                description: "the certificate or its key is not usable: \(error)", exitStatus: .badData)
        }
    }

    /// Opens a listener, and returns its port.
    ///
    /// - Parameter port: 0 for any free port.
    /// - Throws: `BackOfficeSimulatorError` if the port is in use.
    func open(_ kind: DoorKind, port: Int) async throws(BackOfficeSimulatorError) -> Int {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try receive(channel, kind) }
            }
        do {
            let channel = try await bootstrap.bind(host: "127.0.0.1", port: port).get()
            return channel.localAddress?.port ?? port
        } catch {
            throw BackOfficeSimulatorError(
                description: "cannot listen on 127.0.0.1:\(port): \(error); "
                    + "choose another port, or 0 for any that is free")
        }
    }

    private func receive(_ channel: any Channel, _ kind: DoorKind) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(IdleStateHandler(allTimeout: .seconds(60)))
        if kind == .office, let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
        try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: true, withErrorHandling: true)
        try pipeline.addHandler(ConnectionHandler(kind, host))
    }
}
