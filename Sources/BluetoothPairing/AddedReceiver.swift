// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
package import DaemonRuntime
package import ReceiverHost
internal import Settings
internal import SystemSupport
package import Transport

/// A receiver that the operator selected by its Bluetooth address. It is stored, and from then on runs beside the
/// configured receivers.
package struct AddedReceiver: Codable, Sendable, Hashable {
    /// The receiver's name on the bus.
    package var id: String
    package var driver: String
    package var address: String

    /// The key of the list of these receivers in the store.
    package static let setting = "receivers.added"
}

extension AddedReceiver {
    /// Creates a receiver with the driver that only needs an address, and a name derived from the address.
    ///
    /// - Throws: `GatewayError` if no such driver exists.
    package init(_ address: BluetoothAddress, _ drivers: DriverRegistry, taken: Set<String>) throws(GatewayError) {
        let kinds = drivers.schemas.filter { $0.value.schema.required == ["address"] }.keys
        guard let driver = kinds.sorted().first else {
            throw GatewayError(
                .configuration,
                "no driver for Bluetooth receivers was found; see "
                    + "'gnss-gateway drivers list'")
        }
        (self.driver, self.address) = (driver, address.description)
        // The last three bytes distinguish devices of one manufacturer.
        let name = "bluetooth-" + address.description.split(separator: ":").suffix(3).joined().lowercased()
        id = taken.contains(name) ? "bluetooth-" + address.description.filter { $0 != ":" }.lowercased() : name
    }

    /// The plan to run the receiver with the driver's default settings.
    ///
    /// - Throws: `GatewayError` if the driver does not exist or needs more than the address.
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
