// SPDX-License-Identifier: Apache-2.0

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
        var writer = ConfigurationWriter()
        for property in GatewayKeys.file.properties { writer.writeSample(property) }
        return writer.lines.joined(separator: "\n") + "\n"
    }

    /// The configuration as a value.
    package func value(drivers: [String: DriverSchema]) throws(ConfigurationErrors) -> ConfigurationValue {
        var receivers: [ConfigurationValue] = []
        for receiver in self.receivers { receivers.append(try receiver.value(drivers[receiver.driver])) }
        let corrections =
            self.corrections.map { [ConfigurationValue.Member(key: "corrections", value: $0.value)] } ?? []
        return .section(
            [
                ConfigurationValue.Member(key: "receivers", value: .list(receivers)),
                ConfigurationValue.Member(
                    key: "listen",
                    value: .section([
                        ConfigurationValue.Member(key: "gpsd", value: .list(listen.gpsd.map { .text($0.description) })),
                        ConfigurationValue.Member(key: "nmea", value: .list(listen.nmea.map { .text($0.description) })),
                        ConfigurationValue.Member(key: "http", value: listen.httpValue),
                    ])),
                ConfigurationValue.Member(key: "selection", value: selection.value),
                ConfigurationValue.Member(key: "discovery", value: discovery.value),
                ConfigurationValue.Member(key: "supervision", value: supervision.value),
                ConfigurationValue.Member(key: "osnma", value: osnma.value),
                ConfigurationValue.Member(key: "centroid", value: centroid.value),
                ConfigurationValue.Member(key: "agrirouter", value: agrirouter.value),
                ConfigurationValue.Member(key: "tracks", value: tracks.value),
                ConfigurationValue.Member(key: "plugin_path", value: .list(pluginPath.map { .text($0) })),
                ConfigurationValue.Member(
                    key: "log",
                    value: .section([ConfigurationValue.Member(key: "level", value: .text(log.level.rawValue))])),
                ConfigurationValue.Member(key: "state_directory", value: .text(stateDirectory ?? "")),
                ConfigurationValue.Member(key: "store", value: store.value),
            ] + corrections)
    }
}

extension ListenConfiguration {
    fileprivate var httpValue: ConfigurationValue {
        http.count > 1 ? .list(http.map { .text($0.description) }) : .text(http.first?.description ?? "")
    }
}

extension SelectionConfiguration {
    fileprivate var value: ConfigurationValue {
        .section([
            ConfigurationValue.Member(key: "programs", value: .text(programs.rawValue)),
            ConfigurationValue.Member(key: "hold_s", value: .seconds(hold)),
            ConfigurationValue.Member(key: "fix_timeout_s", value: .seconds(fixTimeout)),
        ])
    }
}

extension ReceiverConfiguration {
    fileprivate func value(_ driver: DriverSchema?) throws(ConfigurationErrors) -> ConfigurationValue {
        var members = [
            ConfigurationValue.Member(key: "id", value: .text(id)),
            ConfigurationValue.Member(key: "driver", value: .text(self.driver)),
        ]
        if let isolation {
            members.append(ConfigurationValue.Member(key: "isolation", value: .text(isolation.rawValue)))
        }
        if let limits { members.append(ConfigurationValue.Member(key: "limits", value: limits.value)) }
        members.append(ConfigurationValue.Member(key: "priority", value: .integer(Int64(priority))))
        members.append(ConfigurationValue.Member(key: "silence_s", value: .seconds(silence)))
        let open = ValueSchema(types: [.object])
        members.append(ConfigurationValue.Member(key: "config", value: try section.value(driver?.schema ?? open)))
        return .section(members)
    }
}

extension ChildLimits {
    fileprivate var value: ConfigurationValue {
        var members = [
            ConfigurationValue.Member(key: "memory_mib", value: .integer(Int64(memoryMiB))),
            ConfigurationValue.Member(key: "cpu_percent", value: .integer(Int64(cpuPercent))),
        ]
        if let observationsPerSecond {
            members.append(
                ConfigurationValue.Member(key: "observations_per_s", value: .integer(Int64(observationsPerSecond))))
        }
        members.append(
            ConfigurationValue.Member(key: "restart_after_s", value: .integer(Int64(restartAfterSeconds))))
        return .section(members)
    }
}

extension ConfigurationWriter {
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
