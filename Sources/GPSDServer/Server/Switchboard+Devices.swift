// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import ObservationBus

extension Switchboard {
    /// Applies the host's changes to its table. A device keeps its state unless its path changed; clients are
    /// notified of removed devices.
    func followTable() {
        let snapshot = table.snapshot
        guard snapshot.revision != tableRevision else { return }
        tableRevision = snapshot.revision
        let sources = Set(snapshot.devices.map(\.source))
        var segments: [Segment] = []
        for index in devices.indices where !devices[index].isAdopted && !sources.contains(devices[index].source) {
            if devices[index].hasPosition { segments.append(noPosition(of: index)) }
            if devices[index].lose() { segments.append(notice(of: index)) }
        }
        let known = devices
        devices = snapshot.devices.map { device in
            known.first { $0.source == device.source }?.renewed(as: device) ?? DeviceState(device)
        }
        devices += known.filter { $0.isAdopted && !sources.contains($0.source) }
        distribute(segments)
    }

    /// Returns the index of the device for observations. A source that the host did not name is added under its own
    /// name, unless the observations only report that it is absent.
    func index(of run: ArraySlice<Observation>) -> Int? {
        guard let source = run.first?.source, source != .gateway else { return nil }
        if let index = devices.firstIndex(where: { $0.source == source }) { return index }
        guard run.contains(where: \.isOfPresentDevice) else { return nil }
        devices.append(DeviceState(GPSDDevice(source: source, path: source.rawValue), isAdopted: true))
        return devices.count - 1
    }

    /// Returns the path of the device that a client names, either by its path or by the receiver's name.
    func path(of name: String) -> String? {
        (devices.first { $0.path == name } ?? devices.first { $0.source.rawValue == name })?.path
    }
}

extension Observation {
    fileprivate var isOfPresentDevice: Bool {
        guard case .driverState(let report) = payload else { return true }
        return report.state == .running
    }
}
