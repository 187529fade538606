// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BackOfficeSimulator
internal import CommandSupport
internal import DaemonRuntime
internal import Logging
internal import SystemSupport

/// `gnss-gateway back-office-simulator`.
struct BackOfficeSimulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "back-office-simulator",
        abstract: LaboratoryAbstract.backOfficeSimulator,
        discussion: """
            Prints one line of JSON when it is ready: the address for back_office.server, the address of the test \
            interface, and the secret of the digest. It listens only on loopback and runs until Ctrl-C. See \
            docs/back-office-simulator.md.
            """)

    @Option(help: "The server that is simulated: egnss4cap or pic2bim.")
    var dialect = BackOfficeDialect.egnss4cap.rawValue

    @Option(help: "Port of the back office; 0 for any free port.")
    var port: UInt16 = 0

    @Option(help: "Port of the test interface; 0 for any free port.")
    var admin: UInt16 = 0

    @Option(
        help: ArgumentHelp(
            "A person who may sign in; may be repeated; default: farmer:secret.", valueName: "login:password"))
    var user: [String] = []

    @Option(help: "The secret of the digest of photos.")
    var secret = "example-secret"

    @Option(help: "Path of the calls, with * for the name of a call; default: that of the dialect.")
    var path: String?

    @Option(help: ArgumentHelp("A JSON file with the tasks at the start.", valueName: "file"))
    var tasks: String?

    @Option(help: ArgumentHelp("A fault at the start, as JSON; may be repeated.", valueName: "json"))
    var fault: [String] = []

    @Option(help: ArgumentHelp("A PEM file with the certificate for HTTPS; default: HTTP.", valueName: "file"))
    var certificate: String?

    @Option(help: ArgumentHelp("A PEM file with the certificate's key.", valueName: "file"))
    var key: String?

    func validate() throws {
        guard BackOfficeDialect(rawValue: dialect) != nil else {
            throw ValidationError("--dialect must be egnss4cap or pic2bim")
        }
        guard user.allSatisfy({ $0.contains(":") && !$0.hasPrefix(":") }) else {
            throw ValidationError("--user must be like farmer:secret")
        }
        guard path.map({ $0.split(separator: "*", omittingEmptySubsequences: false).count == 2 }) ?? true else {
            throw ValidationError("--path must contain exactly one *, as in ws/comm_*.php")
        }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key belong together")
        }
    }

    func run() async throws {
        let users = (user.isEmpty ? ["farmer:secret"] : user).map { text in
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return BackOfficeSimulatorConfiguration.User(
                login: String(parts[0]), password: parts.count > 1 ? String(parts[1]) : "")
        }
        var configuration = BackOfficeSimulatorConfiguration(
            dialect: BackOfficeDialect(rawValue: dialect) ?? .egnss4cap, users: users, secret: secret)
        configuration.ports = (Int(port), Int(admin))
        (configuration.path, configuration.faults) = (path, fault)
        configuration.tasks = try tasks.map(contents)
        if let certificate, let key {
            configuration.tls = .init(certificate: try contents(certificate), key: try contents(key))
        }
        let simulation = BackOfficeSimulation(configuration) { line in try StandardOutput.print(line) }
        do {
            try await simulation.serve(logger: Terminal.logger(.warning))
        } catch let error as BackOfficeSimulatorError {
            throw Terminal.failure(GatewayError(error))
        }
    }

    private func contents(_ path: String) throws -> [UInt8] {
        do throws(FileReadError) { return try WholeFile.read(path, atMost: 16 << 20) } catch {
            throw Terminal.failure(GatewayError(.noInput, "\(path): \(error)"))
        }
    }
}
