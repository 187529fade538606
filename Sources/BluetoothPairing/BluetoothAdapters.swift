// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime

/// The Bluetooth adapters that the kernel has.
package enum BluetoothAdapters {
    /// Whether there is any.
    package static var areThere: Bool { !names(SystemRoot()).isEmpty }

    /// The kernel's names of the adapters, such as `hci0`; empty if the machine has no adapter.
    package static func names(_ root: SystemRoot) -> [String] {
        // Beside the adapters stand their connections: hci0:256.
        root.names(in: "/sys/class/bluetooth").filter { $0.hasPrefix("hci") && !$0.contains(":") }
    }
}
