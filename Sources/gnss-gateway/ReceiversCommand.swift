// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BluetoothPairing
internal import CommandSupport
internal import ControlModel
internal import Gateway
internal import GatewayClient
internal import LocalSocket
internal import SystemSupport
internal import Transport

/// `gnss-gateway receivers`.
struct ReceiversCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receivers", abstract: "List, find, test, set up and select receivers.",
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
            commandName: "list", abstract: "List the running daemon's receivers; * marks the active receiver.")

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            try await Daemon.ask { client in
                if json { return try await client.text("/v1/receivers") }
                let receivers = try await client.receivers()
                if receivers.isEmpty {
                    Terminal.say("the daemon has no receivers; 'gnss-gateway receivers scan' shows the devices")
                    return ""
                }
                return ReceiversText(receivers).text + "\n"
            }
        }
    }

    /// `gnss-gateway receivers use`.
    struct Use: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "use", abstract: "Select the active receiver; it stays selected until you select another.",
            discussion: "Give a Bluetooth receiver's address to run it from now on, even after restarts.")

        @Argument(help: "The receiver's id, as 'receivers list' shows it, or its Bluetooth address.")
        var receiver: String?

        @Flag(help: "Let the gateway select the receiver: by priority, then by fix quality.")
        var automatic = false

        func validate() throws {
            if (receiver == nil) != automatic { throw ValidationError("Give a receiver or --automatic.") }
        }

        func run() async throws {
            let active = try await Daemon.answer { client in
                if let receiver { return try await client.use(receiver: receiver) }
                return try await client.useAutomatically()
            }
            let now = active.receiver.map { "active receiver: \($0)" } ?? "no receiver has a position yet"
            if let receiver, active.receiver != active.selected || active.selected == nil {
                Terminal.say(
                    "selected \(active.selected ?? receiver); it becomes active once it has a position; now: \(now)"
                )
            } else {
                Terminal.say(now)
            }
        }
    }

    /// `gnss-gateway receivers forget`.
    struct Forget: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "forget",
            abstract: """
                Forget a device: delete what the gateway has learnt about it, and clear its selection as the active \
                receiver.
                """,
            discussion: "For a Bluetooth receiver, given by its address, also removes the pairing.")

        @Argument(help: "The device's identity, its receiver's id, or its Bluetooth address.")
        var identity: String

        func run() async throws {
            if let address = BluetoothAddress(identity) {
                try await forget(address)
            } else {
                try await Daemon.answer { try await $0.forget(identity) }
            }
            Terminal.say("forgot \(identity)")
        }

        /// Forgets a Bluetooth receiver. The daemon, bluetoothd or both must know it.
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
                    Terminal.say("removed the pairing with \(address)")
                    return
                }
            } catch {
                if refusal == nil { return Terminal.say("any pairing remains: \(error)") }
            }
            guard let refusal else { return }
            Terminal.say("gnss-gateway: \(refusal)")
            throw ExitCode(refusal.exitStatus)
        }
    }

    /// `gnss-gateway receivers start`.
    struct Start: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "start", abstract: "Start a stopped receiver, or make a waiting one retry at once.")

        @Argument(help: "The receiver's id.")
        var receiver: String

        func run() async throws { try await ReceiversCommand.perform(.start, on: receiver) }
    }

    /// `gnss-gateway receivers stop`.
    struct Stop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "stop", abstract: "Stop a receiver and release its device until the daemon restarts.")

        @Argument(help: "The receiver's id.")
        var receiver: String

        func run() async throws { try await ReceiversCommand.perform(.stop, on: receiver) }
    }

    /// `gnss-gateway receivers restart`.
    struct Restart: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "restart", abstract: "Stop and start a receiver.")

        @Argument(help: "The receiver's id.")
        var receiver: String

        func run() async throws { try await ReceiversCommand.perform(.restart, on: receiver) }
    }

    private static func perform(_ command: ReceiverCommand, on receiver: String) async throws {
        let report = try await Daemon.answer { try await $0.perform(command, on: receiver) }
        Terminal.say(
            "\(report.id): \(report.isAboutToStart(command) ? "starting" : "\(report.state): \(report.reason)")")
    }
}
