// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BluetoothPairing
internal import CommandSupport
internal import Gateway
internal import Glibc
internal import SetupModel
internal import Transport

extension ReceiversCommand {
    /// `gnss-gateway receivers pair`.
    struct Pair: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pair", abstract: "Pair this computer with a Bluetooth receiver; needed only once.",
            discussion: """
                Most receivers pair without a PIN. For an older one that asks for a PIN, give it with --pin, or use \
                --default-pins to try the usual PINs (0000, then 1234, once each). Without either option, the \
                command asks you.

                It does nothing if the receiver is already paired.
                """)

        @Argument(help: "The receiver's address, as 'receivers scan' shows it.")
        var address: String

        @Option(help: "The receiver's PIN, 1...16 characters.")
        var pin: String?

        @Flag(help: "Try the usual PINs without asking.")
        var defaultPins = false

        @Flag(
            name: .shortAndLong,
            help: "Confirm the passkey without comparing it: for receivers without a display.")
        var yes = false

        @Option(help: "The Bluetooth adapter, by name (hci0) or address; default: the first that is on.")
        var adapter: String?

        @Option(help: "Seconds to search for the receiver, 1...120.")
        var seconds = 20.0

        func validate() throws {
            if BluetoothAddress(address) == nil {
                throw ValidationError("\"\(address)\" is not a Bluetooth address, such as 00:1D:43:5F:A0:2C.")
            }
            if let pin, !(1...16).contains(pin.utf8.count) {
                throw ValidationError("--pin takes 1 to 16 characters.")
            }
            if pin != nil, defaultPins { throw ValidationError("--pin and --default-pins exclude each other.") }
            if !(seconds >= 1 && seconds <= 120) { throw ValidationError("--seconds takes a number from 1 to 120.") }
        }

        func run() throws {
            guard let address = BluetoothAddress(address) else { return }
            var pairing = DevicePairing(address)
            pairing.adapter = adapter
            pairing.search = .milliseconds(Int64(seconds * 1000))
            let answer: PINAnswer? = pin.map { .pin($0) } ?? (defaultPins ? .usual : nil)
            do throws(BluetoothPairingError) {
                switch try pairing.run(TerminalDialogue(pin: answer, agrees: yes)) {
                case .paired: Terminal.say("\(address) is paired; 'gnss-gateway receivers use \(address)' selects it")
                case .wasPaired: Terminal.say("\(address) is already paired")
                }
            } catch {
                throw Terminal.failure(error)
            }
        }
    }
}

/// Asks questions in the terminal; without one, it declines.
struct TerminalDialogue: BluetoothDialogue {
    /// The PIN given on the command line; nil to ask.
    let pin: PINAnswer?
    /// True to accept numbers without asking.
    let agrees: Bool

    private var isSomebodyThere: Bool { isatty(STDIN_FILENO) == 1 }

    func pin(for device: BluetoothDeviceReport) -> PINAnswer {
        if let pin { return pin }
        guard isSomebodyThere else { return .none }
        let usual = DevicePairing.usualPINs.joined(separator: " and ")
        Terminal.say(
            "\(device.name) asks for a PIN. Type it, press return to try the usual PINs "
                + "(\(usual), each once), or type n to stop:")
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
                "cannot confirm that \(device.name) shows \(passkey): run this in a terminal, or use --yes "
                    + "if the receiver has no display")
            return false
        }
        Terminal.say("does \(device.name) also show \(passkey), or does it have no display? [y/N]")
        return ["y", "yes"].contains((readLine() ?? "").lowercased())
    }

    func show(_ code: String, for device: BluetoothDeviceReport) { Terminal.say("type \(code) on \(device.name)") }

    func tell(_ words: String) { Terminal.say(words) }
}
