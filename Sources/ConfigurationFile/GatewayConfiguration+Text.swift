// SPDX-License-Identifier: Apache-2.0

package import Settings

extension GatewayConfiguration {
    /// The whole configuration as a file that means the same, every key with its description: `config show`.
    ///
    /// - Parameter drivers: the schemas of the drivers, by name: their keys are then shown with defaults and
    ///   descriptions, others as they stand in the file.
    /// - Throws: what a driver's schema does not allow.
    public func yaml(drivers: [String: DriverSchema] = [:]) throws(ConfigurationErrors) -> String {
        var writer = ConfigurationWriter()
        writer.drivers = drivers.mapValues(\.schema)
        writer.write(try value(drivers: drivers), GatewayKeys.file, indent: 0)
        return writer.lines.joined(separator: "\n") + "\n"
    }

    /// A file to start from: every key with its description and default, what has an example as a comment.
    public static var sample: String {
        ConfigurationWriter.sample(of: GatewayKeys.file)
    }

    /// The configuration as a value.
    package func value(drivers: [String: DriverSchema]) throws(ConfigurationErrors) -> ConfigurationValue {
        var receivers: [ConfigurationValue] = []
        for receiver in self.receivers { receivers.append(try receiver.value(drivers[receiver.driver])) }
        let list = ConfigurationValue.Member(key: "receivers", value: .list(receivers))
        guard case .section(let members) = value else { return .section([list]) }
        return .section([list] + members)
    }
}

extension ReceiverConfiguration {
    fileprivate func value(_ driver: DriverSchema?) throws(ConfigurationErrors) -> ConfigurationValue {
        guard case .section(let members) = value else { return .section([]) }
        let open = ValueSchema(types: [.object])
        let config = try section.value(driver?.schema ?? open)
        return .section(members + [ConfigurationValue.Member(key: "config", value: config)])
    }
}

extension ConfigurationWriter {
    /// A file to start from.
    static func sample(of file: ValueSchema) -> String {
        var writer = ConfigurationWriter()
        for property in file.properties { writer.writeSample(property) }
        return writer.lines.joined(separator: "\n") + "\n"
    }

    /// A key with its default; its example stands as a comment below it.
    fileprivate mutating func writeSample(_ property: ValueSchema.Property) {
        if !lines.isEmpty { lines.append("") }
        var validator = SchemaValidator(file: "sample")
        let value = property.schema.defaultValue.flatMap {
            validator.check(ConfigurationNode($0, at: .start), property.schema, path: property.key)
        }
        let whole = ValueSchema(properties: [property])
        write(.section([ConfigurationValue.Member(key: property.key, value: value ?? .null)]), whole, indent: 0)
        guard let example = property.schema.example else { return }
        var writer = ConfigurationWriter()
        writer.write(.section([ConfigurationValue.Member(key: property.key, value: example)]), whole, indent: 0)
        // The key itself was described above.
        lines += ["# For example:"] + writer.lines.drop { $0.hasPrefix("#") }.map { "# \($0)" }
    }
}
