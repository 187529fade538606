// SPDX-License-Identifier: Apache-2.0

package import ConfigurationFile
internal import Settings

/// The plan according to which a receiver runs.
package struct ReceiverPlan: Sendable, Hashable {
    /// The origin of a plan.
    package enum Origin: String, Sendable {
        /// The configuration contains it.
        case configured
        /// It was found automatically.
        case found
        /// A person added it.
        case added
    }

    /// The name on the bus.
    package var id: String
    package var driver: String
    /// The section `config` as JSON, checked and with defaults filled in.
    package var configuration: String
    /// The position of the section, for messages; empty if the receiver is not in the file.
    package var place = ""
    /// The position of each key.
    var keyPlaces: [String: String] = [:]
    /// The process in which the driver runs.
    package var isolation = Isolation.inProcess
    /// The limits of a driver in a separate process.
    package var limits = ChildLimits()
    /// The priority among the receivers, 0...100; the highest comes first.
    package var priority = 10
    /// The time without data after which the receiver is reported as silent, though not as lost.
    package var silence = Duration.seconds(10)
    /// The section's key `device`: a path, an address or a stable identity.
    package var device: String?
    /// The configured settings of the device's serial line; nil if it has none, or if the driver searches for its rate.
    package var line: ConfiguredLine?
    /// The stable identity of the device, if known.
    package var identity: String?
    /// The origin of the plan.
    package var origin = Origin.configured

    package init(id: String, driver: String, configuration: String) {
        (self.id, self.driver, self.configuration) = (id, driver, configuration)
    }
}

extension ReceiverPlan {
    /// Returns true if a receiver that runs according to `other` can continue according to this plan, because they
    /// only differ in properties unknown to the driver.
    package func runs(like other: ReceiverPlan) -> Bool {
        var other = other
        (other.place, other.keyPlaces, other.priority) = (place, keyPlaces, priority)
        return other == self
    }

    /// True if the device is named by its identity (`usb:1546:01a9:…`) instead of its current path.
    var isNamedByIdentity: Bool { device?.hasPrefix("usb:") == true }

    /// The name of the device for programs: the path in the configuration, or the receiver's name.
    package var devicePath: String { device.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? id }

    /// Returns the section with the device's current path instead of its identity.
    package func configuration(at node: String) -> String {
        guard let device else { return configuration }
        let named = Self.member(device)
        guard let place = configuration.firstRange(of: named) else { return configuration }
        return configuration.replacingCharacters(in: place, with: Self.member(node))
    }

    private static func member(_ device: String) -> String {
        "\"device\":" + JSONWriter.text(.text(device))
    }
}

extension ReceiverPlan {
    /// Returns the identity of a device with a Bluetooth address.
    package static func identity(ofAddress address: String) -> String { "bluetooth:\(address.uppercased())" }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
        var changed = self
        changed.replaceSubrange(range, with: text)
        return changed
    }
}
