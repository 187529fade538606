// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import ServiceLifecycle

/// Tells the service manager that the daemon is ready, its status, that it is alive, and that it stops. Only created if
/// there is a service manager, so that no timer runs without one.
struct NotifyService: Service {
    let manager: ServiceManager
    let servers: ServerGate
    /// Returns the current status line. The function queries fleet, bus and servers: if one of them hangs, it does not
    /// return, and no more watchdog notifications are sent.
    let pulse: @Sendable () async -> String

    /// The longest time between two checks of the status line.
    private static let interval = Duration.seconds(5)

    /// Runs until the daemon shuts down.
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
