// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
internal import CommandSupport
internal import ConfigurationFile
internal import DaemonRuntime
internal import Gateway
public import Logging
internal import ReceiverHost

/// `gnss-gateway run`.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run the daemon.",
        discussion: """
            Starts the drivers of all receivers in the configuration file; without a file, or with none in it, finds \
            receivers by itself as they are plugged in. Serves gpsd's protocol where 'listen.gpsd' says \
            (127.0.0.1:2947 and [::1]:2947 if nothing is said). 'gnss-gateway config show' prints a file to begin \
            with. Ends at SIGTERM or Ctrl-C; SIGHUP reads the file again, and a terminal that is closed ends nothing.
            """)

    @Option(name: .long, help: ArgumentHelp("The configuration file (YAML).", valueName: "FILE"))
    var config: String?

    @Option(
        help: "Whose time the daemon lives in: the system's, or that of its replay, so that hours take seconds.")
    var clock: GatewayClock.Mode = .system

    @Option(
        help: """
            What is logged: trace, debug, info, notice, warning, error, critical; without it what 'log.level' of the \
            configuration says.
            """)
    var logLevel: Logger.Level?

    @Flag(
        name: .long,
        help: """
            End where the store cannot be used (exit code 70 damaged, 73 full, 77 not allowed), as 'store.required' does. \
            Without it the daemon goes on in memory, or sets a damaged store aside, and raises an alert.
            """)
    var requireStore = false

    func run() async throws {
        var (configuration, drivers) = try Configuration.read(config)
        if requireStore { configuration.store.isRequired = true }
        let output = LogOutput(level: logLevel ?? configuration.log.loggerLevel)
        try await Self.run(
            configuration, drivers, clock: clock, logger: output.logger(), keepsState: true, file: config,
            onReload: { [logLevel] in output.level = logLevel ?? $0.log.loggerLevel }
        ) { _ in }
    }

    /// Runs the daemon to its end.
    static func run(
        _ configuration: GatewayConfiguration, _ drivers: DriverRegistry, clock: GatewayClock.Mode, logger: Logger,
        keepsState: Bool = false, file: String? = nil,
        onReload: @escaping @Sendable (GatewayConfiguration) -> Void = { _ in },
        onListening: @escaping @Sendable ([String]) -> Void
    ) async throws {
        let metrics = MetricsStore()
        metrics.bootstrap()
        do {
            let daemon = try GatewayDaemon(
                configuration, drivers: drivers, clock: clock, logger: logger, keepsState: keepsState, file: file,
                metrics: metrics, onReload: onReload, onListening: onListening)
            try await daemon.run()
        } catch let failure as GatewayError {
            throw Terminal.failure(failure)
        }
    }
}

extension LogConfiguration {
    /// The level as loggers have it.
    var loggerLevel: Logger.Level { Logger.Level(rawValue: level.rawValue) ?? .info }
}

extension GatewayClock.Mode: ExpressibleByArgument {}

extension Logger.Level: @retroactive ExpressibleByArgument {}
