// SPDX-License-Identifier: Apache-2.0

package import Settings

extension GatewayConfiguration {
    /// Formats the whole configuration as an equivalent file with a description of every key, for `config show`.
    ///
    /// - Parameter drivers: The schemas of the drivers by name. The keys of these drivers are shown with defaults and
    ///   descriptions, those of others as written in the file.
    /// - Throws: `ConfigurationErrors` with the violations of a driver's schema.
    public func yaml(drivers: [String: DriverSchema] = [:]) throws(ConfigurationErrors) -> String {
        var writer = ConfigurationWriter()
        writer.drivers = drivers.mapValues(\.schema)
        writer.write(try value(drivers: drivers), GatewayKeys.file, indent: 0)
        return writer.lines.joined(separator: "\n") + "\n"
    }

    /// A file to start from: every key with its description and default, and examples as comments.
    public static var sample: String {
        ConfigurationWriter.sample(of: GatewayKeys.file)
    }

    /// Returns the configuration as a value.
    ///
    /// - Throws: `ConfigurationErrors` with the violations of a driver's schema.
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
    /// Formats a file to start from.
    static func sample(of file: ValueSchema) -> String {
        var writer = ConfigurationWriter()
        for property in file.properties { writer.writeSample(property) }
        return writer.lines.joined(separator: "\n") + "\n"
    }

    /// Writes a key with its default, and its example as a comment below.
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
        // The key itself is already described above.
        lines += ["# For example:"] + writer.lines.drop { $0.hasPrefix("#") }.map { "# \($0)" }
    }
}
