// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import GNSSTypes
internal import MessageTexts

/// The switches that block radios, as the kernel reports them (Documentation/ABI/stable/sysfs-class-rfkill).
package enum RadioSwitch {
    /// The way in which an adapter is blocked.
    package enum Block: Sendable, Hashable {
        /// By the system, which can unblock it.
        case soft
        /// By a hardware switch or the machine's firmware.
        case hard
    }

    /// Returns how an adapter is blocked; nil if it is not.
    package static func block(of adapter: String, _ root: SystemRoot = SystemRoot()) -> Block? {
        for name in root.names(in: "/sys/class/rfkill") {
            let folder = "/sys/class/rfkill/\(name)"
            guard word(folder + "/type", root) == "bluetooth", word(folder + "/name", root) == adapter else { continue }
            if word(folder + "/hard", root) == "1" { return .hard }
            if word(folder + "/soft", root) == "1" { return .soft }
        }
        return nil
    }

    /// Describes why an adapter is off.
    package static func problem(of adapter: String, _ root: SystemRoot = SystemRoot()) -> BluetoothPairingError {
        switch block(of: adapter, root) {
        case .soft:
            BluetoothPairingError(
                .adapterBlocked, CodedText(BluetoothText.adapterBlocked, ["adapter": .words(adapter)]),
                fix: CodedText(BluetoothFixText.unblock))
        case .hard:
            BluetoothPairingError(
                .adapterBlocked, CodedText(BluetoothText.adapterSwitchedOff, ["adapter": .words(adapter)]),
                fix: CodedText(BluetoothFixText.endFlightMode))
        case nil: .adapterIsOff(adapter)
        }
    }

    private static func word(_ path: String, _ root: SystemRoot) -> String? {
        root.text(path)?.split(separator: "\n").first.map { String($0) }
    }
}
