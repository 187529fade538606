// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import DriverTesting
internal import Gateway

/// Chooses the receiver with which a driver is checked, according to the settings in the driver's schema.
struct StandIn {
    let schema: DriverSchema
    let sample: DriverSection
    let options: CheckOptions
    let output: FalseReceiverOutput

    /// The stand-in for a receiver, and the settings that refer to it.
    private enum Place {
        case terminal(key: String)
        case file
        /// A TCP server in one setting, such as `tcp://127.0.0.1:40123`; `prefix` precedes the address.
        case address(key: String, prefix: String)
        /// A TCP server in two settings.
        case server(host: String, port: String)
    }

    /// Returns the receiver and its description.
    ///
    /// - Throws: `ConfigurationErrors` if `--config` or `--garbage` is invalid.
    func rig() throws(ConfigurationErrors) -> (ReceiverRig, String) {
        guard let config = options.config else { return try sampleRig() }
        let section = try DriverSection(yaml: config, name: "--config")
        guard let place = place(besides: section) else { return (try configured(section), "as --config names it") }
        _ = try located(section, place, trialDevice(place)).json(schema)
        return (rig(section, place), words(place))
    }

    private func sampleRig() throws(ConfigurationErrors) -> (ReceiverRig, String) {
        if let place = place() {
            guard (try? located(sample, place, trialDevice(place)).json(schema)) != nil else {
                return missing("the driver's schema does not allow its sample; give a section with --config")
            }
            return (rig(sample, place), words(place))
        }
        guard schema.needsNothing else {
            return missing(
                "its receiver cannot be simulated; give a section with --config, or its settings with --device-key or "
                    + "--server-keys")
        }
        return (try configured(sample), "as its sample names it")
    }

    private func missing(_ reason: String) -> (ReceiverRig, String) {
        (ReceiverRig(.missing(reason), output: output) { _ in "" }, "none: \(reason)")
    }

    /// True if the schema has the settings for a TCP server.
    private var hasServer: Bool {
        let (host, port) = options.server
        return schema.takesText(host) && (schema.takesInteger(port) || schema.takesText(port))
    }

    private func place() -> Place? {
        let (key, server) = (options.deviceKey, options.server)
        let takesDevice = schema.takesText(key)
        if hasServer, options.serverKeys != nil || sample.names(server.host) || !takesDevice {
            return .server(host: server.host, port: server.port)
        }
        if takesDevice { return device }
        return schema.takesText("file") && sample.names("file") ? .file : nil
    }

    /// The stand-in for a section without a receiver; nil if the section names one.
    private func place(besides section: DriverSection) -> Place? {
        let (key, server) = (options.deviceKey, options.server)
        if schema.takesText(key), schema.isRequired(key), !section.names(key) { return device }
        let isWanted = options.serverKeys != nil || schema.isRequired(server.host)
        guard hasServer, isWanted, !section.names(server.host), !section.names(server.port) else { return nil }
        return .server(host: server.host, port: server.port)
    }

    /// The stand-in for a device: a server if the sample's device is one or the options request one, otherwise a
    /// terminal.
    private var device: Place {
        let key = options.deviceKey
        if let prefix = sample.text(key).flatMap(Self.prefix) { return .address(key: key, prefix: prefix) }
        return options.tcp ? .address(key: key, prefix: "tcp://") : .terminal(key: key)
    }

    /// The part before the host in `tcp://host:port` and `host:port`; nil for any other text.
    private static func prefix(_ text: String) -> String? {
        let prefix = text.hasPrefix("tcp://") ? "tcp://" : ""
        let address = text.dropFirst(prefix.count)
        guard let colon = address.lastIndex(of: ":") else { return nil }
        let (host, port) = (address[..<colon], address[address.index(after: colon)...])
        guard !host.isEmpty, !host.contains("/"), UInt16(port) != nil else { return nil }
        // An IPv6 address is in brackets; other texts with colons are Bluetooth addresses.
        guard !host.contains(":") || (host.first == "[" && host.last == "]") else { return nil }
        return prefix
    }

    /// A device in the right form, to test whether the schema permits it.
    private func trialDevice(_ place: Place) -> String {
        switch place {
        case .terminal, .file: "/dev/null"
        case .address, .server: "127.0.0.1:40123"
        }
    }

    private func located(_ section: DriverSection, _ place: Place, _ device: String) -> DriverSection {
        switch place {
        case .terminal(let key): return section.setting(key, to: device)
        case .file: return section.setting("file", to: device)
        case .address(let key, let prefix): return section.setting(key, to: prefix + device)
        case .server(let host, let port):
            let parts = device.split(separator: ":").map(String.init)
            // A text without a port takes the place of a host that does not exist.
            guard parts.count == 2, let number = Int(parts[1]) else { return section.setting(host, to: device) }
            let named = section.setting(host, to: parts[0])
            return schema.takesInteger(port) ? named.setting(port, to: number) : named.setting(port, to: parts[1])
        }
    }

    private func rig(_ section: DriverSection, _ place: Place) -> ReceiverRig {
        let kind: ReceiverRig.Kind =
            switch place {
            case .terminal: .terminal
            case .file: .file
            case .address, .server: .server
            }
        return ReceiverRig(kind, output: output) { (try? located(section, place, $0).json(schema)) ?? "" }
    }

    private func words(_ place: Place) -> String {
        let speaker = options.input ?? "a simulated receiver that sends UBX and NMEA"
        return switch place {
        case .terminal(let key): "a pseudo-terminal as '\(key)', with \(speaker)"
        case .file: "a file as 'file', with the data of \(speaker)"
        case .address(let key, _): "a TCP server as '\(key)', with \(speaker)"
        case .server(let host, let port): "a TCP server as '\(host)' and '\(port)', with \(speaker)"
        }
    }

    private func configured(_ section: DriverSection) throws(ConfigurationErrors) -> ReceiverRig {
        let json = try section.json(schema)
        guard let garbage = options.garbage else { return .configured(json) }
        return .configured(json, garbage: try DriverSection(yaml: garbage, name: "--garbage").json(schema))
    }
}

extension CheckOptions {
    /// The settings for a TCP server's host and port.
    var server: (host: String, port: String) {
        let keys = (serverKeys ?? "host,port").split(separator: ",").map(String.init)
        return (keys.first ?? "", keys.last ?? "")
    }

    /// The reason that the options do not fit the driver's schema; nil if they do.
    func misfit(_ schema: DriverSchema) -> String? {
        if serverKeys != nil {
            guard schema.takesText(server.host) else {
                return "--server-keys: the driver's schema has no text setting '\(server.host)'"
            }
            guard schema.takesInteger(server.port) || schema.takesText(server.port) else {
                return "--server-keys: the driver's schema has no setting '\(server.port)' that takes a port"
            }
        }
        guard tcp, serverKeys == nil, !schema.takesText(deviceKey) else { return nil }
        return "--tcp: the driver's schema has no text setting '\(deviceKey)'; see --device-key and --server-keys"
    }
}
