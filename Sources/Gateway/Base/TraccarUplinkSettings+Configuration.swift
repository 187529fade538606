// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import DaemonRuntime
internal import Outbox
internal import SystemSupport
internal import TraccarUplink

extension TraccarUplinkSettings {
    /// Creates the stage's settings from checked keys.
    init(_ file: TraccarSettings) {
        let machine = MachineName.current
        self.init(url: file.url, server: file.origin, device: file.device ?? (machine.isEmpty ? "gateway" : machine))
        (authorities, interval, distance) = (file.authorities, file.interval, file.distance)
        limits = QueueLimits(
            items: file.queueEntries, bytes: file.queueMiB << 20, age: .seconds(file.queueDays * 86_400))
        program = "gnss-gateway/\(GatewayVersion.current)"
    }
}
