// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import ServiceLifecycle
internal import UnixSignals

/// Reads the configuration again at SIGHUP. A terminal that hangs up therefore does not end the daemon, with or without
/// a configuration file.
struct ReloadService: Service {
    let reloader: ConfigurationReloader
    let manager: ServiceManager?
    /// Returns the current status line.
    let pulse: @Sendable () async -> String

    /// Waits for the signal until the daemon shuts down.
    func run() async {
        let signals = await UnixSignalsSequence(trapping: .sighup)
        await cancelWhenGracefulShutdown {
            for await _ in signals {
                // After the request to end, the sequence still returns the signals before it.
                guard !Task.isCancelled else { break }
                self.manager?.reloading()
                // Errors have been logged.
                _ = try? await self.reloader.reload()
                self.manager?.ready(await self.pulse())
            }
        }
    }
}
