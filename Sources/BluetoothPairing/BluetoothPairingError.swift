// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
package import GNSSTypes
internal import MessageTexts

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
    /// The problem and its place, as a code with parameters.
    package var message: CodedText
    /// The remedy with its code; nil if no remedy is known.
    package var remedy: CodedText?

    package init(_ code: Code, _ message: CodedText, fix remedy: CodedText? = nil) {
        (self.code, self.message, self.remedy) = (code, message, remedy)
    }

    /// The problem and its place, for people.
    package var reason: String { message.text }
    /// The remedy for people; commands are in quotes.
    package var fix: String? { remedy?.text }

    /// The problem and its remedy on one line.
    package var description: String { fix.map { "\(reason): \($0)" } ?? reason }
}

extension BluetoothPairingError {
    /// Converts the error of a BlueZ call that does not concern a device.
    package init(_ failure: BusError) {
        switch failure {
        case .noBus(let reason):
            self.init(
                .noBus, CodedText(BluetoothText.noBus, ["detail": .words(reason)]),
                fix: CodedText(BluetoothFixText.installBus))
        case .noService: self = .noBluetoothd
        case .denied(let reason):
            self.init(
                .denied, CodedText(BluetoothText.denied, ["detail": .words(reason)]),
                fix: CodedText(BluetoothFixText.joinGroup, ["account": .words("USER")]))
        case .timedOut:
            self.init(
                .timedOut, CodedText(BluetoothText.noAnswer), fix: CodedText(BluetoothFixText.restartBluetoothd))
        case .refused(let name, let message): self = Self.named(name, message)
        case .broken(let reason): self.init(.failed, CodedText(BluetoothText.broken, ["detail": .words(reason)]))
        }
    }

    /// The problem if bluetoothd is not running.
    package static let noBluetoothd = BluetoothPairingError(
        .noDaemon, CodedText(BluetoothText.noBluetoothd), fix: CodedText(BluetoothFixText.startBluetoothd))

    private static func named(_ name: String, _ message: String) -> BluetoothPairingError {
        switch name {
        case "org.bluez.Error.NotReady":
            .init(.adapterOff, CodedText(BluetoothText.someAdapterOff), fix: CodedText(BluetoothFixText.switchOn))
        case "org.bluez.Error.NotAuthorized", "org.bluez.Error.NotPermitted":
            .init(.denied, CodedText(BluetoothText.notAllowed, ["detail": .words(message)]))
        case "org.bluez.Error.InProgress", "org.bluez.Error.Busy":
            .init(.busy, CodedText(BluetoothText.busy), fix: CodedText(BluetoothFixText.wait))
        default:
            .init(
                .failed,
                CodedText(
                    BluetoothText.refused, ["detail": .words("\(BusError.refused(name: name, message: message))")]))
        }
    }

    static func adapterIsOff(_ name: String) -> BluetoothPairingError {
        .init(
            .adapterOff, CodedText(BluetoothText.adapterOff, ["adapter": .words(name)]),
            fix: CodedText(BluetoothFixText.switchOn))
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
