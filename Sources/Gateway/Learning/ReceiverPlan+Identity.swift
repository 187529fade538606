// SPDX-License-Identifier: Apache-2.0

internal import DeviceDiscovery
internal import ReceiverHost
internal import Storage

extension ReceiverPlan {
    /// The identity under which the receiver's abilities are stored: the stable identity of its device if known, else
    /// the device's path, otherwise the receiver's id.
    ///
    /// - Parameter devices: The devices currently present.
    func learningIdentity(among devices: [SerialDevice]) -> String {
        if let identity { return identity }
        guard let device else { return "id:\(id)" }
        if DeviceIdentity.isIdentity(device) { return device }
        if device.hasPrefix("/") {
            let present = devices.first { $0.paths.contains(device) }
            return present?.identity.rawValue ?? "path:\(device)"
        }
        return "id:\(id)"
    }

    /// The receiver's entry for the store.
    func sighting(among devices: [SerialDevice]) -> ReceiverSighting {
        ReceiverSighting(identity: learningIdentity(among: devices), id: id, driver: driver)
    }
}
