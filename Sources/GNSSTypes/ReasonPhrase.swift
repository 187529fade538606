// SPDX-License-Identifier: Apache-2.0

/// Phrases that the gateway looks for in the reason of a driver's state. The reason is a driver's only means to explain
/// its state, so drivers use these phrases, and code that evaluates reasons refers to this type.
public enum ReasonPhrase: String, Sendable, CaseIterable {
    /// Anywhere in the reason, in upper or lower case: the daemon's user may not use the device. The system's error
    /// message contains the same words.
    case permissionDenied = "permission denied"
    /// Anywhere: the receiver sends nothing.
    case noByte = "no byte"
    /// Anywhere: the receiver sends UBX, which its driver does not understand.
    case needsUBXDriver = "set 'driver: ubx'"
    /// At the beginning: the receiver sends bytes, but nothing valid.
    case bytesArrive = "bytes arrive"
    /// At the beginning: the driver is requesting the serial port's channel from a Bluetooth device.
    case asking = "asking "
    /// At the beginning: the driver is connecting to the device.
    case connecting = "connecting "

    /// Returns true if a reason contains the phrase at the required place.
    public func isIn(_ reason: String) -> Bool {
        switch self {
        case .permissionDenied: reason.lowercased().contains(rawValue)
        case .noByte, .needsUBXDriver: reason.contains(rawValue)
        case .bytesArrive, .asking, .connecting: reason.hasPrefix(rawValue)
        }
    }
}

extension DriverStateReport {
    /// True if the driver reports that the receiver sends data that it cannot decode.
    public var tellsOfBytes: Bool {
        state == .degraded ? !ReasonPhrase.noByte.isIn(reason) : ReasonPhrase.bytesArrive.isIn(reason)
    }
}
