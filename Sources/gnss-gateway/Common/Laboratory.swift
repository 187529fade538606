// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import DaemonRuntime
internal import Gateway
internal import Glibc
internal import SystemSupport

/// A command of the program `gnss-lab` that also appears in this program's help.
protocol LaboratoryCommand: ParsableCommand {}

extension LaboratoryCommand {
    /// Never called, because `Laboratory.take()` has replaced the program before the command line is parsed.
    func run() throws { throw Terminal.failure(GatewayError(.usage, "this is a command of gnss-lab")) }
}

/// The lab: the simulators, the bench and the driver checks are in a separate program, `gnss-lab`, so that the daemon
/// does not contain them.
enum Laboratory {
    /// If the command line is for the lab, replaces this program by it, with the same arguments, descriptors and
    /// environment, so that signals and exit codes work directly. Exits with 69 if the lab is not installed.
    static func take() {
        guard isWanted(CommandLine.arguments.dropFirst()) else { return }
        do throws(GatewayError) {
            let path = try SiblingProgram.path("gnss-lab")
            execv(path, CommandLine.unsafeArgv)
            throw GatewayError(.unavailable, "cannot run \(path): \(SystemError.text(of: errno))")
        } catch {
            exit(Terminal.failure(error).rawValue)
        }
    }

    /// Returns true if a command line, without the program's name, is for the lab.
    static func isWanted(_ arguments: ArraySlice<String>) -> Bool {
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments
        return switch words.first {
        case "simulate", "agrirouter-simulator", "back-office-simulator": true
        case "drivers": ["check", "new"].contains(words.dropFirst().first { $0 != "help" })
        default: false
        }
    }
}

/// `gnss-gateway simulate`.
struct SimulateCommand: LaboratoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: LaboratoryAbstract.simulate)
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
}

/// `gnss-gateway agrirouter-simulator`.
struct AgrirouterSimulatorCommand: LaboratoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "agrirouter-simulator",
        abstract: LaboratoryAbstract.agrirouterSimulator)
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
}

/// `gnss-gateway back-office-simulator`.
struct BackOfficeSimulatorCommand: LaboratoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "back-office-simulator",
        abstract: LaboratoryAbstract.backOfficeSimulator)
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
}
