// SPDX-License-Identifier: Apache-2.0

internal import CProcess
internal import DaemonRuntime
internal import Glibc
internal import PluginHosting
internal import SystemSupport

/// The driver's process itself: `gnss-gateway drivers host`. Only the gateway starts it.
package enum DriverProcess {
    /// Loads a plugin, describes it, and executes commands until the gateway closes the pipe.
    ///
    /// Standard input and output are the pipes; for the plugin, they are replaced with `/dev/null`.
    ///
    /// - Parameters:
    ///   - plugin: The plugin's file.
    ///   - memoryMiB: Maximum private memory of the process in MiB.
    /// - Returns: The exit code.
    package static func run(plugin: String, memoryMiB: Int) -> Int32 {
        guard isatty(STDIN_FILENO) == 0, let link = ChildLink() else { return ExitStatus.usage.rawValue }
        gnss_bind_to_parent()
        _ = gnss_limit_memory(UInt64(max(1, memoryMiB)) << 20)
        var files = rlimit(rlim_cur: 256, rlim_max: 256)
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        // Receivers in the gateway take precedence if processor time is scarce.
        _ = nice(5)
        do throws(PluginLoadError) {
            let loaded = try PluginLoader.load(plugin, hostVersion: GatewayVersion.current)
            link.send(.described(loaded.description))
            serve(DriverCoordinator(loaded.table, loaded.description, link), link)
        } catch {
            link.send(.refused(isNoDriver: error == .notADriver, error.description))
        }
        return 0
    }

    private static func serve(_ coordinator: DriverCoordinator, _ link: ChildLink) {
        while let command = link.next() { coordinator.take(command) }
        // The gateway has ended or no longer needs this process, so end a driver that is still running, together with
        // all processes that it started.
        if coordinator.isRunning {
            if getpgrp() == getpid() { kill(0, SIGKILL) }
            _exit(0)
        }
    }
}
