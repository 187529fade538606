// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import DeviceDiscovery
internal import DriverKit
internal import Gateway
internal import GatewayClient
internal import LocalSocket
internal import SerialReceiver
internal import SystemSupport

/// The device on which a receiver is to be set up, and the receiver of the daemon that uses it.
struct ProvisionTarget {
    /// The path or address of the device.
    let device: String
    /// The ID of the daemon's receiver that uses the device; nil if none does.
    let holder: String?

    /// Finds the device.
    ///
    /// - Parameter name: A receiver's ID, a path, an identity or an address.
    /// - Throws: The exit code, after writing the reason to standard error.
    static func find(_ name: String) async throws -> ProvisionTarget {
        do {
            let client = ControlClient()
            return try await find(name, try await client.receivers(), try await client.devices())
        } catch ControlClientError.notRunning {
            return try await find(name, [], DeviceScan.devices())
        } catch let failure as any ProgramError {
            Terminal.say("gnss-gateway: \(failure)")
            throw ExitCode(failure.exitStatus)
        }
    }

    private static func find(
        _ name: String, _ receivers: [ReceiverReport], _ devices: [DeviceReport]
    ) async throws -> ProvisionTarget {
        let report = receivers.first { $0.id == name } ?? receivers.first { $0.device == name || $0.identity == name }
        let device = devices.first { device in
            [device.node, device.identity].contains(name) || device.links.contains(name)
                || report.map { $0.device == device.identity || $0.identity == device.identity } ?? false
        }
        let holder = report ?? receivers.first { $0.id == device?.receiver }
        if let path = device?.node ?? report?.device ?? (isPath(name) ? name : nil), isPath(path) {
            return ProvisionTarget(device: path, holder: holder?.id)
        }
        let known = receivers.map(\.id).joined(separator: ", ")
        Terminal.say(
            "gnss-gateway: no receiver or device is named \"\(name)\"; "
                + (known.isEmpty ? "give a path such as /dev/ttyACM0" : "the receivers are: \(known)"))
        throw ExitCode(.unavailable)
    }

    private static func isPath(_ text: String) -> Bool { text.hasPrefix("/") || text.hasPrefix("tcp://") }

    /// Stops the daemon's receiver, so that it releases the device.
    ///
    /// - Throws: The exit code, after writing the reason to standard error.
    func pause() async throws {
        guard let holder else { return }
        Terminal.say("\(holder) is paused during setup (if setup is interrupted, run 'receivers start \(holder)')")
        _ = try await Daemon.answer { try await $0.perform(.stop, on: holder) }
    }

    /// Starts the daemon's receiver again.
    ///
    /// - Throws: The exit code, after writing the reason to standard error.
    func resume() async throws {
        guard let holder else { return }
        let report = try await Daemon.answer { try await $0.perform(.start, on: holder) }
        Terminal.say("\(holder) resumed: \(report.state)")
    }

    /// Opens the device; waits up to 5 s if the daemon has just released it.
    ///
    /// - Throws: `DriverError` if the device cannot be opened.
    func open() throws(DriverError) -> UBXConnection {
        try UBXConnection(LineConfiguration(probing: device), patience: .seconds(holder == nil ? 0 : 5))
    }
}
