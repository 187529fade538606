// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime

/// The Bluetooth adapters that the kernel knows.
package enum BluetoothAdapters {
    /// True if there is at least one adapter.
    package static var areThere: Bool { !names(SystemRoot()).isEmpty }

    /// The kernel's names of the adapters, such as `hci0`; empty if the machine has no adapter.
    package static func names(_ root: SystemRoot) -> [String] {
        // The folder also contains connections, such as hci0:256.
        root.names(in: "/sys/class/bluetooth").filter { $0.hasPrefix("hci") && !$0.contains(":") }
    }
}
