// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
package import DaemonRuntime
package import ReceiverHost
internal import Settings

/// Makes the plan of a receiver that was found.
package protocol FoundPlanFactory: Sendable {
    /// - Throws: `GatewayError` where the driver needs more than its device to be told.
    func plan(for receiver: FoundReceiver) throws(GatewayError) -> ReceiverPlan
}

/// Plans with the driver's own defaults: only its device is set.
package struct FoundPlans: FoundPlanFactory {
    package let drivers: DriverRegistry

    package init(drivers: DriverRegistry) { self.drivers = drivers }

    /// The plan for a receiver that was found.
    ///
    /// - Throws: `GatewayError` if the driver is not loaded, or its schema has no place for the device.
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
