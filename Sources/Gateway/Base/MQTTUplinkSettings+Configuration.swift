// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import MQTTUplink
internal import Outbox
internal import SystemSupport

extension MQTTUplinkSettings {
    /// Creates the stage's settings from checked keys.
    ///
    /// - Throws: `GatewayError` if a file that the keys name cannot be used.
    init(_ file: MQTTSettings) throws(GatewayError) {
        let (broker, name) = (file.broker, file.name ?? GatewayTopics.level(MachineName.current))
        self.init(
            server: broker.description, host: broker.host, port: broker.port, prefix: file.prefix, gateway: name)
        (isSecure, client) = (broker.isSecure, file.client ?? client)
        (user, passwordFile) = (file.user, file.passwordFile)
        (authorities, certificate, key) = (file.authorities, file.certificate, file.key)
        (sharedIdentity, sharedKeyFile) = (file.sharedIdentity, file.sharedKeyFile)
        (keepalive, sessionExpiry) = (file.keepalive, file.sessionExpiry)
        (interval, expiry) = (file.interval, file.expiry)
        (historyInterval, historyDistance) = (file.historyInterval, file.historyDistance)
        queueLimits = QueueLimits(
            items: file.queueEntries, bytes: file.queueMiB << 20, age: .seconds(file.queueDays * 86_400))
        publishesOwnTracks = file.publishesOwnTracks
        homePrefix = file.announcesHome ? file.homePrefix : nil
        (readsFleet, commands) = (file.readsFleet, Set(file.commands.compactMap { RemoteCommand(code: $0) }))
        sparkplugGroup = file.sparkplugGroup
        program = "gnss-gateway/\(GatewayVersion.current)"
        for (key, path, isSecret) in file.namedFiles {
            guard let problem = Self.problem(of: path, isSecret: isSecret) else { continue }
            throw GatewayError(.configuration, file.error(problem, at: key))
        }
    }
}
