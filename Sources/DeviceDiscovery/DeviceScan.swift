// SPDX-License-Identifier: Apache-2.0

package import ControlModel

/// The machine's serial devices, for the command line if no daemon is running.
package enum DeviceScan {
    /// Reports on the current devices, ordered by node, without listening on them.
    package static func devices() -> [DeviceReport] { DeviceInventory.look() }
}
