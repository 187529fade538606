// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import FoundationEssentials
internal import Gateway
internal import ObservationBus
internal import WebAPI

extension ReceiversCommand {
    /// `gnss-gateway receivers scan`.
    struct Scan: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the serial devices that are plugged in, and who may open them.",
            discussion: """
                Asks the running daemon, which knows what speaks on each; without one it looks for itself, and listens \
                to nothing.
                """)

        @Flag(help: "As JSON, for programs.")
        var json = false

        func run() async throws {
            let devices = try await devices()
            if json {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                try StandardOutput.print(String(decoding: try encoder.encode(devices), as: UTF8.self))
                return
            }
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
                Terminal.say("no gnss-gateway is running, so nothing is known of what speaks on the devices")
                return DeviceScan.devices()
            } catch let failure as any ControlFailure {
                Terminal.say("gnss-gateway: \(failure)")
                throw ExitCode(failure.exitCode)
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
