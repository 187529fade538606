// SPDX-License-Identifier: Apache-2.0

internal import ControlModel

/// Why something with Bluetooth does not work, with what to do.
package struct BluetoothPairingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of problem it is; programs go by it.
    package enum Code: String, Sendable, CaseIterable, Codable {
        /// The kernel has no Bluetooth.
        case noKernelSupport = "no_kernel_support"
        /// There is no adapter.
        case noAdapter = "no_adapter"
        /// The adapter is blocked by a switch, of the machine or of the system.
        case adapterBlocked = "adapter_blocked"
        /// The adapter is off.
        case adapterOff = "adapter_off"
        /// There is no system bus.
        case noBus = "no_bus"
        /// bluetoothd does not run.
        case noDaemon = "no_bluetoothd"
        /// The system does not let us.
        case denied = "access_denied"
        /// No device of that address is in reach.
        case notFound = "not_found"
        /// The device was there and does not answer.
        case unreachable
        /// It asks for a PIN and none was given.
        case pinNeeded = "pin_needed"
        /// The PIN is not the device's, or it does not accept us.
        case authenticationFailed = "authentication_failed"
        /// The device turned the pairing down.
        case rejected
        /// A person, or the device, ended it.
        case cancelled
        /// Nothing came in time.
        case timedOut = "timed_out"
        /// Something else goes on with the device.
        case busy
        /// Anything else.
        case failed
    }

    /// What kind of problem it is.
    package var code: Code
    /// What is wrong and where, for people.
    package var reason: String
    /// What to do; commands stand in quotes.
    package var fix: String?

    package init(_ code: Code, _ reason: String, fix: String? = nil) {
        (self.code, self.reason, self.fix) = (code, reason, fix)
    }

    /// Both in one line.
    package var description: String { fix.map { "\(reason): \($0)" } ?? reason }
}

extension BluetoothPairingError {
    /// What to do where bluetoothd does not run.
    package static let startDaemon =
        "'sudo systemctl enable --now bluetooth' starts it; if it is not installed: 'sudo apt install bluez'"

    /// A failure of a call of BlueZ's that is not about a device.
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
    /// A problem of Bluetooth's, with its code.
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
