// SPDX-License-Identifier: Apache-2.0

import Access
import BackOfficeModel
import ControlModel
import Foundation
import GNSSTypes
import GatewayClient
import Logging
import ObservationBus
import ServiceLifecycle
import WebAPI
import WebConsole

/// A control service that runs, with its bus.
struct Daemon: Sendable {
    let hub: ObservationHub
    let socketPath: String
    let services: ServiceGroup
    /// Those that answer on TCP.
    var addresses: [NetworkAddress] = []

    var client: ControlClient { ControlClient(socketPath: socketPath) }

    /// Returns once so many streams are open.
    func waitForStreams(_ count: Int) async throws {
        try await waited { hub.status.consumers.count == count }
    }
}

/// Runs a daemon in a folder of its own, from when it answers until the body returns.
func withDaemon<Value: Sendable>(
    streamBound: QueueBound = .recorder, shutdownLimit: Duration = .seconds(3), control: (any GatewayControl)? = nil,
    trust: (any TrustControl)? = nil, centroid: (any CentroidControl)? = nil,
    captures: (any CaptureControl)? = nil, backOffice: (any BackOfficeControl)? = nil,
    agrirouter: (any AgrirouterControl)? = nil, settings: (any SettingsControl)? = nil,
    metrics: (@Sendable () async -> String)? = nil,
    network: NetworkAccess? = nil, console: ConsoleFiles? = nil,
    examine: (@Sendable () async -> String)? = nil, access: (any AccessStore)? = nil,
    _ body: @escaping @Sendable (Daemon) async throws -> Value
) async throws -> Value {
    try await withFolder { folder in
        let hub = ObservationHub()
        let path = folder + "/run/control.sock"
        let running = AsyncStream.makeStream(of: [NetworkAddress].self)
        var configuration = ControlService.Configuration(
            socketPath: path, version: "1.2.3", streamBound: streamBound, shutdownLimit: shutdownLimit)
        configuration.network = network
        let service = try ControlService(
            configuration, hub: hub, control: control, trust: trust, centroid: centroid, captures: captures,
            backOffice: backOffice, agrirouter: agrirouter, settings: settings, metrics: metrics, console: console,
            examine: examine,
            access: access, now: { startTime }, logger: quiet
        ) { addresses, _ in
            running.continuation.yield(addresses)
            running.continuation.finish()
        }
        let services = ServiceGroup(services: [service], logger: quiet)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { running.continuation.finish() }
                try await services.run()
            }
            var listening: [NetworkAddress]?
            for await addresses in running.stream { listening = addresses }
            guard let listening else {
                try await group.waitForAll()
                throw TimeOut()
            }
            let result: Result<Value, any Error>
            do {
                result = .success(
                    try await body(
                        Daemon(hub: hub, socketPath: path, services: services, addresses: listening)))
            } catch {
                result = .failure(error)
            }
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
            return try result.get()
        }
    }
}

let quiet = {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    return logger
}()

/// A folder that is removed afterwards.
func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let folder = "/tmp/webapi-\(UInt64.random(in: 0...UInt64.max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await body(folder)
}

struct TimeOut: Error {}

/// Returns once the condition holds; throws after half a minute.
func waited(until condition: () throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while try !condition() {
        if ContinuousClock.now > deadline { throw TimeOut() }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// Runs the body on a thread of its own, as a driver would, and waits for it without holding up other tasks.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { done in
        Thread.detachNewThread { done.resume(returning: body()) }
    }
}
