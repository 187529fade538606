// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BluetoothPairing
internal import CommandSupport
internal import DaemonRuntime
internal import FoundationEssentials
internal import Gateway
internal import GatewayClient
internal import SetupModel
internal import SystemSupport
internal import Transport

extension ReceiversCommand {
    /// `gnss-gateway receivers test`.
    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "test", abstract: "Watch what a receiver delivers, and judge it.",
            discussion: """
                Watches a receiver of the running daemon. A Bluetooth receiver, given by its address, is connected if \
                the daemon does not run it yet; each step from the adapter to the position is reported.

                Exits with 0 if the receiver delivers positions, otherwise with 69.
                """)

        @Argument(help: "The receiver's id, its device's path or identity, or its Bluetooth address.")
        var receiver: String

        @Option(
            help: "Seconds to watch, 1...3600; default: 5, or up to 40 if it must be connected.")
        var seconds: Double?

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            if let seconds, !(seconds >= 1 && seconds <= 3600) {
                throw ValidationError("--seconds takes a number from 1 to 3600.")
            }
        }

        func run() async throws {
            let trial = try await trial()
            if json {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                try StandardOutput.print(String(decoding: try encoder.encode(trial), as: UTF8.self))
            } else {
                try StandardOutput.print(trial.text)
            }
            if !trial.isGood { throw ExitCode(.unavailable) }
        }

        private func trial() async throws -> TrialReport {
            let address = BluetoothAddress(receiver)
            if !json {
                let time = seconds.map { ", for \(Age.words($0))" } ?? ""
                Terminal.say("\(address == nil ? "watching" : "trying") \(receiver)\(time) …")
            }
            do {
                return try await ControlClient().test(receiver, for: seconds)
            } catch let error as ControlClientError {
                guard let address, case .notRunning = error else {
                    Terminal.say("gnss-gateway: \(error)")
                    throw ExitCode(error.exitStatus)
                }
                do throws(GatewayError) {
                    return try await TrialReport.ofConnection(
                        to: address, for: .milliseconds(Int64((seconds ?? 40) * 1000)))
                } catch {
                    throw Terminal.failure(error)
                }
            }
        }
    }
}
