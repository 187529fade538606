// SPDX-License-Identifier: Apache-2.0

package import ControlModel

/// The serial devices of this machine, for the command line where no daemon runs.
package enum DeviceScan {
    /// Those that are there now, ordered by node, with what can be seen without listening.
    package static func devices() -> [DeviceReport] { DeviceInventory.look() }
}
