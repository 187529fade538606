// SPDX-License-Identifier: Apache-2.0

package import Settings

/// A configuration file that is valid YAML; ``configuration(drivers:)`` checks its keys.
public struct ConfigurationDocument: Sendable {
    /// The largest accepted file in bytes.
    public static let maximumSize = 1 << 20

    /// The name of the file in errors.
    public let name: String
    let root: ConfigurationNode

    /// Creates a document from text.
    ///
    /// - Parameters:
    ///   - yaml: The text; an empty text is a configuration of defaults.
    ///   - name: The name of the file in errors.
    /// - Throws: `ConfigurationErrors` with all errors in the YAML.
    public init(yaml: String, name: String) throws(ConfigurationErrors) {
        self.name = name
        root = try YAMLReader.read(yaml, file: name)
    }

    /// Checks an entry of the list `receivers` that is in no file.
    ///
    /// - Parameters:
    ///   - entry: The entry, an object.
    ///   - name: The entry's name in errors, in place of a file name.
    ///   - drivers: The schemas of the installed drivers by name.
    ///   - alwaysIsolated: The drivers that always run in a separate process.
    /// - Throws: ``ConfigurationErrors`` with all errors; their keys are those of the entry, such as `config.speed`.
    package static func receiver(
        _ entry: ConfigurationValue, name: String, drivers: [String: DriverSchema], alwaysIsolated: Set<String>
    ) throws(ConfigurationErrors) -> ReceiverConfiguration {
        let file = ConfigurationValue.section([ConfigurationValue.Member(key: "receivers", value: .list([entry]))])
        do throws(ConfigurationErrors) {
            let document = ConfigurationDocument(root: ConfigurationNode(file, at: .start), name: name)
            return try document.configuration(drivers: drivers, alwaysIsolated: alwaysIsolated).receivers[0]
        } catch {
            throw ConfigurationErrors(
                error.errors.map { error in
                    var error = error
                    error.position = nil
                    if let key = error.key, key.hasPrefix("receivers[0]") {
                        error.key = String(key.dropFirst("receivers[0]".count).drop { $0 == "." })
                    }
                    return error
                })
        }
    }

    /// Checks keys of the section `corrections` that are in no file.
    ///
    /// - Parameter section: The section, an object.
    /// - Throws: ``ConfigurationErrors`` with all errors; their keys are those of the section, such as `caster`.
    package static func checkCorrections(_ section: ConfigurationValue) throws(ConfigurationErrors) {
        let file = ConfigurationValue.section([ConfigurationValue.Member(key: "corrections", value: section)])
        do throws(ConfigurationErrors) {
            _ = try ConfigurationDocument(root: ConfigurationNode(file, at: .start), name: "corrections")
                .configuration()
        } catch {
            throw ConfigurationErrors(
                error.errors.map { error in
                    var error = error
                    error.position = nil
                    if let key = error.key, key.hasPrefix("corrections") {
                        error.key = String(key.dropFirst("corrections".count).drop { $0 == "." })
                    }
                    return error
                })
        }
    }

    /// True if the file contains no key: it is empty, or has only comments.
    package var isEmpty: Bool {
        guard case .section(let entries) = root.content else { return false }
        return entries.isEmpty
    }

    private init(root: ConfigurationNode, name: String) { (self.root, self.name) = (root, name) }

    /// The valid directories in `plugin_path`, even if other keys have errors. The drivers can then be found, whose
    /// schemas ``configuration(drivers:)`` needs to report all errors at once.
    public var pluginPath: [String] {
        guard let entry = root.entry("plugin_path"), let schema = GatewayKeys.file["plugin_path"] else { return [] }
        var validator = SchemaValidator(file: name)
        return validator.check(entry.value, schema, path: entry.key)?.elements.compactMap(\.text) ?? []
    }

    /// Checks all keys.
    ///
    /// - Parameters:
    ///   - drivers: The schemas of the installed drivers by name; a driver that is not among them is an error. If nil,
    ///     drivers and their own keys are not checked.
    ///   - alwaysIsolated: The drivers that always run in a separate process.
    /// - Throws: ``ConfigurationErrors`` with all errors, at most ``ConfigurationErrors/maximumCount``.
    public func configuration(
        drivers: [String: DriverSchema]? = nil, alwaysIsolated: Set<String> = []
    ) throws(ConfigurationErrors) -> GatewayConfiguration {
        var sections: [String: ValueSchema] = [:]
        for name in driverNames { sections["receivers[\(name.index)].config"] = drivers?[name.text]?.schema }
        var validator = SchemaValidator(file: name, overrides: sections)
        let value = validator.check(root, GatewayKeys.file, path: "")
        checkUniqueness(&validator)
        checkDevices(&validator)
        checkPorts(&validator)
        checkCorrections(&validator)
        checkAgrirouter(&validator)
        checkMQTT(&validator)
        if let drivers {
            checkDrivers(Array(drivers.keys), &validator)
            checkIsolation(alwaysIsolated, &validator)
        }
        guard let value, validator.errors.isEmpty else { throw ConfigurationErrors(validator.errors) }
        return GatewayConfiguration(value: value, root: root, file: name)
    }

