// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BluetoothPairing
internal import CommandSupport
internal import ControlModel
internal import DaemonRuntime
internal import DeviceDiscovery
internal import FoundationEssentials
internal import GNSSTypes
internal import Gateway
internal import GatewayClient
internal import LocalSocket
internal import ReceiverHost
internal import SetupModel
internal import SystemSupport

extension ReceiversCommand {
    /// `gnss-gateway receivers scan`.
    struct Scan: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "scan", abstract: "Show the plugged-in serial devices and the Bluetooth devices in range.",
            discussion: """
                Asks the running daemon for serial devices and what each one sends. If no daemon is running, lists the \
                devices without listening to them. Then searches for Bluetooth devices, if this machine has an \
                adapter. Ctrl-C ends the search.

                The JSON output contains serial devices or, with --bluetooth, Bluetooth devices.
                """)

        @Flag(help: "Print JSON.")
        var json = false

        @Flag(help: "Show only Bluetooth devices.")
        var bluetooth = false

        @Flag(help: "Show only serial devices.")
        var serial = false

        @Option(help: "Seconds to search for Bluetooth devices, 1...120.")
        var seconds = 11.0

        @Option(help: "The Bluetooth adapter, by name (hci0) or address; default: the first that is on.")
        var adapter: String?

        func validate() throws {
            if !(seconds >= 1 && seconds <= 120) { throw ValidationError("--seconds takes a number from 1 to 120.") }
            if bluetooth, serial { throw ValidationError("--bluetooth and --serial exclude each other.") }
        }

        func run() async throws {
            if !bluetooth { try await showSerial() }
            if bluetooth || !serial && !json && BluetoothAdapters.areThere { try await showBluetooth() }
        }

        private func showBluetooth() async throws {
            if !json { Terminal.say("searching for Bluetooth devices, \(Age.words(seconds)) …") }
            var devices = try await searchInDaemon()
            if devices == nil { devices = try searchHere() }
            try show(devices ?? [])
        }

        private func show(_ devices: [BluetoothDeviceReport]) throws {
            if json { return try StandardOutput.print(Self.encoded(devices)) }
            guard !devices.isEmpty else {
                Terminal.say("no Bluetooth device in range: is the receiver on and visible?")
                return
            }
            try StandardOutput.print(BluetoothText(devices).text)
        }

        private var tell: @Sendable (BluetoothDeviceReport) -> Void {
            let isQuiet = json
            return { device in if !isQuiet { Terminal.say("  \(device.address) \(device.name)") } }
        }

        /// Lets the daemon search; nil if no daemon is running or this user may not use it.
        private func searchInDaemon() async throws -> [BluetoothDeviceReport]? {
            var request = SearchRequest()
            (request.seconds, request.adapter) = (seconds, adapter)
            let search: SearchReport
            do {
                search = try await SearchWatch(request).runUntilSignalled(found: tell)
            } catch ControlClientError.notRunning, ControlClientError.noPermission {
                return nil
            } catch let failure as any ProgramError {
                Terminal.say("gnss-gateway: \(failure)")
                throw ExitCode(failure.exitStatus)
            }
            if let remark = search.remark { Terminal.say("gnss-gateway: \(remark)") }
            if let error = search.error {
                Terminal.say("gnss-gateway: \(error.text) (\(error.code))")
                let isDenied = error.code == BluetoothPairingError.Code.denied.rawValue
                throw ExitCode(isDenied ? .noPermission : .unavailable)
            }
            guard search.state == .finished else {
                Terminal.say("the search was stopped early")
                throw ExitCode(.interrupted)
            }
            return search.devices
        }

        /// Returns the devices that this process finds by itself.
        private func searchHere() throws -> [BluetoothDeviceReport] {
            do throws(BluetoothPairingError) {
                return try BluetoothScan.run(
                    for: .milliseconds(Int64(seconds * 1000)), adapter: adapter, found: tell)
            } catch {
                return try Self.withoutDaemon(error, seconds)
            }
        }

        /// Searches without bluetoothd.
        private static func withoutDaemon(
            _ problem: BluetoothPairingError, _ seconds: Double
        ) throws -> [BluetoothDeviceReport] {
            guard [.noDaemon, .noBus].contains(problem.code),
                let devices = BluetoothScan.runWithoutDaemon(
                    for: .milliseconds(Int64(seconds * 1000)), DriverRegistry())
            else { throw Terminal.failure(problem) }
            Terminal.say("gnss-gateway: \(problem)")
            Terminal.say("searched without it: pairing and signal strength are unknown")
            return devices
        }

        private static func encoded(_ value: some Encodable) throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        }

        private func showSerial() async throws {
            let devices = try await devices()
            if json { return try StandardOutput.print(Self.encoded(devices)) }
            guard !devices.isEmpty else {
                Terminal.say("no serial device is plugged in")
                return
            }
            try StandardOutput.print(devices.map(Self.text).joined(separator: "\n\n"))
        }

        private func devices() async throws -> [DeviceReport] {
            do {
                return try await ControlClient().devices()
            } catch ControlClientError.notRunning {
                Terminal.say("no gnss-gateway is running, so it is unknown what the devices send")
                return DeviceScan.devices()
            } catch let failure as any ProgramError {
                Terminal.say("gnss-gateway: \(failure)")
                throw ExitCode(failure.exitStatus)
            }
        }

        private static func text(_ device: DeviceReport) -> String {
            let name = device.knownAs ?? [device.vendor, device.model].compactMap { $0 }.joined(separator: " ")
            let facts: [(String, [String])] = [
                ("identity", [device.identity]), ("names", device.links),
                ("kernel driver", [device.kernelDriver].compactMap { $0 }),
                ("access", [device.access].compactMap { $0 }), ("receiver", [device.receiver].compactMap { $0 }),
                ("speaks", [device.finding].compactMap { $0 }), ("remark", [device.remark].compactMap { $0 }),
                ("held by", device.holders ?? []), ("mind", device.risks ?? []),
                ("to do", [device.advice].compactMap { $0 }),
            ]
            let rows = facts.filter { !$0.1.isEmpty }.flatMap { name, values in
                values.enumerated().map { ["    " + ($0.offset == 0 ? name : ""), $0.element] }
            }
            return TextTable([name.isEmpty ? device.node : "\(device.node): \(name)"], []).text + "\n"
                + TextTable(rows.first ?? [], Array(rows.dropFirst())).text
        }
    }
}
