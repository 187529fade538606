// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ConfigurationFile
internal import DaemonRuntime
internal import Gateway
internal import Logging
internal import ReceiverHost
internal import SystemSupport

/// `gnss-gateway demo`.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Run with a simulated receiver: no hardware, account or network needed.",
        discussion: """
            A simulated tractor works a field and loses RTK now and then. Satellites rise and set, and the simulated \
            Galileo satellites sign their data. As under a real sky, their data are authenticated after about a minute \
            and a half, with the simulation's keys; every report says so. The demo runs until Ctrl-C and serves gpsd's \
            protocol on loopback.
            """)

    @Option(help: "The gpsd server's port; choose another one if gpsd itself is running.")
    var port: UInt16 = 2947

    @Option(help: ArgumentHelp("Speed relative to real time, 0.1 to 100.", valueName: "factor"))
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
            Terminal.say("To run the demo on another port: gnss-gateway demo --port 3947")
            throw code
        }
    }

    /// Runs the daemon until it ends, and reports the receiver's state while it runs.
    private static func run(_ configuration: GatewayConfiguration, _ drivers: DriverRegistry) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await RunCommand.run(
                    configuration, drivers, clock: .system, logger: Terminal.logger(.warning), onListening: explain)
            }
            group.addTask { await DemoNarrator.run() }
            // The narrator does not end by itself.
            _ = try await group.next()
            group.cancelAll()
        }
    }

    /// Prints what to try next.
    @Sendable private static func explain(_ addresses: [String]) {
        let first = addresses.first ?? ""
        let server = first.hasSuffix(":2947") ? "" : " \(first)"
        Terminal.say(
            """
            The demo is running: a simulated tractor works a field. Programs that speak
            gpsd's protocol can follow it on \(addresses.joined(separator: " and ")).

            Try in another terminal (Debian package gpsd-clients):
                gpspipe -w\(server)        positions and satellites as JSON
                cgps\(server)              the same as a full-screen display
                gnss-gateway osnma status        which satellites are authenticated

            Ctrl-C ends it.
            """)
    }
}
