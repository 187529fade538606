// SPDX-License-Identifier: Apache-2.0

/// What a receiver says it is. Unknown is nil.
public struct ReceiverIdentity: Hashable, Sendable {
    /// The maker, `u-blox`, if the receiver or its protocol names it.
    public var vendor: String?
    /// The model as the receiver words it, `ZED-F9P`.
    public var model: String?
    /// The firmware, as the receiver words it.
    public var firmware: String?
    /// The serial number or chip id.
    public var serial: String?

    public init(vendor: String? = nil, model: String? = nil, firmware: String? = nil, serial: String? = nil) {
        self.vendor = vendor
        self.model = model
        self.firmware = firmware
        self.serial = serial
    }
}

/// The state of a driver.
public enum DriverState: UInt8, Sendable, CaseIterable {
    /// Created, not yet talking to the device.
    case starting = 1
    /// Opening the device or waiting for it.
    case connecting = 2
    /// Data flows.
    case running = 3
    /// Data flows, but something is wrong with it: see the reason.
    case degraded = 4
    /// The receiver is gone; the host will try again.
    case lost = 5
    /// Ended, by request or for good.
    case stopped = 6
}

/// A driver's state with the reason, worded for people.
public struct DriverStateReport: Hashable, Sendable {
    public var state: DriverState
    /// Why, in a sentence that says what to do where something can be done.
    public var reason: String

    /// A state and its reason.
    public init(_ state: DriverState, reason: String) {
        self.state = state
        self.reason = reason
    }
}
