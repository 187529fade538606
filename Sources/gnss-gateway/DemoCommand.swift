// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ConfigurationFile
internal import DaemonRuntime
internal import Gateway
internal import Logging
internal import ReceiverHost

/// `gnss-gateway demo`.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Run with a simulated receiver: no hardware, no account, no network.",
        discussion: """
            A tractor works a field, with RTK that is lost now and then; satellites rise and set, and those of Galileo \
            sign what they send. After the time that it takes under a real sky, a minute and a half or so, their data \
            are authenticated: by keys of the simulation, which is said wherever it is told. It runs until Ctrl-C and \
            serves gpsd's protocol on loopback.
            """)

    @Option(help: "The port of gpsd's protocol; another one where gpsd itself is running.")
    var port: UInt16 = 2947

    @Option(help: ArgumentHelp("How much faster than real time, 0.1 to 100.", valueName: "factor"))
    var speed = 1.0

    func validate() throws {
        guard (0.1...100).contains(speed) else {
            throw ValidationError("--speed \(speed) is out of range: give 0.1 to 100.")
        }
    }

    func run() async throws {
        let stage: DemoStage
        do { stage = try DemoStage(speed: speed) } catch let failure as GatewayError {
            throw Terminal.failure(failure)
        }
        defer { stage.clear() }
        var (configuration, drivers) = try Configuration.read(builtIn: stage.configuration, name: "the demo")
        configuration.listen.gpsd = configuration.listen.gpsd.map { ListenAddress(host: $0.host, port: port) }
        do {
            try await Self.run(configuration, drivers)
        } catch let code as ExitCode where code.rawValue == ExitStatus.unavailable.rawValue {
            Terminal.say("For the demo, another port does: gnss-gateway demo --port 3947")
            throw code
        }
    }

    /// Runs the daemon to its end, and tells meanwhile how its receiver does.
    private static func run(_ configuration: GatewayConfiguration, _ drivers: DriverRegistry) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await RunCommand.run(
                    configuration, drivers, clock: .system, logger: Terminal.logger(.warning), onListening: explain)
            }
            group.addTask { await DemoNarrator.run() }
            // The narrator never ends by itself.
            _ = try await group.next()
            group.cancelAll()
        }
    }

    /// What to do next.
    @Sendable private static func explain(_ addresses: [String]) {
        let first = addresses.first ?? ""
        let server = first.hasSuffix(":2947") ? "" : " \(first)"
        Terminal.say(
            """
            The demo is running: a simulated tractor works a field, and programs that speak
            gpsd's protocol can follow it on \(addresses.joined(separator: " and ")).

            Try in another terminal (Debian package gpsd-clients):
                gpspipe -w\(server)        positions and satellites as JSON
                cgps\(server)              the same on a screen
                gnss-gateway osnma status        which satellites are authenticated

            Ctrl-C ends it.
            """)
    }
}
