// SPDX-License-Identifier: Apache-2.0

/// Words in the reason of a driver's state that the gateway goes by. A driver has nothing but this sentence to say why it
/// is where it is; drivers write these words, and whatever goes by them names them here.
public enum ReasonPhrase: String, Sendable, CaseIterable {
    /// Anywhere, in any case: this user may not use the device. The system's own words for it, too.
    case permissionDenied = "permission denied"
    /// Anywhere: the receiver sends nothing.
    case noByte = "no byte"
    /// At the beginning: it sends something, and none of it is valid.
    case bytesArrive = "bytes arrive"
    /// At the beginning: it is asked for its serial port.
    case asking = "asking "
    /// At the beginning: it is being connected to.
    case connecting = "connecting "

    /// Whether a reason has the phrase where it belongs.
    public func isIn(_ reason: String) -> Bool {
        switch self {
        case .permissionDenied: reason.lowercased().contains(rawValue)
        case .noByte: reason.contains(rawValue)
        case .bytesArrive, .asking, .connecting: reason.hasPrefix(rawValue)
        }
    }
}

extension DriverStateReport {
    /// Whether the driver says of a receiver that it does not understand that it sends something.
    public var tellsOfBytes: Bool {
        state == .degraded ? !ReasonPhrase.noByte.isIn(reason) : ReasonPhrase.bytesArrive.isIn(reason)
    }
}
