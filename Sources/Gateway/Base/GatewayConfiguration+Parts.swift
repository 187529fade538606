// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import DaemonRuntime
internal import DeviceDiscovery
internal import GPSDServer
internal import NMEAServer
internal import ReceiverHost
internal import SystemSupport

extension ActiveReceiverSelector.Rules {
    init(_ configuration: SelectionConfiguration) {
        self.init(hold: configuration.hold, fixTimeout: configuration.fixTimeout)
    }
}

extension GatewayConfiguration {
    /// True if the daemon searches for receivers: as configured; by default only if no receiver is configured.
    var isSearching: Bool { discovery.isEnabled ?? receivers.isEmpty }

    /// Checks that the daemon can get a receiver.
    ///
    /// - Throws: `GatewayError` if no receiver is configured and discovery is off.
    func checkReceivers() throws(GatewayError) {
        guard isSearching || !receivers.isEmpty else {
            throw GatewayError(
                .configuration,
                "no receiver is configured and discovery is off: configure one under 'receivers', or remove "
                    + "'discovery.enabled: false'")
        }
    }

    /// Checks the files with certificate authorities. `MQTTUplinkSettings` checks those of the broker.
    ///
    /// - Throws: `GatewayError` with the key and the reason why its file cannot be used.
    func checkAuthorities() throws(GatewayError) {
        for file in authorityFiles {
            if let problem = WholeFile.pemProblem(file.path) {
                throw GatewayError(.configuration, "\(file.key): \(problem)")
            }
        }
    }
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
