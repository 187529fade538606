// SPDX-License-Identifier: Apache-2.0

package import ConfigurationFile
package import DaemonRuntime
package import Settings
internal import SystemSupport
package import Transport

/// A receiver that a person added while the daemon ran. It is stored, and from then on runs beside the configured
/// receivers.
package struct AddedReceiver: Sendable, Hashable {
    /// The entry, with the keys of an entry of the configuration's list `receivers`.
    package let entry: ConfigurationValue

    package init(entry: ConfigurationValue) { self.entry = entry }

    /// The receiver's name on the bus.
    package var id: String { entry["id"]?.text ?? "" }

    /// The Bluetooth address; nil if it has none.
    package var address: BluetoothAddress? { entry["config"]?["address"]?.text.flatMap(BluetoothAddress.init) }

    /// The key of the list of these receivers in the store.
    package static let setting = "receivers.added"
}

extension AddedReceiver {
    /// Creates a receiver with the driver that only needs an address, and a name derived from the address.
    ///
    /// - Parameters:
    ///   - adapter: The address of the adapter to use, if the driver can use a certain one; nil for any.
    ///   - taken: The IDs of other receivers.
    /// - Throws: `GatewayError` if no such driver exists.
    package init(
        _ address: BluetoothAddress, _ drivers: DriverRegistry, adapter: BluetoothAddress? = nil, taken: Set<String>
    ) throws(GatewayError) {
        let kinds = drivers.schemas.filter { $0.value.schema.required == ["address"] }.keys
        guard let driver = kinds.sorted().first else {
            throw GatewayError(
                .configuration,
                "no driver for Bluetooth receivers was found; see "
                    + "'gnss-gateway drivers list'")
        }
        let config = Self.section(address.description, adapter: adapter?.description, drivers.schemas[driver])
        self.init(id: Self.name(of: address, taken: taken), driver: driver, config: config)
    }

    /// An ID for the receiver with an address: its last three bytes distinguish devices of one manufacturer.
    ///
    /// - Parameter taken: The IDs of other receivers; if one of them has this ID, it is made of the whole address.
    package static func name(of address: BluetoothAddress, taken: Set<String>) -> String {
        let name = "bluetooth-" + address.description.split(separator: ":").suffix(3).joined().lowercased()
        return taken.contains(name) ? "bluetooth-" + address.description.filter { $0 != ":" }.lowercased() : name
    }

    /// The driver's section, with the adapter if the driver's schema has that key.
    static func section(_ address: String, adapter: String? = nil, _ schema: DriverSchema? = nil) -> ConfigurationValue
    {
        var members = [ConfigurationValue.Member(key: "address", value: .text(address))]
        if let adapter, schema?.schema["adapter"] != nil {
            members.append(ConfigurationValue.Member(key: "adapter", value: .text(adapter)))
        }
        return .section(members)
    }

    private init(id: String, driver: String, config: ConfigurationValue) {
        typealias Member = ConfigurationValue.Member
        self.init(
            entry: .section([
                Member(key: "id", value: .text(id)), Member(key: "driver", value: .text(driver)),
                Member(key: "config", value: config),
            ]))
    }

    /// Checks the entry as the configuration file is checked.
    ///
    /// - Returns: The receiver's configuration.
    /// - Throws: `ConfigurationErrors` with all mistakes; their keys are those of the entry (`config.baud`).
    package func checked(_ drivers: DriverRegistry) throws(ConfigurationErrors) -> ReceiverConfiguration {
        try ConfigurationDocument.receiver(
            entry, name: "receiver \(id.printable)", drivers: drivers.schemas, alwaysIsolated: drivers.alwaysIsolated)
    }

    /// The plan according to which the receiver runs.
    ///
    /// - Throws: `GatewayError` if the entry is not valid, or its driver was not found.
    package func plan(_ drivers: DriverRegistry) throws(GatewayError) -> ReceiverPlan {
        let receiver: ReceiverConfiguration
        do throws(ConfigurationErrors) {
            receiver = try checked(drivers)
        } catch {
            throw GatewayError(error)
        }
        var plan = try ReceiverPlan(receiver, drivers)
        (plan.origin, plan.place, plan.keyPlaces) = (.added, "", [:])
        return plan
    }
}

/// The form in which the store keeps an added receiver.
extension AddedReceiver: Codable {
    /// Reads an entry, including one from an earlier version, which had an address instead of `config`.
    ///
    /// - Throws: The decoder's error.
    package init(from decoder: any Decoder) throws {
        let value = try ConfigurationValue(from: decoder)
        if let id = value["id"]?.text, let driver = value["driver"]?.text, let address = value["address"]?.text {
            self.init(id: id, driver: driver, config: Self.section(address))
        } else {
            self.init(entry: value)
        }
    }

    /// Writes the entry.
    ///
    /// - Throws: The encoder's error.
    package func encode(to encoder: any Encoder) throws { try entry.encode(to: encoder) }
}