    private var receivers: [ConfigurationNode] {
        guard case .list(let nodes) = root.entry("receivers")?.value.content else { return [] }
        return nodes
    }

    private func checkUniqueness(_ validator: inout SchemaValidator) {
        var ids: [String: Int] = [:]
        for (index, receiver) in receivers.enumerated() {
            guard let node = receiver.entry("id")?.value, case .scalar(let id, _) = node.content else { continue }
            if let first = ids.updateValue(index, forKey: id) {
                validator.report(
                    .notUnique, at: node.position, "receivers[\(index)].id",
                    "\(id.quoted) is already the id of receivers[\(first)]")
            }
        }
        checkAddresses(&validator)
    }

    /// Drivers that use their device exclusively. For other drivers this is unknown; for example, two of them may use
    /// different chips on one bus.
    private static let exclusiveDrivers: Set = ["nmea-serial", "ubx", "bluetooth-rfcomm"]

    /// Reports a device that two receivers name in any spelling, because the second one could never open it.
    private func checkDevices(_ validator: inout SchemaValidator) {
        let named = receivers.enumerated().compactMap { index, receiver -> NamedDevice? in
            guard case .scalar(let driver, _) = receiver.entry("driver")?.value.content,
                Self.exclusiveDrivers.contains(driver), let section = receiver.entry("config")?.value,
                let entry = section.entry("device") ?? section.entry("address"),
                case .scalar(let text, _) = entry.value.content, let device = DeviceName.canonical(text)
            else { return nil }
            var channel: String?
            if case .scalar(let text, _) = section.entry("channel")?.value.content, text != "auto" { channel = text }
            return NamedDevice(
                index: index, key: entry.key, text: text, device: device, channel: channel,
                position: entry.value.position)
        }
        var earlier: [String: [NamedDevice]] = [:]
        for name in named {
            let other = earlier[name.device]?.first(where: name.isSame)
            earlier[name.device, default: []].append(name)
            guard let other else { continue }
            validator.report(
                .notUnique, at: name.position, "receivers[\(name.index)].config.\(name.key)",
                "\(name.text.quoted) is already the device of receivers[\(other.index)] in line \(other.position.line)"
                    + (name.text == other.text ? "" : " (\(other.text.quoted))"))
        }
    }

    private struct NamedDevice {
        var index: Int
        var key: String
        var text: String
        var device: String
        /// The channel of a Bluetooth device; nil to search for it.
        var channel: String?
        var position: TextPosition

        func isSame(as other: NamedDevice) -> Bool {
            device == other.device && (channel == nil || other.channel == nil || channel == other.channel)
        }
    }

    /// Checks the gpsd server's addresses. The gateway's main purpose needs at least one.
    private func checkPorts(_ validator: inout SchemaValidator) {
        guard let node = root.entry("listen")?.value.entry("gpsd")?.value, case .list(let nodes) = node.content,
            nodes.isEmpty
        else { return }
        validator.report(
            .badLength, at: node.position, "listen.gpsd",
            "is an empty list: give at least one address, or omit the key for 127.0.0.1:2947 and [::1]:2947",
            allowed: ListenAddress.formText)
    }

    /// Reports a password without a user name, and a user name that cannot be sent (RFC 7617, section 2).
    private func checkCorrections(_ validator: inout SchemaValidator) {
        if let user = root.entry("corrections")?.value.entry("user")?.value,
            case .scalar(let name, _) = user.content, name.contains(":")
        {
            validator.report(
                .badForm, at: user.position, "corrections.user",
                "contains a colon, with which the password begins in a request", allowed: "text without ':'")
        }
        guard let section = root.entry("corrections")?.value, let file = section.entry("password_file")?.value,
            !file.isNull, section.entry("user")?.value.isNull ?? true
        else { return }
        validator.report(
            .conflict, at: file.position, "corrections.password_file",
            "'corrections.user' is missing: a password needs a user name")
    }

    /// Reports an application ID without a version ID, or the reverse.
    private func checkAgrirouter(_ validator: inout SchemaValidator) {
        func given(_ key: String, in section: ConfigurationNode) -> ConfigurationNode? {
            guard let node = section.entry(key)?.value, !node.isNull else { return nil }
            if case .scalar("", _) = node.content { return nil }
            return node
        }
        for name in ["qa", "production"] {
            guard let section = root.entry("agrirouter")?.value.entry(name)?.value else { continue }
            let ids = ["application_id", "version_id"]
            for (key, other) in zip(ids, ids.reversed()) where given(other, in: section) == nil {
                guard let node = given(key, in: section) else { continue }
                validator.report(
                    .conflict, at: node.position, "agrirouter.\(name).\(key)",
                    "'agrirouter.\(name).\(other)' is missing: onboarding needs both")
            }
        }
    }

