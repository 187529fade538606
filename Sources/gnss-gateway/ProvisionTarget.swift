// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import DeviceDiscovery
internal import GNSSTypes
internal import Gateway
internal import GatewayClient
internal import LocalSocket
internal import ReceiverProvisioning
internal import SystemSupport

extension ProvisionTarget {
    /// Finds the device.
    ///
    /// - Parameter name: A receiver's ID, a path, an identity or an address.
    /// - Throws: The exit code, after writing the reason to standard error.
    static func find(_ name: String) async throws -> ProvisionTarget {
        do {
            let client = ControlClient()
            return try find(name, try await client.receivers(), try await client.devices())
        } catch ControlClientError.notRunning {
            return try find(name, [], DeviceScan.devices())
        } catch let failure as any ProgramError {
            Terminal.say("gnss-gateway: \(failure)")
            throw ExitCode(failure.exitStatus)
        }
    }

    private static func find(
        _ name: String, _ receivers: [ReceiverReport], _ devices: [DeviceReport]
    ) throws -> ProvisionTarget {
        if let target = ProvisionTarget(name, receivers, devices) { return target }
        guard !receivers.contains(where: { $0.id == name }) else {
            Terminal.say("gnss-gateway: it is not clear which device \(name) uses; give a path such as /dev/ttyACM0")
            throw ExitCode(.unavailable)
        }
        let known = receivers.map(\.id).joined(separator: ", ")
        Terminal.say(
            "gnss-gateway: no receiver or device is named \"\(name)\"; "
                + (known.isEmpty ? "give a path such as /dev/ttyACM0" : "the receivers are: \(known)"))
        throw ExitCode(.unavailable)
    }

    /// Stops the daemon's receiver, so that it releases the device. A stopped one remains as it is.
    ///
    /// - Throws: The exit code, after writing the reason to standard error.
    func pause() async throws {
        guard let holder, !isHolderStopped else { return }
        Terminal.say("\(holder) is paused during setup (if setup is interrupted, run 'receivers start \(holder)')")
        _ = try await Daemon.answer { try await $0.perform(.stop, on: holder) }
    }

    /// Starts the daemon's receiver again if it was paused; says so if it was stopped before.
    ///
    /// - Throws: The exit code, after writing the reason to standard error.
    func resume() async throws {
        guard let holder else { return }
        // A person may have stopped it, or its driver has failed for good.
        guard !isHolderStopped else {
            return Terminal.say("\(holder) stays stopped; to start it, run 'receivers start \(holder)'")
        }
        let report = try await Daemon.answer { try await $0.perform(.start, on: holder) }
        Terminal.say("\(holder) resumed: \(report.isAboutToStart(.start) ? "starting" : "\(report.state)")")
    }
}

extension ReceiverReport {
    /// True if the receiver was asked to start and has not begun yet when this report was made.
    func isAboutToStart(_ command: ReceiverCommand) -> Bool {
        command != .stop && state == ReportCode(ReceiverState.stopped)
    }
}
