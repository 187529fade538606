// SPDX-License-Identifier: Apache-2.0

internal import ControlModel

/// A Bluetooth problem with its remedy.
package struct BluetoothPairingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of problem, as a stable code for programs.
    package enum Code: String, Sendable, CaseIterable, Codable {
        /// The kernel does not support Bluetooth.
        case noKernelSupport = "no_kernel_support"
        /// There is no Bluetooth adapter.
        case noAdapter = "no_adapter"
        /// A hardware or software switch blocks the adapter.
        case adapterBlocked = "adapter_blocked"
        /// The adapter is off.
        case adapterOff = "adapter_off"
        /// There is no system D-Bus.
        case noBus = "no_bus"
        /// bluetoothd is not running.
        case noDaemon = "no_bluetoothd"
        /// The system denies access.
        case denied = "access_denied"
        /// No device with this address is in range.
        case notFound = "not_found"
        /// The device was in range but does not answer.
        case unreachable
        /// The device requests a PIN and none was given.
        case pinNeeded = "pin_needed"
        /// The PIN is wrong, or the device does not accept this computer.
        case authenticationFailed = "authentication_failed"
        /// The device refused the pairing.
        case rejected
        /// A person or the device cancelled the pairing.
        case cancelled
        /// No answer arrived in time.
        case timedOut = "timed_out"
        /// Another operation on the device is in progress.
        case busy
        /// Any other problem.
        case failed
    }

    /// The kind of problem.
    package var code: Code
    /// The problem and its place, for people.
    package var reason: String
    /// The remedy; commands are in quotes.
    package var fix: String?

    package init(_ code: Code, _ reason: String, fix: String? = nil) {
        (self.code, self.reason, self.fix) = (code, reason, fix)
    }

    /// The problem and its remedy on one line.
    package var description: String { fix.map { "\(reason): \($0)" } ?? reason }
}

extension BluetoothPairingError {
    /// The remedy if bluetoothd is not running.
    package static let startDaemon =
        "'sudo systemctl enable --now bluetooth' starts it; if it is not installed: 'sudo apt install bluez'"

    /// Converts the error of a BlueZ call that does not concern a device.
    package init(_ failure: BusError) {
        switch failure {
        case .noBus(let reason):
            self.init(
                .noBus, "there is no system D-Bus (\(reason)), which is needed to reach bluetoothd",
                fix: "'sudo apt install dbus', or pass /run/dbus/system_bus_socket into the container")
        case .nobody: self.init(.noDaemon, "bluetoothd is not running", fix: Self.startDaemon)
        case .denied(let reason):
            self.init(
                .denied, "this user may not talk to bluetoothd (\(reason))",
                fix: "'sudo usermod -aG bluetooth USER', then log in again (a service: restart it)")
        case .timedOut:
            self.init(
                .timedOut, "bluetoothd does not answer", fix: "'sudo systemctl restart bluetooth', and try again")
        case .refused(let name, let message): self = Self.named(name, message)
        case .broken(let reason): self.init(.failed, reason)
        }
    }

    private static func named(_ name: String, _ message: String) -> BluetoothPairingError {
        switch name {
        case "org.bluez.Error.NotReady": .adapterIsOff("the adapter")
        case "org.bluez.Error.NotAuthorized", "org.bluez.Error.NotPermitted":
            .init(.denied, "bluetoothd does not allow it (\(message))")
        case "org.bluez.Error.InProgress", "org.bluez.Error.Busy":
            .init(.busy, "bluetoothd is already busy with this", fix: "wait a moment and try again")
        default: .init(.failed, "bluetoothd refuses: \(BusError.refused(name: name, message: message))")
        }
    }

    static func adapterIsOff(_ name: String) -> BluetoothPairingError {
        .init(.adapterOff, "\(name) is off", fix: "'bluetoothctl power on'")
    }
}

extension ControlError {
    /// Converts a Bluetooth problem and keeps its code.
    package init(_ problem: BluetoothPairingError) {
        let kind: Kind =
            switch problem.code {
            case .notFound: .notFound
            case .pinNeeded, .authenticationFailed, .rejected, .cancelled, .busy: .conflict
            default: .unavailable
            }
        self.init(kind, problem.description, code: problem.code.rawValue)
    }
}
