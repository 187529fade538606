// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Asks every driver that can listen on a device, one after the other.
struct PluginProber: DeviceProber {
    let drivers: DriverRegistry

    /// How long one driver may listen: a hunt for the speed of a serial line takes about a second for each speed.
    private static let limit: Int64 = 15_000_000_000

    func probe(_ device: SerialDevice) -> DeviceFinding {
        if let access = DeviceAccess(node: device.node), let fix = access.fix(for: device.node) {
            return .nothing("may not be opened: \(fix)")
        }
        let holders = PortPrograms.look().holders(of: device.node)
        guard holders.isEmpty else {
            let names = holders.map { "\($0.name) (process \($0.pid))" }.joined(separator: ", ")
            return .nothing("\(names) has it open: end that program, or keep it off the device")
        }
        return .best(of: [])
    }
}
