// SPDX-License-Identifier: Apache-2.0

private import FoundationEssentials

/// Lists the devices of a plugin's kind, ending at the deadline. May be called on any thread.
///
/// The first parameter is the deadline in nanoseconds of the monotonic clock (`CLOCK_MONOTONIC`). The second is
/// called for each device, and again when more facts about the device become known. Throws an error with the remedy if
/// a search is not possible.
public typealias DeviceDiscovery =
    @Sendable (_ deadlineNanoseconds: Int64, _ found: (DiscoveredDevice) -> Void) throws(DriverError) -> Void

/// A device that may be a receiver of a plugin's kind.
public struct DiscoveredDevice: Hashable, Sendable, Codable {
    /// The path or address, as passed to `probe`.
    public var device: String
    /// The device's own name; nil if it has none.
    public var name: String?
    /// The class reported by a Bluetooth device, 24 bits.
    public var deviceClass: Int?
    /// True if the device is paired with this computer; nil if unknown.
    public var isPaired: Bool?

    enum CodingKeys: String, CodingKey {
        case device, name
        case deviceClass = "class"
        case isPaired = "paired"
    }

    public init(device: String, name: String? = nil, deviceClass: Int? = nil, isPaired: Bool? = nil) {
        (self.device, self.name, self.deviceClass, self.isPaired) = (device, name, deviceClass, isPaired)
    }

    /// Reads the contract's JSON; nil if it contains no device.
    package init?(json: UnsafeRawBufferPointer) {
        guard let device = try? JSONDecoder().decode(Self.self, from: Data(json)), !device.device.isEmpty else {
            return nil
        }
        self = device
    }

    /// The contract's JSON.
    var json: [UInt8] { (try? JSONEncoder().encode(self)).map { Array($0) } ?? [] }

    /// Adds the values that this description lacks from another description of the same device.
    package mutating func complete(with other: DiscoveredDevice) {
        name = other.name ?? name
        deviceClass = other.deviceClass ?? deviceClass
        isPaired = other.isPaired ?? isPaired
    }
}
