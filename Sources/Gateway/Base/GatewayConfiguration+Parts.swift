// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import DaemonRuntime
internal import DeviceDiscovery
internal import GPSDServer
internal import NMEAServer
internal import ReceiverHost

extension ActiveReceiverSelector.Rules {
    init(_ configuration: SelectionConfiguration) {
        self.init(hold: configuration.hold, fixTimeout: configuration.fixTimeout)
    }
}

extension GatewayConfiguration {
    /// True if the daemon searches for receivers: as configured; by default only if no receiver is configured.
    var isSearching: Bool { discovery.isEnabled ?? receivers.isEmpty }
}

extension ProbePolicy {
    init(_ configuration: DiscoveryConfiguration) {
        self.init(also: configuration.probe, ignored: configuration.ignored)
    }
}

extension GPSDConfiguration {
    init(_ listen: ListenConfiguration, _ selection: SelectionConfiguration, clients: Int) {
        self.init()
        maximumClients = clients
        followsActiveReceiver = selection.programs == .active
        addresses = listen.gpsd.map { GPSDServer.ListenAddress(host: $0.host, port: $0.port) }
        release = GatewayVersion.current
    }
}

extension NMEAConfiguration {
    init(_ listen: ListenConfiguration, _ selection: SelectionConfiguration, clients: Int) {
        self.init(
            endpoints: listen.nmea.map { entry in
                switch entry.transport {
                case .tcp: .tcp(host: entry.address.host, port: entry.address.port)
                case .udp: .udp(host: entry.address.host, port: entry.address.port)
                }
            })
        maximumClients = clients
        followsActiveReceiver = selection.programs == .active
    }
}
