// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import ServiceLifecycle
internal import UnixSignals

/// Reads the configuration again at SIGHUP. So a terminal that hangs up ends nothing, with a file or without.
struct ReloadService: Service {
    let reloader: ConfigurationReloader
    let manager: ServiceManager?
    /// The status line of now.
    let pulse: @Sendable () async -> String

    /// Waits for the signal until the daemon ends.
    func run() async {
        let signals = await UnixSignalsSequence(trapping: .sighup)
        await cancelWhenGracefulShutdown {
            for await _ in signals {
                self.manager?.reloading()
                // What is wrong is in the log.
                _ = try? self.reloader.reload()
                self.manager?.ready(await self.pulse())
            }
        }
    }
}
