// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ConfigurationFile
internal import DaemonRuntime
internal import GNSSTypes
internal import Gateway
internal import Glibc
internal import Logging
internal import MQTTUplink
internal import ObservationBus
internal import ServiceLifecycle
internal import Simulation
internal import SystemSupport
internal import UnixSignals

/// `gnss-lab fleet`.
struct FleetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet", abstract: "Publish the positions of simulated gateways to an MQTT broker.",
        discussion: """
            Each gateway has a connection of its own, as a real one has, and publishes the same topics by the same code. \
            They drive around a polder, 100 m apart, until Ctrl-C.
            """)

    @Argument(help: ArgumentHelp("The broker: mqtt://host:port.", valueName: "BROKER"))
    var broker: String

    @Option(help: ArgumentHelp("The number of gateways, 1 to 1000.", valueName: "number"))
    var gateways = 10

    @Option(help: ArgumentHelp("Seconds between two positions of a gateway, 0.1 to 60.", valueName: "seconds"))
    var interval = 1.0

    @Option(help: ArgumentHelp("The beginning of all topics.", valueName: "prefix"))
    var prefix = "gnss"

    func validate() throws {
        guard BrokerURL(broker) != nil else { throw ValidationError("the broker must be mqtt://host:port") }
        guard (1...1000).contains(gateways) else { throw ValidationError("--gateways must be from 1 to 1000") }
        guard (0.1...60).contains(interval) else { throw ValidationError("--interval must be from 0.1 to 60") }
    }

    func run() async throws {
        guard let url = BrokerURL(broker) else { return }
        _ = DescriptorLimit.raise()
        let clock = GatewayClock(.system)
        let fleet = (1...gateways).map { number in
            SimulatedGateway(number, of: gateways, url, prefix: prefix, interval: interval, clock: clock)
        }
        Terminal.say("gnss-lab: \(gateways) gateways publish to \(url)")
        try await ServiceGroup(
            services: fleet.map(\.service) + [Drive(fleet: fleet, interval: interval, clock: clock)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: Terminal.logger(.error)
        ).run()
    }
}
