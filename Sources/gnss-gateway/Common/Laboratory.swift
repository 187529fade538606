// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import DaemonRuntime
internal import Gateway
internal import Glibc
internal import SystemSupport

/// A command of the laboratory, the program `gnss-lab`, that keeps its place in the help of this one.
protocol LaboratoryCommand: ParsableCommand {}

extension LaboratoryCommand {
    /// Never called: `Laboratory.take()` has replaced the program before the command line is read.
    func run() throws { throw Terminal.failure(GatewayError(.usage, "this is a command of gnss-lab")) }
}

/// The laboratory: simulators, the bench and the checks of drivers are in a program of their own, `gnss-lab`, so that no
/// daemon carries them.
enum Laboratory {
    /// Where the command line is for the laboratory, replaces this program by it: with the same arguments, descriptors and
    /// environment, so that signals and exit codes are its own. Ends with 69 where it is not installed.
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

    /// Whether a command line, without the program's name, is for the laboratory.
    static func isWanted(_ arguments: ArraySlice<String>) -> Bool {
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments
        return switch words.first {
        case "simulate", "agrirouter-simulator": true
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
