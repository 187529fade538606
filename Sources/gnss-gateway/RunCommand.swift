// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
internal import CommandSupport
internal import ConfigurationFile
internal import ControlModel
internal import DaemonRuntime
internal import Doctor
internal import Gateway
public import Logging
internal import ReceiverHost

/// `gnss-gateway run`.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run the daemon.",
        discussion: """
            Starts the drivers of all receivers in the configuration file. Without a file, or if it lists no \
            receivers, finds receivers as they are plugged in. Serves gpsd's protocol on the addresses in \
            'listen.gpsd' (default: 127.0.0.1:2947 and [::1]:2947). 'gnss-gateway config show' prints a file to start \
            from. SIGTERM or Ctrl-C ends the daemon; SIGHUP reloads the file if there is one. Closing the terminal \
            does not end the daemon.
            """)

    @Option(name: .long, help: ArgumentHelp("The configuration file (YAML).", valueName: "FILE"))
    var config: String?

    @Option(
        help: "Clock source: system, or replay to follow the recording's time, so that hours take seconds.")
    var clock: GatewayClock.Mode = .system

    @Option(
        help: """
            Minimum log level: trace, debug, info, notice, warning, error, critical; default: 'log.level' in the \
            configuration.
            """)
    var logLevel: Logger.Level?

    @Flag(
        name: .long,
        help: """
            Exit if the store cannot be used (exit code 70 damaged, 73 full, 77 not permitted), as with \
            'store.required'. Without it, the daemon continues in memory, or sets a damaged store aside, and \
            raises an alert.
            """)
    var requireStore = false

    func run() async throws {
        let (configuration, drivers) = try Configuration.read(config)
        let log = LogWriter()
        defer { log.end(within: EndWatch.lastLines) }
        let output = LogOutput(level: logLevel ?? configuration.log.loggerLevel, writer: log)
        try await Self.run(
            configuration, drivers, clock: clock, logger: output.logger(), log: log, keepsState: true,
            requiresStore: requireStore, file: config,
            onReload: { [logLevel] in output.level = logLevel ?? $0.log.loggerLevel }
        ) { _ in }
    }

    /// Runs the daemon until it ends.
    ///
    /// - Throws: The exit code, after writing the reason to standard error.
    static func run(
        _ configuration: GatewayConfiguration, _ drivers: DriverRegistry, clock: GatewayClock.Mode, logger: Logger,
        log: LogWriter? = nil, keepsState: Bool = false, requiresStore: Bool = false, file: String? = nil,
        onReload: @escaping @Sendable (GatewayConfiguration) -> Void = { _ in },
        onListening: @escaping @Sendable ([String]) -> Void
    ) async throws {
        let metrics = MetricsStore()
        metrics.bootstrap()
        do {
            let daemon = try GatewayDaemon(
                configuration, drivers: drivers, clock: clock, logger: logger, log: log, keepsState: keepsState,
                requiresStore: requiresStore, file: file, metrics: metrics,
                examine: { Self.examine(file, $0, $1, $2, $3) }, onReload: onReload, onListening: onListening)
            try await daemon.run()
        } catch let failure as GatewayError {
            throw log.map { Terminal.failure(failure, in: $0) } ?? Terminal.failure(failure)
        }
    }
}

extension RunCommand {
    /// The output of `doctor --json`.
    private static func examine(
        _ file: String?, _ receivers: [ReceiverReport], _ certificate: CertificateReport?, _ mqtt: MQTTReport?,
        _ traccar: FormReport?
    ) -> String {
        (try? DoctorReport(file: file, receivers: receivers, certificate: certificate, mqtt: mqtt, traccar: traccar))?
            .json
            ?? DoctorReport.nothing
    }
}

extension LogConfiguration {
    /// The level as a `Logger.Level`.
    var loggerLevel: Logger.Level { Logger.Level(rawValue: level.rawValue) ?? .info }
}

extension GatewayClock.Mode: ExpressibleByArgument {}

extension Logger.Level: @retroactive ExpressibleByArgument {}
