// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
package import DaemonRuntime
package import ReceiverHost
internal import Settings
package import Transport

/// A receiver that a person chose by its Bluetooth address: kept in the store, and run beside those of the
/// configuration from every start on.
package struct AddedReceiver: Codable, Sendable, Hashable {
    /// The name on the bus.
    package var id: String
    package var driver: String
    package var address: String

    /// Where they are kept in the store.
    package static let setting = "receivers.added"
}

extension AddedReceiver {
    /// A receiver, with the driver that takes nothing but an address and a name made of the address.
    ///
    /// - Throws: `GatewayError` where no driver takes addresses.
    package init(_ address: BluetoothAddress, _ drivers: DriverRegistry, taken: Set<String>) throws(GatewayError) {
        let kinds = drivers.schemas.filter { $0.value.schema.required == ["address"] }.keys
        guard let driver = kinds.sorted().first else {
            throw GatewayError(
                .configuration,
                "no driver for Bluetooth receivers was found; see "
                    + "'gnss-gateway drivers list'")
        }
        (self.driver, self.address) = (driver, address.description)
        // The last three bytes tell devices of one maker apart.
        let name = "bluetooth-" + address.description.split(separator: ":").suffix(3).joined().lowercased()
        id = taken.contains(name) ? "bluetooth-" + address.description.filter { $0 != ":" }.lowercased() : name
    }

    /// The plan to run it, with the driver's own defaults.
    ///
    /// - Throws: `GatewayError` where its driver is not there, or needs more than the address.
    package func plan(_ drivers: DriverRegistry) throws(GatewayError) -> ReceiverPlan {
        guard let schema = drivers.schemas[driver], let plugin = drivers.plugin(ofKind: driver) else {
            throw GatewayError(.configuration, "driver '\(driver)' was not found for the receiver \(id)")
        }
        var plan: ReceiverPlan
        do throws(ConfigurationErrors) {
            let text = JSONWriter.text(
                .section([ConfigurationValue.Member(key: "address", value: .text(address))]))
            let section = try DriverSection(yaml: text, name: "selected receiver").json(schema)
            plan = ReceiverPlan(id: id, driver: driver, configuration: section)
        } catch {
            throw GatewayError(.configuration, "the driver '\(driver)' needs to be configured: \(error)")
        }
        (plan.device, plan.identity, plan.origin) = (address, ReceiverPlan.identity(ofAddress: address), .added)
        plan.isolation = plugin.isAlwaysIsolated ? .process : .inProcess
        return plan
    }
}
