// SPDX-License-Identifier: Apache-2.0

internal import AgrirouterSimulator
internal import ArgumentParser
internal import CommandSupport
internal import DaemonRuntime
internal import GNSSTypes
internal import Gateway
internal import Logging
internal import SystemSupport

/// `gnss-gateway agrirouter-simulator`.
struct AgrirouterSimulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agrirouter-simulator",
        abstract: LaboratoryAbstract.agrirouterSimulator,
        discussion: """
            Prints one line of JSON when it is ready: the onboarding URL, the CA certificate that clients must trust, \
            the application ids and a first registration code, and the address of the test interface. It listens only \
            on loopback and runs until Ctrl-C. See docs/agrirouter-simulator.md.
            """)

    @Option(help: "Port for onboarding; 0 for any free port.")
    var onboarding: UInt16 = 0

    @Option(help: "Port for measures and commands; 0 for any free port.")
    var gateway: UInt16 = 0

    @Option(help: "Port of the test interface; 0 for any free port.")
    var admin: UInt16 = 0

    @Option(help: "Directory that keeps the certificate authorities and the state between runs.")
    var directory: String?

    @Option(help: "Seed that makes ids and registration codes identical in every run.")
    var seed: UInt64?

    @Option(help: "Seconds between a request and its answer in the outbox, 0 to 60.")
    var latency: Double = 0.05

    @Option(help: "Minimum interval between requests: 10 s in QA, 5 s in Production.")
    var environment = "QA"

    @Option(help: "The service's time at the start, such as 2026-11-20T12:00:00Z; default: the system's.")
    var time: String?

    @Flag(help: "Let the clock follow the times in requests, for clients that run on a replayed clock.")
    var follow = false

    func validate() throws {
        guard (0...60).contains(latency) else { throw ValidationError("--latency must be from 0 to 60") }
        guard ["QA", "Production"].contains(environment) else {
            throw ValidationError("--environment must be QA or Production")
        }
        guard time == nil || SimulatorConfiguration.time(time ?? "") != nil else {
            throw ValidationError("--time must be like 2026-11-20T12:00:00Z, with a year from 1678 to 2261")
        }
    }

    func run() async throws {
        let configuration = SimulatorConfiguration(
            ports: (Int(onboarding), Int(gateway), Int(admin)), directory: directory,
            seed: seed ?? UInt64.random(in: .min ... .max), latency: latency, environment: environment,
            time: time.flatMap(SimulatorConfiguration.time), following: follow ? VirtualClock.Following() : nil)
        let simulation = AgrirouterSimulation(configuration) { line in try StandardOutput.print(line) }
        do { try await simulation.serve(logger: Terminal.logger(.warning)) } catch let fault as SimulatorError {
            throw Terminal.failure(GatewayError(fault))
        }
    }
}
