// SPDX-License-Identifier: Apache-2.0

/// A receiver's identity, as the receiver reports it. Unknown values are nil.
public struct ReceiverIdentity: Hashable, Sendable {
    /// The manufacturer, such as `u-blox`, if the receiver or its protocol names it.
    public var vendor: String?
    /// The model as the receiver names it, such as `ZED-F9P`.
    public var model: String?
    /// The firmware version as the receiver reports it.
    public var firmware: String?
    /// The serial number or chip ID.
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
    /// Created; has not accessed the device yet.
    case starting = 1
    /// Opening the device or waiting for it.
    case connecting = 2
    /// Receiving data.
    case running = 3
    /// Receiving data, but with a problem that the reason describes.
    case degraded = 4
    /// The receiver is gone; the host will try again.
    case lost = 5
    /// Ended, on request or permanently.
    case stopped = 6
}

/// A driver's state and the reason for it, worded for people.
public struct DriverStateReport: Hashable, Sendable {
    public var state: DriverState
    /// The reason, in a sentence that includes the remedy if one exists.
    public var reason: String
    /// The gateway's own reason as a code with parameters; nil if the reason is the driver's sentence. Records do not
    /// contain it.
    public var message: CodedText?

    /// Creates a state with the driver's reason.
    public init(_ state: DriverState, reason: String) { (self.state, self.reason) = (state, reason) }
}
