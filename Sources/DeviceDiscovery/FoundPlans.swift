// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
package import DaemonRuntime
package import ReceiverHost
internal import Settings
internal import SystemSupport

/// Creates plans with the driver's default settings; only the device is set.
package struct FoundPlans: Sendable {
    package let drivers: DriverRegistry

    package init(drivers: DriverRegistry) { self.drivers = drivers }

    /// Creates the plan for a found receiver.
    ///
    /// - Throws: `GatewayError` if the driver is not loaded or its schema has no setting for the device.
    package func plan(for receiver: FoundReceiver) throws(GatewayError) -> ReceiverPlan {
        guard let schema = drivers.schemas[receiver.driver], let plugin = drivers.plugin(ofKind: receiver.driver) else {
            throw GatewayError(.configuration, "driver '\(receiver.driver)' was not found")
        }
        let identity = receiver.device.identity.rawValue
        let device = identity.hasPrefix("usb:") ? identity : receiver.device.stablePath
        var plan: ReceiverPlan
        do throws(ConfigurationErrors) {
            let member = ConfigurationValue.Member(key: "device", value: .text(device))
            let text = JSONWriter.text(.section([member]))
            let section = try DriverSection(yaml: text, name: "found device").json(schema)
            plan = ReceiverPlan(id: receiver.id, driver: receiver.driver, configuration: section)
        } catch {
            throw GatewayError(.configuration, "the driver '\(receiver.driver)' needs to be configured: \(error)")
        }
        (plan.device, plan.identity, plan.origin) = (device, identity, .found)
        plan.isolation = plugin.isAlwaysIsolated ? .process : .inProcess
        return plan
    }
}
