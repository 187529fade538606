// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Synchronization

/// A receiver as clients see it.
public struct GPSDDevice: Hashable, Sendable {
    /// Whose observations are this device's.
    public var source: SourceID

    /// What clients know it by: the path of the device, or of the file that is replayed. Clients see at most 512 bytes.
    public var path: String

    /// The driver in gpsd's words (`NMEA0183`, `u-blox`); nil: told by the frames that come.
    public var driver: String?

    /// How its serial line is set; nil: unknown, or no serial line.
    public var line: SerialLine?

    /// How a serial line is set.
    public struct SerialLine: Hashable, Sendable {
        /// The rate of the line in bits a second.
        public var speed: Int
        /// `N`, `E` or `O`.
        public var parity: Character
        /// How many stop bits end a byte: 1 or 2.
        public var stopBits: Int

        /// A setting, by default the usual one.
        public init(speed: Int, parity: Character = "N", stopBits: Int = 1) {
            (self.speed, self.parity, self.stopBits) = (speed, parity, stopBits)
        }
    }

    public init(source: SourceID, path: String, driver: String? = nil) {
        self.source = source
        self.path = path
        self.driver = driver
    }
}

/// The receivers that the host has, in the order that clients see. The host changes it at any time, from any thread.
///
/// A source that is not in it is shown under its own name from its first observation on.
public final class GPSDDeviceTable: Sendable {
    struct Contents {
        var devices: [GPSDDevice]
        /// Counts the changes.
        var revision = 0
    }

    /// Protects the list and its revision, which change together.
    private let contents: Mutex<Contents>

    /// A table of these devices.
    public init(_ devices: [GPSDDevice] = []) {
        contents = Mutex(Contents(devices: devices))
    }

    /// The devices of now.
    public var devices: [GPSDDevice] { snapshot.devices }

    var snapshot: Contents { contents.withLock { $0 } }

    /// Adds a device, or replaces that of the same source.
    public func set(_ device: GPSDDevice) {
        contents.withLock { contents in
            contents.revision += 1
            if let index = contents.devices.firstIndex(where: { $0.source == device.source }) {
                contents.devices[index] = device
            } else {
                contents.devices.append(device)
            }
        }
    }

    /// Makes the devices these, in this order; nothing changes where they are that already.
    public func replace(with devices: [GPSDDevice]) {
        contents.withLock { contents in
            guard contents.devices != devices else { return }
            contents.revision += 1
            contents.devices = devices
        }
    }

    /// Removes the device of a source; nothing if absent.
    public func remove(_ source: SourceID) {
        contents.withLock { contents in
            contents.revision += 1
            contents.devices.removeAll { $0.source == source }
        }
    }
}
