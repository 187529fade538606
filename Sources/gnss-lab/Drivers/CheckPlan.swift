// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ConfigurationFile
internal import DaemonRuntime
internal import DriverTesting
internal import Gateway
internal import PluginHosting
internal import SystemSupport

/// The options of `drivers check`.
struct CheckOptions: ParsableArguments {
    @Argument(help: "A plugin file, or a driver's name.")
    var driver: String

    @Option(
        help: ArgumentHelp(
            "The 'config' section to use, as YAML or JSON; default: the driver's sample, with a simulated device.",
            valueName: "YAML"))
    var config: String?

    @Option(help: ArgumentHelp("A 'config' section for a device that sends garbage.", valueName: "YAML"))
    var garbage: String?

    @Option(
        help: ArgumentHelp(
            "Capture that the simulated receiver repeats; default: a u-blox receiver with UBX and NMEA.",
            valueName: "FILE"))
    var input: String?

    @Option(help: ArgumentHelp("The setting that names the device.", valueName: "KEY"))
    var deviceKey = "device"

    @Option(
        help: ArgumentHelp(
            "The settings for the TCP server's host and port; default: 'host' and 'port'.",
            valueName: "HOST,PORT"))
    var serverKeys: String?

    @Flag(help: "Simulate the device as a TCP server, if it may be a serial port or tcp://host:port.")
    var tcp = false

    @Option(
        help: ArgumentHelp(
            "Run only the groups that contain these checks, separated by commas.", valueName: "CHECKS"))
    var only: String?

    @Option(help: ArgumentHelp("Multiply all time limits by this factor, for slow machines.", valueName: "N"))
    var patience = 1

    func validate() throws {
        guard (1...100).contains(patience) else { throw ValidationError("--patience: 1...100") }
        if let keys = serverKeys?.split(separator: ","), keys.count != 2 || keys[0] == keys[1] {
            throw ValidationError("--server-keys: give two settings, such as host,port")
        }
        guard let only else { return }
        let known = ConformanceCheck.allCases.map(\.rawValue).joined(separator: ", ")
        let names = only.split(separator: ",")
        guard !names.isEmpty else { throw ValidationError("--only: give at least one check; the checks are \(known)") }
        for name in names where ConformanceCheck(rawValue: String(name)) == nil {
            throw ValidationError("--only: unknown check '\(name)'; the checks are \(known)")
        }
    }

    /// The groups that contain the requested checks.
    var groups: [ConformanceGroup] {
        guard let only else { return ConformanceGroup.allCases }
        let wanted = Set(only.split(separator: ",").compactMap { ConformanceCheck(rawValue: String($0)) })
        return ConformanceGroup.allCases.filter { !wanted.isDisjoint(with: $0.checks) }
    }

    /// The options for the process that runs the driver.
    ///
    /// - Parameter path: The plugin's file.
    func arguments(for path: String) -> [String] {
        var arguments = ["--patience", "\(patience)", "--device-key", deviceKey]
        for (name, value) in [("--config", config), ("--garbage", garbage), ("--input", input)] {
            if let value { arguments.append("\(name)=\(value)") }
        }
        if let serverKeys { arguments.append("--server-keys=\(serverKeys)") }
        if tcp { arguments.append("--tcp") }
        return arguments + ["--", path]
    }
}

/// The receiver and the settings for checking a driver, derived from the driver's description.
struct CheckPlan {
    let rig: ReceiverRig
    /// The settings to try.
    let settings: SettingsTrial
    /// A description of the receiver.
    let words: String

    /// - Throws: The exit code, after writing to standard error, if the options are invalid.
    init(_ plugin: PluginDescription, _ options: CheckOptions) throws {
        let output = try Self.output(options.input)
        let schema: DriverSchema
        do throws(SchemaError) {
            schema = try DriverSchema(json: plugin.configurationSchema, driver: plugin.kind)
        } catch {
            settings = SettingsTrial(schemaProblem: error.description)
            words = "none, because the driver's schema is not valid"
            rig = ReceiverRig(.missing("the schema is not valid"), output: output) { _ in "" }
            return
        }
        if let misfit = options.misfit(schema) { throw Terminal.failure(GatewayError(.usage, misfit)) }
        let sample = try? DriverSection(yaml: plugin.sampleConfiguration, name: "sample")
        settings = Self.settings(schema, sample, plugin)
        do throws(ConfigurationErrors) {
            (rig, words) = try StandIn(
                schema: schema, sample: sample ?? DriverSection(), options: options, output: output
            ).rig()
        } catch {
            throw Terminal.failure(error)
        }
    }

    private static func output(_ input: String?) throws -> FalseReceiverOutput {
        guard let input else { return .ordinary }
        do throws(GatewayError) {
            let file = try InputFile(input)
            var bytes: [UInt8] = []
            while bytes.count < 64 << 20 {
                let more = try file.read()
                if more.isEmpty { break }
                bytes += more
            }
            guard let output = FalseReceiverOutput(repeating: bytes) else {
                throw GatewayError(.badData, "\(input) is empty; give what the receiver sends")
            }
            return output
        } catch {
            throw Terminal.failure(error)
        }
    }

    private static func settings(
        _ schema: DriverSchema, _ sample: DriverSection?, _ plugin: PluginDescription
    ) -> SettingsTrial {
        var trial = SettingsTrial()
        do throws(ConfigurationErrors) {
            trial.sample = try DriverSection(yaml: plugin.sampleConfiguration, name: "sample").json(schema)
        } catch {
            trial.sampleProblem = error.description
        }
        let samples = SchemaSamples(schema, sample: sample)
        (trial.allowed, trial.forbidden) = (samples.allowed, samples.forbidden)
        trial.undocumented = samples.undocumented
        if samples.isOpen {
            trial.schemaProblem =
                "it allows keys that it does not name, so a misspelt key would go unnoticed: add "
                + #""additionalProperties": false"#
        }
        return trial
    }
}
