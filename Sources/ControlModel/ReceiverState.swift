// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The state of a receiver as named by the control interface.
public enum ReceiverState: String, Coded, CustomStringConvertible {
    /// The driver was created, but has not accessed the device yet.
    case starting
    /// The driver is opening the device or waiting for it.
    case connecting
    /// The driver is receiving data.
    case running
    /// The driver is receiving data, but there is a problem.
    case degraded
    /// The receiver is gone; the gateway will try again.
    case lost
    /// The driver has ended, on request or permanently.
    case stopped
    /// The receiver was removed from the gateway.
    case gone

    /// Creates the state of a driver.
    public init(_ state: DriverState) {
        self =
            switch state {
            case .starting: .starting
            case .connecting: .connecting
            case .running: .running
            case .degraded: .degraded
            case .lost: .lost
            case .stopped: .stopped
            }
    }

    public var description: String { rawValue }

    /// The driver's state; nil if the driver no longer exists.
    public var driverState: DriverState? { DriverState.allCases.first { ReceiverState($0) == self } }

    /// True if the receiver delivers data: it is running, or degraded, in which case there is a problem with the data.
    public var hasData: Bool { self == .running || self == .degraded }
}
