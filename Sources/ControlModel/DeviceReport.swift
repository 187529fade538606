// SPDX-License-Identifier: Apache-2.0

/// A device that is plugged in and may be a receiver.
public struct DeviceReport: Codable, Hashable, Sendable {
    /// Its stable identity: `usb:1546:01a9:SERIAL`.
    public var identity: String
    /// Its node of now: `/dev/ttyACM0`.
    public var node: String
    /// Stable names of the node: `/dev/serial/by-id/…`.
    public var links: [String]
    /// The maker as the device or the system's database names it.
    public var vendor: String?
    /// The model as the device or the system's database names it.
    public var model: String?
    public var serial: String?
    public var kernelDriver: String?
    /// The receiver that this is known to be; nil: it may be anything.
    public var knownAs: String?
    /// Whether this user may open it, and what to do where not, for people.
    public var access: String?
    /// Whether this user may open it.
    public var isAccessible: Bool?
    /// The id of the receiver that runs on it.
    public var receiver: String?
    /// What speaks on it, where that was found out.
    public var finding: String?
    /// Why it is left alone, or what is going on with it.
    public var remark: String?
    /// The other programs that have it open. Those of other users are seen by root alone.
    public var holders: [String]?
    /// Other programs that are likely to take it, each with what keeps them off.
    public var risks: [String]?
    /// What to do so that it can be used.
    public var advice: String?

    /// A device, with what is not optional.
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
