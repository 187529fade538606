// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

extension Switchboard {
    /// Takes over what the host changed in its table. A device keeps its state, unless its path is another one.
    func followTable() {
        let snapshot = table.snapshot
        guard snapshot.revision != tableRevision else { return }
        tableRevision = snapshot.revision
        let known = devices
        devices = snapshot.devices.map { device in
            known.first { $0.source == device.source }?.renewed(as: device) ?? DeviceState(device)
        }
        devices += known.filter { old in old.isAdopted && !devices.contains { $0.source == old.source } }
    }

    /// Where a source's device is; one that the host did not name is taken in under the name of the source.
    func index(of source: SourceID) -> Int {
        if let index = devices.firstIndex(where: { $0.source == source }) { return index }
        devices.append(DeviceState(GPSDDevice(source: source, path: source.rawValue), isAdopted: true))
        return devices.count - 1
    }
}
