// SPDX-License-Identifier: Apache-2.0

/// Phrases in the reason of a driver's state that the gateway evaluates. The reason is the driver's only means to
/// explain its state, so drivers use these phrases, and code that evaluates a reason refers to them here.
public enum ReasonPhrase: String, Sendable, CaseIterable {
    /// Anywhere in the reason, in upper or lower case: the daemon's user may not use the device. The system's error
    /// message contains the same words.
    case permissionDenied = "permission denied"
    /// Anywhere: the receiver sends nothing.
    case noByte = "no byte"
    /// At the beginning: the receiver sends bytes, but nothing valid.
    case bytesArrive = "bytes arrive"
    /// At the beginning: the driver asks a Bluetooth device for its serial port.
    case asking = "asking "
    /// At the beginning: the driver is connecting to the device.
    case connecting = "connecting "

    /// Returns true if a reason contains the phrase at the required place.
    public func isIn(_ reason: String) -> Bool {
        switch self {
        case .permissionDenied: reason.lowercased().contains(rawValue)
        case .noByte: reason.contains(rawValue)
        case .bytesArrive, .asking, .connecting: reason.hasPrefix(rawValue)
        }
    }
}

extension DriverStateReport {
    /// True if the driver, which does not understand the receiver, reports that the receiver sends data.
    public var tellsOfBytes: Bool {
        state == .degraded ? !ReasonPhrase.noByte.isIn(reason) : ReasonPhrase.bytesArrive.isIn(reason)
    }
}
