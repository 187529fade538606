// SPDX-License-Identifier: Apache-2.0

package import ConfigurationFile
internal import Settings

/// A receiver that is to run.
package struct ReceiverPlan: Sendable, Hashable {
    /// Who wants it to run.
    package enum Origin: String, Sendable {
        /// It stands in the configuration.
        case configured
        /// It was found by itself.
        case found
        /// A person added it.
        case added
    }

    /// The name on the bus.
    package var id: String
    package var driver: String
    /// The section `config` as JSON: checked, its defaults filled in.
    package var configuration: String
    /// Where the section stands, for messages; empty where it stands nowhere.
    package var place = ""
    /// Where each key of it stands.
    var keyPlaces: [String: String] = [:]
    /// Where the driver runs.
    package var isolation = Isolation.inProcess
    /// What a driver in a process of its own may use.
    package var limits = ChildLimits()
    /// The priority among the receivers, 0...100; the highest comes first.
    package var priority = 10
    /// A longer pause in its data is reported: the receiver is then quiet, not lost.
    package var silence = Duration.seconds(10)
    /// The section's key `device`: a path, an address or a stable identity.
    package var device: String?
    /// The stable identity of the device, where it is known.
    package var identity: String?
    /// Who wants it to run.
    package var origin = Origin.configured

    package init(id: String, driver: String, configuration: String) {
        (self.id, self.driver, self.configuration) = (id, driver, configuration)
    }
}

extension ReceiverPlan {
    /// Whether a receiver that runs by the other plan can run on by this one: they differ at most in what its driver
    /// does not know.
    package func runs(like other: ReceiverPlan) -> Bool {
        var other = other
        (other.place, other.keyPlaces, other.priority) = (place, keyPlaces, priority)
        return other == self
    }

    /// A device that is named by what it is, not by where it happens to be: `usb:1546:01a9:…`.
    var isNamedByIdentity: Bool { device?.hasPrefix("usb:") == true }

    /// What programs know the device by: the path that the configuration names, or the receiver's name.
    package var devicePath: String { device.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? id }

    /// The section with the device's present path in place of its identity.
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
    /// The identity of a device that is known by its Bluetooth address.
    package static func identity(ofAddress address: String) -> String { "bluetooth:\(address.uppercased())" }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
        var changed = self
        changed.replaceSubrange(range, with: text)
        return changed
    }
}
