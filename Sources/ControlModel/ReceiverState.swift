// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// What a receiver does, as the control interface names it.
public enum ReceiverState: String, Coded, CustomStringConvertible {
    /// Created, not yet talking to the device.
    case starting
    /// Opening the device or waiting for it.
    case connecting
    /// Data flows.
    case running
    /// Data flows, but something is wrong with it.
    case degraded
    /// It is gone; it is tried again.
    case lost
    /// Ended, by request or for good.
    case stopped
    /// It is no receiver of the gateway any more.
    case gone

    /// What its driver says.
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

    /// What its driver says; nil: it has none any more.
    public var driverState: DriverState? { DriverState.allCases.first { ReceiverState($0) == self } }

    /// Whether the receiver delivers data: running, or degraded, in which something is wrong with them.
    public var hasData: Bool { self == .running || self == .degraded }
}
