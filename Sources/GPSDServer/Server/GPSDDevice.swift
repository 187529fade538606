// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Synchronization

/// A receiver as shown to clients.
public struct GPSDDevice: Hashable, Sendable {
    /// The source of the device's observations.
    public var source: SourceID

    /// The name for clients: the path of the device, or of the file being replayed. Clients receive at most 512 bytes
    /// of it.
    public var path: String

    /// The driver in gpsd's terms (`NMEA0183`, `u-blox`); nil to determine it from the received frames.
    public var driver: String?

    /// The settings of its serial line as configured; nil if they are unknown, or if it has no serial line. The settings
    /// that its driver states take precedence.
    public var line: SerialLine?

    /// The settings of a serial line.
    public struct SerialLine: Hashable, Sendable {
        /// The rate of the line in bits per second.
        public var speed: Int
        /// `N`, `E` or `O`.
        public var parity: Character
        /// Number of stop bits, 1 or 2.
        public var stopBits: Int

        /// Creates settings, by default with the most common parity and stop bits.
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

/// The host's receivers, in the order shown to clients. The host may change the table at any time, from any thread.
///
/// A source that has never been in the table is shown under its own name from its first observation on. One that was
/// removed is not: its last observations may arrive after its removal.
public final class GPSDDeviceTable: Sendable {
    struct Contents {
        var devices: [GPSDDevice] {
            didSet {
                let gone = (former + oldValue.map(\.source)).filter { source in
                    !devices.contains { $0.source == source }
                }
                former = Array(gone.suffix(Self.mostFormer))
            }
        }
        /// The sources that were removed last, the newest at the end.
        var former: [SourceID] = []
        /// The number of changes.
        var revision = 0

        /// Few observations can still arrive from a removed source, so that older ones may be forgotten.
        private static let mostFormer = 256
    }

    /// Guards the list and its revision, which change together.
    private let contents: Mutex<Contents>

    /// Creates a table of devices.
    public init(_ devices: [GPSDDevice] = []) {
        contents = Mutex(Contents(devices: devices))
    }

    /// The current devices.
    public var devices: [GPSDDevice] { snapshot.devices }

    var snapshot: Contents { contents.withLock { $0 } }

    /// Adds a device, or replaces the device of the same source.
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

    /// Replaces all devices, in the given order; does nothing if they are equal to the current ones.
    public func replace(with devices: [GPSDDevice]) {
        contents.withLock { contents in
            guard contents.devices != devices else { return }
            contents.revision += 1
            contents.devices = devices
        }
    }

    /// Removes the device of a source, if there is one.
    public func remove(_ source: SourceID) {
        contents.withLock { contents in
            contents.revision += 1
            contents.devices.removeAll { $0.source == source }
        }
    }
}

extension GPSDDevice.SerialLine {
    /// Reads the settings that a driver states at the end of the reason for `running`: `… at 9600 baud`, or
    /// `… at 4800 baud 7E1` if it is not 8N1. Nil for other states and words.
    ///
    /// With `baud: auto`, only the driver knows which rate it found, and the reason is its only means to say so. The words
    /// are those of `LineSettings.description` in the module `Transport`.
    init?(_ report: DriverStateReport) {
        guard report.state == .running else { return nil }
        var words = report.reason.split(separator: " ").suffix(4)
        let last: Substring = words.last == "baud" ? "8N1" : words.popLast() ?? ""
        let format: [Character] = Array(last)
        guard words.popLast() == "baud", let speed = words.popLast().flatMap({ Int($0) }), words.popLast() == "at",
            (50...4_000_000).contains(speed), format.count == 3, format[0].isWholeNumber,
            ["N", "E", "O"].contains(format[1]), let stopBits = format[2].wholeNumberValue, (1...2).contains(stopBits)
        else { return nil }
        self.init(speed: speed, parity: format[1], stopBits: stopBits)
    }
}
