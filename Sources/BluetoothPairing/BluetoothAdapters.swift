// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime

/// The Bluetooth adapters that the kernel has.
package enum BluetoothAdapters {
    /// Whether there is any.
    package static var areThere: Bool { !names(SystemRoot()).isEmpty }

    /// Their names: `hci0`.
    package static func names(_ root: SystemRoot) -> [String] {
        // Beside the adapters stand their connections: hci0:256.
        root.names(in: "/sys/class/bluetooth").filter { $0.hasPrefix("hci") && !$0.contains(":") }
    }
}
