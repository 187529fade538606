// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Gateway

/// `gnss-gateway doctor`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Look for what keeps receivers from working, and say how to mend it.",
        discussion: """
            Looks at the configuration, the drivers, rights to devices, programs that take serial ports, ports that are \
            taken, the state folder, the daemon and the clock. Changes nothing and opens no device. With sudo it also \
            sees what programs of other users hold. Exits with 69 where something is a problem.
            """)

    @Option(help: ArgumentHelp("The configuration file (YAML).", valueName: "FILE"))
    var config: String?

    @Option(help: ArgumentHelp("The user that the daemon runs as; without it the present one.", valueName: "NAME"))
    var user: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let doctor: Doctor
        do throws(GatewayFailure) {
            doctor = try Doctor(file: config, user: user)
        } catch {
            throw Terminal.failure(error)
        }
        try StandardOutput.print(json ? doctor.json : doctor.findings.map(\.description).joined(separator: "\n"))
        if !doctor.isHealthy { throw ExitCode(ExitStatus.unavailable.rawValue) }
    }
}
