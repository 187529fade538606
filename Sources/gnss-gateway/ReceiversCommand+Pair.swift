// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BluetoothPairing
internal import CommandSupport
internal import ControlModel
internal import Gateway
internal import Glibc
internal import Transport

extension ReceiversCommand {
    /// `gnss-gateway receivers pair`.
    struct Pair: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Pair this computer with a Bluetooth receiver; once is enough.",
            discussion: """
                Most receivers just pair. Older ones ask for a PIN: give it with --pin, or agree, when you are asked or \
                with --default-pins, that those are tried which receivers usually have (0000, then 1234, each once).

                Where they are paired already, nothing is done.
                """)

        @Argument(help: "The receiver's address, as 'receivers scan' shows it.")
        var address: String

        @Option(help: "The receiver's PIN, 1...16 characters.")
        var pin: String?

        @Flag(help: "Try the PINs that receivers usually have, without asking.")
        var defaultPins = false

        @Flag(
            name: .shortAndLong,
            help: "Agree unseen to a number that both are to show: for receivers without a display.")
        var yes = false

        @Option(help: "The Bluetooth adapter, by name (hci0) or address; left out: the first that is on.")
        var adapter: String?

        @Option(help: "How long to look for it, in seconds: 1...120.")
        var seconds = 20.0

        func validate() throws {
            if BluetoothAddress(address) == nil {
                throw ValidationError("\"\(address)\" is no address of Bluetooth, such as 00:1D:43:5F:A0:2C.")
            }
            if let pin, !(1...16).contains(pin.utf8.count) {
                throw ValidationError("--pin takes 1...16 characters.")
            }
            if pin != nil, defaultPins { throw ValidationError("--pin and --default-pins contradict each other.") }
            if !(seconds >= 1 && seconds <= 120) { throw ValidationError("--seconds takes a number of 1...120.") }
        }

        func run() throws {
            guard let address = BluetoothAddress(address) else { return }
            var pairing = DevicePairing(address)
            pairing.adapter = adapter
            pairing.search = .milliseconds(Int64(seconds * 1000))
            let answer: PINAnswer? = pin.map { .pin($0) } ?? (defaultPins ? .usual : nil)
            do throws(BluetoothPairingError) {
                switch try pairing.run(TerminalDialogue(pin: answer, agrees: yes)) {
                case .paired: Terminal.say("\(address) is paired; 'gnss-gateway receivers use \(address)' takes it")
                case .wasPaired: Terminal.say("\(address) is paired already")
                }
            } catch {
                throw Terminal.failure(error)
            }
        }
    }
}

/// Asks the person at the terminal; where nobody is there, agrees to nothing.
struct TerminalDialogue: BluetoothDialogue {
    /// What was said beforehand.
    let pin: PINAnswer?
    /// Whether numbers are agreed to unseen.
    let agrees: Bool

    private var isSomebodyThere: Bool { isatty(STDIN_FILENO) == 1 }

    func pin(for device: BluetoothDeviceReport) -> PINAnswer {
        if let pin { return pin }
        guard isSomebodyThere else { return .none }
        let usual = DevicePairing.usualPINs.joined(separator: " and ")
        Terminal.say(
            "\(device.name) asks for a PIN. Type it, or press return to have those tried that receivers usually have "
                + "(\(usual), each once), or n to stop:")
        guard let line = readLine() else { return .none }
        switch line.lowercased() {
        case "n", "no": return .none
        case "": return .usual
        default: return .pin(line)
        }
    }

    func passkey(for device: BluetoothDeviceReport) -> UInt32? {
        guard isSomebodyThere else { return nil }
        Terminal.say("type the six digits that \(device.name) shows:")
        return readLine().flatMap { UInt32($0) }
    }

    func confirms(_ passkey: String, of device: BluetoothDeviceReport) -> Bool {
        if agrees { return true }
        guard isSomebodyThere else {
            Terminal.say(
                "\(device.name) is to show \(passkey), and nobody is there to look: run it in a terminal, or with --yes "
                    + "where it has no display")
            return false
        }
        Terminal.say("does \(device.name) show \(passkey) too, or has it no display? [y/N]")
        return ["y", "yes"].contains((readLine() ?? "").lowercased())
    }

    func show(_ code: String, for device: BluetoothDeviceReport) { Terminal.say("type \(code) at \(device.name)") }

    func tell(_ words: String) { Terminal.say(words) }
}
