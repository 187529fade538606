// SPDX-License-Identifier: Apache-2.0

/// A connected device that may be a receiver.
public struct DeviceReport: Codable, Hashable, Sendable {
    /// The stable identity: `usb:1546:01a9:SERIAL`.
    public var identity: String
    /// The current node: `/dev/ttyACM0`.
    public var node: String
    /// Stable names of the node: `/dev/serial/by-id/…`.
    public var links: [String]
    /// The manufacturer according to the device or the system's database.
    public var vendor: String?
    /// The model according to the device or the system's database.
    public var model: String?
    public var serial: String?
    public var kernelDriver: String?
    /// A description from the table of known devices, such as the receiver's model; nil if the device is unknown.
    public var knownAs: String?
    /// For people: whether the daemon's user has access to the device, and the remedy if not.
    public var access: String?
    /// True if the daemon's user may open the device.
    public var isAccessible: Bool?
    /// The ID of the receiver running on the device.
    public var receiver: String?
    /// The result of a probe, if there was one.
    public var finding: String?
    /// The reason why the device is not used, or the operation in progress on it.
    public var remark: String?
    /// The other programs that have the device open. Only root can see other users' programs.
    public var holders: [String]?
    /// Other programs that are likely to open the device, each with a way to prevent that.
    public var risks: [String]?
    /// The steps required to use the device.
    public var advice: String?

    /// Creates a report with the required values.
    public init(identity: String, node: String, links: [String] = []) {
        (self.identity, self.node, self.links) = (identity, node, links)
    }

    enum CodingKeys: String, CodingKey {
        case identity, node, links, vendor, model, serial, access, receiver, finding, remark, holders, risks, advice
        case kernelDriver = "kernel_driver"
        case knownAs = "known_as"
        case isAccessible = "accessible"
    }
}
