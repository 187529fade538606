// SPDX-License-Identifier: Apache-2.0

private import FoundationEssentials

/// Lists the devices of a plugin's kind until the deadline at most. Any thread.
///
/// The first parameter is the deadline in nanoseconds of the monotonic clock (`CLOCK_MONOTONIC`); the second is called for
/// each device, also more than once where more has become known of it. Throws where nothing can be looked for, with what to
/// do.
public typealias DeviceDiscovery =
    @Sendable (_ deadlineNanoseconds: Int64, _ found: (DiscoveredDevice) -> Void) throws(DriverError) -> Void

/// A device that may be a receiver of a plugin's kind.
public struct DiscoveredDevice: Hashable, Sendable, Codable {
    /// What it is asked for by: a path or address, as `probe` takes it.
    public var device: String
    /// What it calls itself; nil where it does not.
    public var name: String?
    /// The class that a Bluetooth device states, 24 bits.
    public var deviceClass: Int?
    /// Whether it is paired with this computer; nil where that is not known.
    public var isPaired: Bool?

    enum CodingKeys: String, CodingKey {
        case device, name
        case deviceClass = "class"
        case isPaired = "paired"
    }

    /// A device; the parameters are as the properties.
    public init(device: String, name: String? = nil, deviceClass: Int? = nil, isPaired: Bool? = nil) {
        (self.device, self.name, self.deviceClass, self.isPaired) = (device, name, deviceClass, isPaired)
    }

    /// Reads the JSON of the contract; nil where it names no device.
    package init?(json: UnsafeRawBufferPointer) {
        guard let device = try? JSONDecoder().decode(Self.self, from: Data(json)), !device.device.isEmpty else {
            return nil
        }
        self = device
    }

    /// The JSON of the contract.
    var json: [UInt8] { (try? JSONEncoder().encode(self)).map { Array($0) } ?? [] }

    /// Takes over what the other says of the same device and this one does not.
    package mutating func complete(with other: DiscoveredDevice) {
        name = other.name ?? name
        deviceClass = other.deviceClass ?? deviceClass
        isPaired = other.isPaired ?? isPaired
    }
}
