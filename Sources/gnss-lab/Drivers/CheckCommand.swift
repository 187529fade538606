// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import DaemonRuntime
internal import DriverTesting
internal import Gateway
internal import PluginHosting
internal import ReceiverHost
internal import SystemSupport

extension DriversCommand {
    /// `gnss-gateway drivers check`.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: LaboratoryAbstract.driversCheck,
            discussion: """
                Checks that a driver fulfils the contract: loads it in a separate process, so that a crash or hang \
                becomes a finding; runs it several times; feeds it valid, damaged and random bytes; and removes \
                its device.

                If the driver finds its receiver through the setting 'device' (or the one given with --device-key), a \
                pseudo-terminal that sends the contents of --input takes the receiver's place. If the driver reads \
                a file through a setting 'file', a file with the contents of --input does.

                For a receiver on the network, a TCP server on 127.0.0.1 takes its place. This applies to the settings \
                'host' and 'port' (or those given with --server-keys), to a device such as tcp://host:2101 in the \
                driver's sample and, with --tcp, to a device that may be a serial port or tcp://host:port. The server sends the contents of --input, \
                closes one connection, refuses one and leaves one unanswered. For any other kind of receiver, use \
                --config.

                Exits with 0 if the driver conforms, with 65 if it does not or could not be run, and with 66, 69 or 77 \
                if there is no driver to check.
                """)

        @OptionGroup var options: CheckOptions

        @Flag(help: "Print JSON.")
        var json = false

        func run() throws {
            let gateway: String
            do throws(GatewayError) { gateway = try SiblingProgram.path("gnss-gateway") } catch {
                throw Terminal.failure(error)
            }
            let path =
                options.driver.contains("/")
                ? options.driver
                : try DriverChoice.plugin(options.driver, DriverOptions.parse([]), program: gateway).path
            let plugin = try describe(path, gateway)
            let plan = try CheckPlan(plugin.description, options)
            if !json { try StandardOutput.print(head(plugin, plan)) }
            var examination = Examination(path: plugin.path, options: options)
            let findings = try examination.run { finding in
                if !json { try StandardOutput.print(finding.description) }
            }
            try conclude(findings, plugin, plan)
        }

        private func describe(_ path: String, _ gateway: String) throws -> FoundPlugin {
            do throws(PluginLoadError) {
                return try PluginLoader.describe(path, program: gateway)
            } catch .brokeDown(let reason) {
                let finding = DriverConformance.Finding(.description, .failed("cannot be queried: \(reason)"))
                let report = CheckReport(
                    driver: "", version: "", file: path, receiver: "", conforms: false, complete: false,
                    checks: [CheckResult(finding)])
                try StandardOutput.print(json ? report.json : finding.description)
                throw Terminal.failure(GatewayError(.badData, "\(path): does not conform"))
            } catch {
                throw Terminal.failure(GatewayError(error.status, "\(path): \(error)"))
            }
        }

        private func head(_ plugin: FoundPlugin, _ plan: CheckPlan) -> String {
            let description = plugin.description
            return """
                \(description.kind) \(description.version): \(description.summary)
                    file:      \(plugin.path)
                    contract:  \(description.contract)
                    receiver:  \(plan.words)

                """
        }

        private func conclude(
            _ findings: [DriverConformance.Finding], _ plugin: FoundPlugin, _ plan: CheckPlan
        ) throws {
            let failures = findings.count { $0.failure != nil }
            let skipped = findings.count { !$0.wasChecked }
            let left = findings.first { $0.property == .publishes && !$0.wasChecked }
            if json {
                let description = plugin.description
                let report = CheckReport(
                    driver: description.kind, version: description.version, file: plugin.path, receiver: plan.words,
                    conforms: failures == 0 && left == nil, complete: left == nil && options.only == nil,
                    checks: findings.map { CheckResult($0) })
                try StandardOutput.print(report.json)
            } else {
                let passed = findings.count - failures - skipped
                try StandardOutput.print("\n\(passed) passed, \(failures) failed, \(skipped) skipped")
            }
            if failures == 0, let left {
                Terminal.say(left.description)
                throw Terminal.failure(
                    GatewayError(
                        .badData,
                        "\(plugin.path): not shown to conform: \(skipped) of \(findings.count) checks were skipped"))
            }
            guard failures == 0 else {
                let isMute = findings.contains { $0.property == .publishes && $0.failure != nil }
                if isMute, options.input == nil, options.config == nil {
                    Terminal.say("give a capture of its own receiver with --input FILE")
                }
                throw Terminal.failure(
                    GatewayError(.badData, "\(plugin.path): \(failures) of \(findings.count) checks failed"))
            }
        }
    }
}
