// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import FoundationEssentials
internal import Gateway
internal import ObservationBus
internal import Transport
internal import WebAPI

extension ReceiversCommand {
    /// `gnss-gateway receivers test`.
    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Watch what a receiver delivers, with a verdict.",
            discussion: """
                A receiver of the running daemon is watched as it runs. A Bluetooth receiver, named by its address, is \
                connected to where the daemon has no such receiver; the way from the adapter to the position is told \
                step by step.

                Exits with 0 where positions come, else with 69.
                """)

        @Argument(help: "The receiver's id, the path or identity of its device, or its Bluetooth address.")
        var receiver: String

        @Option(
            help: "How long to watch, in seconds: 1...3600; left out: 5, or up to 40 where it is to be connected to.")
        var seconds: Double?

        @Flag(help: "As JSON, for programs.")
        var json = false

        func validate() throws {
            if let seconds, !(seconds >= 1 && seconds <= 3600) {
                throw ValidationError("--seconds takes a number of 1...3600.")
            }
        }

        func run() async throws {
            let trial: ReceiverTrial
            if let address = BluetoothAddress(receiver) {
                trial = try await examine(address)
            } else {
                trial = try await watch(try await Daemon.answer { try await find($0) })
            }
            if json {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                try StandardOutput.print(String(decoding: try encoder.encode(trial), as: UTF8.self))
            } else {
                try StandardOutput.print(trial.text)
            }
            if !trial.isGood { throw ExitCode(69) }
        }

        private func watch(_ id: String) async throws -> ReceiverTrial {
            let seconds = seconds ?? 5
            if !json { Terminal.say("watching \(id) for \(Age.words(seconds)) …") }
            let limit = Duration.milliseconds(Int64(seconds * 1000))
            return try await Daemon.answer { try await ReceiverTrial.watch(id, for: limit, $0) }
        }

        private func examine(_ address: BluetoothAddress) async throws -> ReceiverTrial {
            let identity = "bluetooth:\(address)"
            let running = (try? await ControlClient().receivers())?.first { $0.identity == identity }
            if let running, running.state != "stopped" {
                var trial = try await watch(running.id)
                trial.setSteps(adapterProblem: nil)
                return trial
            }
            if !json { Terminal.say("connecting to \(address) …") }
            do throws(GatewayFailure) {
                return try await ReceiverTrial.rehearse(address, for: .milliseconds(Int64((seconds ?? 40) * 1000)))
            } catch {
                throw Terminal.failure(error)
            }
        }

        private func find(_ client: ControlClient) async throws -> String {
            let receivers = try await client.receivers()
            if receivers.contains(where: { $0.id == receiver }) { return receiver }
            if let found = receivers.first(where: { $0.device == receiver || $0.identity == receiver }) {
                return found.id
            }
            let device = try await client.devices().first {
                [$0.node, $0.identity].contains(receiver) || $0.links.contains(receiver)
            }
            if let id = device?.receiver { return id }
            let known = receivers.map(\.id).joined(separator: ", ")
            let why = device.map { device in
                let reasons = [device.finding, device.remark, device.advice].compactMap { $0 }
                return "no receiver runs on \(device.node)"
                    + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; "))
            }
            Terminal.say(
                "gnss-gateway: "
                    + (why ?? "there is no receiver \"\(receiver)\"; there are: \(known.isEmpty ? "none" : known)"))
            throw ExitCode(69)
        }
    }
}
