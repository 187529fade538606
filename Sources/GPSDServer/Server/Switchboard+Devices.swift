// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import ObservationBus

extension Switchboard {
    /// Applies the host's changes to its table. A device keeps its state unless its path changed; clients are
    /// notified of removed devices, and of paths at which there is another device or none now.
    func followTable() {
        let snapshot = table.snapshot
        guard snapshot.revision != tableRevision else { return }
        tableRevision = snapshot.revision
        let paths = Dictionary(snapshot.devices.map { ($0.source, DeviceState($0).path) }) { first, _ in first }
        var segments: [Segment] = []
        for index in devices.indices {
            let (device, path) = (devices[index], paths[devices[index].source])
            guard device.path != path, path != nil || !device.isAdopted else { continue }
            if device.hasPosition { segments.append(noPosition(of: index)) }
            if devices[index].lose() { segments.append(notice(of: index)) }
        }
        let known = devices
        devices = snapshot.devices.map { device in
            known.first { $0.source == device.source }?.renewed(as: device) ?? DeviceState(device)
        }
        devices += known.filter { $0.isAdopted && paths[$0.source] == nil }
        distribute(segments)
        for client in clients.values {
            guard let receiver = client.policy.receiver else { continue }
            // A receiver that is gone has no path; another one may have its former path.
            let path = devices.first { $0.source == receiver }?.path ?? receiver.rawValue
            if client.policy.device != path { client.policy.device = path }
        }
    }

    /// Returns the index of the device for observations. A source that the host never named is added under its own
    /// name, unless the observations only report that it is absent. The last observations of a source that the host
    /// removed are dropped.
    func index(of run: ArraySlice<Observation>) -> Int? {
        guard let source = run.first?.source, source != .gateway else { return nil }
        if let index = devices.firstIndex(where: { $0.source == source }) { return index }
        guard run.contains(where: \.isOfPresentDevice), !table.snapshot.former.contains(source) else { return nil }
        devices.append(DeviceState(GPSDDevice(source: source, path: source.rawValue), isAdopted: true))
        return devices.count - 1
    }

    /// Returns the device that a client names, either by its path or by the receiver's name.
    func device(named name: String) -> DeviceState? {
        devices.first { $0.path == name } ?? devices.first { $0.source.rawValue == name }
    }
}

extension Observation {
    fileprivate var isOfPresentDevice: Bool {
        guard case .driverState(let report) = payload else { return true }
        return report.state == .running
    }
}
