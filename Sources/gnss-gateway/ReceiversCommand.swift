// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BluetoothPairing
internal import CommandSupport
internal import ControlModel
internal import Gateway
internal import GatewayClient
internal import LocalSocket
internal import Transport

/// `gnss-gateway receivers`.
struct ReceiversCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receivers", abstract: "The receivers: list, find, test and choose them.",
        subcommands: [
            List.self, Scan.self, Pair.self, Test.self, Provision.self, Use.self, Forget.self, Start.self, Stop.self,
            Restart.self,
        ],
        defaultSubcommand: List.self)
}

extension ReceiversCommand {
    /// `gnss-gateway receivers list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the receivers of the running daemon; * marks the one that programs believe.")

        @Flag(help: "As JSON, for programs.")
        var json = false

        func run() async throws {
            try await Daemon.ask { client in
                if json { return try await client.text("/v1/receivers") }
                let receivers = try await client.receivers()
                if receivers.isEmpty {
                    Terminal.say("the daemon has no receivers; 'gnss-gateway receivers scan' shows what is plugged in")
                    return ""
                }
                return ReceiversText(receivers).text + "\n"
            }
        }
    }

    /// `gnss-gateway receivers use`.
    struct Use: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Choose the receiver that programs are to believe; it holds until you choose again.",
            discussion: "A Bluetooth receiver is named by its address: it is run from then on, at every start.")

        @Argument(help: "The receiver's id, as 'receivers list' shows it, or its Bluetooth address.")
        var receiver: String?

        @Flag(help: "Let the gateway choose again: by priority, then by the quality of the fix.")
        var automatic = false

        func validate() throws {
            if (receiver == nil) != automatic { throw ValidationError("Name a receiver, or --automatic.") }
        }

        func run() async throws {
            let active = try await Daemon.answer { client in
                if let receiver { return try await client.use(receiver: receiver) }
                return try await client.useAutomatically()
            }
            let now = active.receiver.map { "programs believe \($0)" } ?? "no receiver has a position yet"
            if let receiver, active.receiver != active.chosen || active.chosen == nil {
                Terminal.say(
                    "\(active.chosen ?? receiver) is chosen and takes over as soon as it has a position; until then \(now)"
                )
            } else {
                Terminal.say(now)
            }
        }
    }

    /// `gnss-gateway receivers forget`.
    struct Forget: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget what was learnt of a device: its abilities, and that it was chosen.",
            discussion: "Of a Bluetooth receiver, named by its address, the pairing is ended too.")

        @Argument(help: "The identity of the device, the id of its receiver, or its Bluetooth address.")
        var identity: String

        func run() async throws {
            if let address = BluetoothAddress(identity) {
                try await forget(address)
            } else {
                try await Daemon.answer { try await $0.forget(identity) }
            }
            Terminal.say("\(identity) is forgotten")
        }

        /// Something is to be known of it: by the daemon, by bluetoothd, or both.
        private func forget(_ address: BluetoothAddress) async throws {
            let refusal: (any ProgramError)?
            do {
                try await ControlClient().forget(identity)
                refusal = nil
            } catch let failure as any ProgramError {
                refusal = failure
            }
            do throws(BluetoothPairingError) {
                if try DevicePairing(address).remove() {
                    Terminal.say("the pairing with \(address) is ended")
                    return
                }
            } catch {
                if refusal == nil { return Terminal.say("its pairing, if there is one, is left: \(error)") }
            }
            guard let refusal else { return }
            Terminal.say("gnss-gateway: \(refusal)")
            throw ExitCode(refusal.exitCode)
        }
    }

    /// `gnss-gateway receivers start`.
    struct Start: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Start a receiver that was stopped, or make one that waits try at once.")

        @Argument(help: "The receiver's id.")
        var receiver: String

        func run() async throws { try await ReceiversCommand.perform(.start, on: receiver) }
    }

    /// `gnss-gateway receivers stop`.
    struct Stop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop a receiver, so that its device is free; it stays so until the daemon starts again.")

        @Argument(help: "The receiver's id.")
        var receiver: String

        func run() async throws { try await ReceiversCommand.perform(.stop, on: receiver) }
    }

    /// `gnss-gateway receivers restart`.
    struct Restart: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Stop a receiver and start it again.")

        @Argument(help: "The receiver's id.")
        var receiver: String

        func run() async throws { try await ReceiversCommand.perform(.restart, on: receiver) }
    }

    private static func perform(_ command: ReceiverCommand, on receiver: String) async throws {
        let report = try await Daemon.answer { try await $0.perform(command, on: receiver) }
        Terminal.say("\(report.id): \(report.state): \(report.reason)")
    }
}