    /// Reports keys of the broker that need others, and keys of an encrypted connection without encryption.
    private func checkMQTT(_ validator: inout SchemaValidator) {
        guard let section = root.entry("mqtt")?.value else { return }
        func given(_ key: String) -> ConfigurationNode? {
            section.entry(key).flatMap { $0.value.isNull ? nil : $0.value }
        }
        let pairs = [
            ("password_file", "user"), ("certificate_file", "key_file"), ("key_file", "certificate_file"),
            ("psk_identity", "psk_file"), ("psk_file", "psk_identity"),
        ]
        for (key, other) in pairs where given(other) == nil {
            guard let node = given(key) else { continue }
            validator.report(.conflict, at: node.position, "mqtt.\(key)", "'mqtt.\(other)' is missing")
        }
        let certificates = ["ca_file", "certificate_file", "key_file"]
        if case .scalar(let url, _) = given("url")?.content, url.hasPrefix("mqtt://") {
            for key in certificates + ["psk_file"] {
                guard let node = given(key) else { continue }
                validator.report(
                    .conflict, at: node.position, "mqtt.\(key)", "'mqtt.url' is not encrypted", allowed: "mqtts://…")
            }
        }
        if given("psk_file") != nil {
            for key in certificates {
                guard let node = given(key) else { continue }
                validator.report(
                    .conflict, at: node.position, "mqtt.\(key)", "'mqtt.psk_file' replaces certificates: remove one")
            }
        }
    }

    private struct DriverName {
        var index: Int
        var text: String
        var position: TextPosition
    }

    /// The names of the receivers' drivers with their places.
    private var driverNames: [DriverName] {
        var names: [DriverName] = []
        for (index, receiver) in receivers.enumerated() {
            guard let node = receiver.entry("driver")?.value, case .scalar(let text, _) = node.content else { continue }
            guard !node.isNull, !text.isEmpty else { continue }
            names.append(DriverName(index: index, text: text, position: node.position))
        }
        return names
    }

    /// Reports an isolation mode that a driver does not support, and limits that have no effect.
    private func checkIsolation(_ alwaysIsolated: Set<String>, _ validator: inout SchemaValidator) {
        for name in driverNames {
            let receiver = receivers[name.index]
            let isAlways = alwaysIsolated.contains(name.text)
            var isolation = isAlways ? Isolation.process : .inProcess
            if let node = receiver.entry("isolation")?.value, case .scalar(let text, _) = node.content, !node.isNull {
                guard let wanted = Isolation(rawValue: text) else { continue }
                isolation = wanted
                if isAlways, wanted == .inProcess {
                    validator.report(
                        .conflict, at: node.position, "receivers[\(name.index)].isolation",
                        "the driver \(name.text.quoted) is not built in, and runs in a separate process "
                            + "only", allowed: Isolation.process.rawValue)
                }
            }
            if isolation == .inProcess, let limits = receiver.entry("limits")?.value, !limits.isNull {
                validator.report(
                    .conflict, at: limits.position, "receivers[\(name.index)].limits",
                    "limits need a driver in a separate process: add \"isolation: process\", or remove the limits")
            }
        }
    }

    private func checkDrivers(_ known: [String], _ validator: inout SchemaValidator) {
        for name in driverNames where !known.contains(name.text) {
            let hint = NearMiss.of(name.text, in: known).map { ", did you mean \($0.quoted)?" } ?? ""
            validator.report(
                .unknownDriver, at: name.position, "receivers[\(name.index)].driver",
                "no driver \(name.text.quoted) was found\(hint)",
                allowed: known.isEmpty ? nil : known.sorted().joined(separator: ", "))
        }
    }
}

extension GatewayConfiguration {
    /// Reads a value that has already been checked.
    fileprivate init(value: ConfigurationValue, root: ConfigurationNode, file: String) {
        self.init()
        let nodes: [ConfigurationNode] =
            if case .list(let nodes) = root.entry("receivers")?.value.content { nodes } else { [] }
        let values = value["receivers"]?.elements ?? []
        receivers = zip(values, nodes).enumerated().map { index, pair in
            ReceiverConfiguration(value: pair.0, node: pair.1, file: file, path: "receivers[\(index)].config")
        }
        Self.settings.read(value, into: &self)
        tls.setPlaces(root.entry("tls")?.value, file: file)
        mqtt?.setPlaces(root.entry("mqtt")?.value, file: file)
        webhook?.setPlace(root.entry("webhook")?.value, file: file)
        for section in ["agrirouter", "back_office", "corrections", "traccar", "webhook"] {
            let node = root.entry(section)?.value.entry("ca_file")
            authorityPlaces[section] = node.map { "\(file):\($0.value.position)" }
        }
    }
}

extension ReceiverConfiguration {
    fileprivate init(value: ConfigurationValue, node: ConfigurationNode, file: String, path: String) {
        self.init(value)
        let given = node.entry("config")?.value
        let isGiven = given.map { !$0.isNull } ?? false
        let empty = ConfigurationNode(content: .section([]), position: given?.position ?? node.position)
        section = DriverSection(node: isGiven ? given ?? empty : empty, file: file, path: path)
    }
}
