// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import ServiceLifecycle

/// Tells the service manager that the daemon is ready, how it goes, that it lives and that it ends. Only made where there
/// is one: without it no timer runs.
struct NotifyService: Service {
    let manager: ServiceManager
    let servers: ServerGate
    /// The status line of now. It asks the fleet, the bus and the servers: where one of them hangs it never comes back,
    /// and so neither does a sign of life.
    let pulse: @Sendable () async -> String

    /// How often the status line may change.
    private static let interval = Duration.seconds(5)

    /// Tells until the daemon ends.
    func run() async {
        await withGracefulShutdownHandler {
            await cancelWhenGracefulShutdown { await self.follow() }
        } onGracefulShutdown: {
            manager.stopping()
        }
    }

    private func follow() async {
        await servers.wait()
        if Task.isCancelled { return }
        var said = await pulse()
        manager.ready(said)
        if manager.watchdog != nil { manager.alive() }
        let pause = min(manager.watchdog.map { $0 / 2 } ?? Self.interval, Self.interval)
        while (try? await Task.sleep(for: pause, tolerance: pause / 10)) != nil {
            let now = await pulse()
            if Task.isCancelled { return }
            if manager.watchdog != nil { manager.alive() }
            if now != said { manager.status(now) }
            said = now
        }
    }
}
