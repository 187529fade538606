// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Gateway
internal import Logging

/// `gnss-gateway demo`.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Run with a simulated receiver: no hardware, no account, no network.",
        discussion: """
            A car drives a round course; satellites rise and set; in a tunnel the fix is lost and comes back. \
            It runs until Ctrl-C and serves gpsd's protocol on loopback.
            """)

    @Option(help: "The port of gpsd's protocol; another one where gpsd itself is running.")
    var port: UInt16 = 2947

    func run() async throws {
        let yaml = String(decoding: PackageResources.demo_yaml, as: UTF8.self)
        var (configuration, drivers) = try Configuration.read(builtIn: yaml, name: "demo.yaml")
        configuration.listen.gpsd = configuration.listen.gpsd.map { ListenAddress(host: $0.host, port: port) }
        do {
            try await RunCommand.run(
                configuration, drivers, clock: .system, logger: Terminal.logger(.warning), onListening: Self.explain)
        } catch let code as ExitCode where code.rawValue == ExitStatus.unavailable.rawValue {
            Terminal.say("For the demo, another port does: gnss-gateway demo --port 3947")
            throw code
        }
    }

    /// What to do next.
    @Sendable private static func explain(_ addresses: [String]) {
        let first = addresses.first ?? ""
        let server = first.hasSuffix(":2947") ? "" : " \(first)"
        Terminal.say(
            """
            The demo is running: a simulated receiver drives a round course, and programs that speak
            gpsd's protocol can follow it on \(addresses.joined(separator: " and ")).

            Try in another terminal (Debian package gpsd-clients):
                gpspipe -w\(server)        positions and satellites as JSON
                cgps\(server)              the same on a screen

            Ctrl-C ends it.
            """)
    }
}
