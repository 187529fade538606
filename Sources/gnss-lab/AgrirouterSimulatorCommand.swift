// SPDX-License-Identifier: Apache-2.0

internal import AgrirouterSimulator
internal import ArgumentParser
internal import CommandSupport
internal import DaemonRuntime
internal import GNSSTypes
internal import Gateway
internal import Logging

/// `gnss-gateway agrirouter-simulator`.
struct AgrirouterSimulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agrirouter-simulator",
        abstract: LaboratoryAbstract.agrirouterSimulator,
        discussion: """
            It prints one line of JSON when it is ready: where clients onboard, the certificate they have to trust, the \
            ids and a registration code to begin with, and where tests ask and set things. It listens on loopback only \
            and runs until Ctrl-C. See docs/agrirouter-simulator.md.
            """)

    @Option(help: "The port for onboarding; 0: any that is free.")
    var onboarding: UInt16 = 0

    @Option(help: "The port for measures and commands; 0: any that is free.")
    var gateway: UInt16 = 0

    @Option(help: "The port of the interface for tests; 0: any that is free.")
    var admin: UInt16 = 0

    @Option(help: "A folder that keeps authorities and state from one run to the next.")
    var directory: String?

    @Option(help: "Makes ids and registration codes the same in every run.")
    var seed: UInt64?

    @Option(help: "Seconds from a request to its answer in the outbox, 0 to 60.")
    var latency: Double = 0.05

    @Option(help: "QA: requests at least 10 s apart; Production: 5 s.")
    var environment = "QA"

    @Option(help: "The service's time at the start, as 2026-11-20T12:00:00Z; the system's where it is left out.")
    var time: String?

    @Flag(help: "The clock follows the times that requests carry, for clients that run on a replayed clock.")
    var follow = false

    func validate() throws {
        guard (0...60).contains(latency) else { throw ValidationError("--latency is from 0 to 60") }
        guard ["QA", "Production"].contains(environment) else {
            throw ValidationError("--environment is QA or Production")
        }
        guard time == nil || SimulatorConfiguration.time(time ?? "") != nil else {
            throw ValidationError("--time is as 2026-11-20T12:00:00Z")
        }
    }

    func run() async throws {
        let configuration = SimulatorConfiguration(
            ports: (Int(onboarding), Int(gateway), Int(admin)), directory: directory,
            seed: seed ?? UInt64.random(in: .min ... .max), latency: latency, environment: environment,
            time: time.flatMap(SimulatorConfiguration.time), following: follow ? VirtualClock.Following() : nil)
        let simulation = AgrirouterSimulation(configuration) { line in try? StandardOutput.print(line) }
        do { try await simulation.serve(logger: Terminal.logger(.warning)) } catch let fault as SimulatorError {
            throw Terminal.failure(GatewayError(.unavailable, fault.description))
        }
    }
}
