// SPDX-License-Identifier: Apache-2.0

package import ConfigurationFile
package import DaemonRuntime
internal import Settings
internal import SystemSupport
internal import Transport

extension ReceiverPlan {
    /// Creates the plan of a configured receiver.
    ///
    /// - Throws: `GatewayError` if its driver was not found, or its section does not match the driver's schema.
    package init(_ receiver: ReceiverConfiguration, _ drivers: DriverRegistry) throws(GatewayError) {
        guard let schema = drivers.schemas[receiver.driver] else {
            throw GatewayError(.configuration, "receiver \(receiver.id): driver '\(receiver.driver)' was not found")
        }
        do throws(ConfigurationErrors) {
            let section = try receiver.section.value(schema.schema)
            self.init(id: receiver.id, driver: receiver.driver, configuration: JSONWriter.text(section))
            device = section["device"]?.text
            line = ConfiguredLine(section)
            if device == nil, let address = section["address"]?.text.flatMap(BluetoothAddress.init) {
                (device, identity) = (address.description, Self.identity(ofAddress: address.description))
            }
        } catch {
            throw GatewayError(.configuration, error.description)
        }
        place = receiver.section.place
        for property in schema.schema.properties {
            keyPlaces[property.key] = receiver.section.place(of: property.key)
        }
        let isAlwaysIsolated = drivers.plugin(ofKind: receiver.driver)?.isAlwaysIsolated ?? false
        isolation = receiver.isolation ?? (isAlwaysIsolated ? .process : .inProcess)
        limits = receiver.limits ?? ChildLimits()
        priority = receiver.priority
        silence = receiver.silence
    }
}
