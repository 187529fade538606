// SPDX-License-Identifier: Apache-2.0

public import CGNSSDriver
public import GNSSTypes
internal import Records

/// A plugin's description of itself.
public struct PluginDescription: Sendable, Hashable {
    /// The plugin's name in the configuration file.
    public var kind: String
    /// The plugin's own version.
    public var version: String
    /// A one-line description.
    public var summary: String
    /// A sample of the receiver's section `config`.
    public var sampleConfiguration: String
    /// The JSON Schema of that section.
    public var configurationSchema: String
    /// The contract version with which it was built, such as `1.0`.
    public var contract: String

    /// True if it was built with a later minor version of the contract than this program.
    public var isNewerThanHost: Bool {
        (contract.split(separator: ".").last.flatMap { Int($0) } ?? 0) > Int(GNSS_CONTRACT_MINOR)
    }
    /// The kinds of observations that it publishes.
    public var delivers: [ObservationKind]
    /// The abilities beyond running: `flow-control`, `probe`, `discover`, `write`.
    public var abilities: [String]

    /// True if its sources can wait for slow consumers.
    public var isFlowControlled: Bool { abilities.contains(Self.flowControl) }

    /// True if its drivers accept data (corrections) for the receiver.
    public var takesCorrections: Bool { abilities.contains(Self.write) }

    static let flowControl = "flow-control"
    static let write = "write"
}

/// The reason for not using a plugin, or the failure of one of its functions.
public enum PluginError: Error, Hashable, CustomStringConvertible {
    /// The plugin refused this host, with the reason.
    case refusedHost(String)
    /// The size of its table does not match the contract.
    case wrongSize(UInt32, expected: Int)
    /// The table was made for another major version of the contract.
    case otherContract(String)
    /// The table is contradictory or lacks required parts.
    case malformed(String)
    /// The plugin could not create a driver, with the reason.
    case createFailed(String)
    /// The plugin could not probe a device, with the reason.
    case probeFailed(String)
    /// The plugin did not accept data for the receiver, with the reason.
    case writeFailed(String)

    /// A message that describes the error.
    public var description: String {
        switch self {
        case .refusedHost(let reason): "the plugin refuses this host: \(reason)"
        case .wrongSize(let size, let expected):
            "its table is \(size) bytes long, but version \(GNSS_CONTRACT_MAJOR) of the contract needs \(expected) "
                + "or more: rebuild it with gnss_driver.h of this gateway"
        case .otherContract(let version):
            "built for driver contract \(version), but this gateway uses "
                + "\(GNSS_CONTRACT_MAJOR).\(GNSS_CONTRACT_MINOR): rebuild it"
        case .malformed(let what): "its table is malformed: \(what)"
        case .createFailed(let reason), .probeFailed(let reason), .writeFailed(let reason): reason
        }
    }
}

/// A plugin's validated table, which a host uses.
public struct PluginTable: @unchecked Sendable {  // The contract: a table stays valid and unchanged for ever.
    /// The plugin's own table. Plugins are never unloaded, so it is valid for the life of the process.
    let pointer: UnsafePointer<gnss_plugin_v1>

    /// The plugin's description of itself.
    public let description: PluginDescription

    /// Asks a plugin for its table and validates it.
    ///
    /// - Parameters:
    ///   - entry: The plugin's exported function.
    ///   - hostVersion: The version of this program.
    /// - Throws: `PluginError` if either side refuses the other.
    public init(asking entry: gnss_driver_plugin_v1_function, hostVersion: String) throws(PluginError) {
        var refusal = gnss_message_v1.empty
        let table = "gnss-gateway".withCString { name in
            hostVersion.withCString { version in
                var host = gnss_host_info_v1(
                    size: UInt32(MemoryLayout<gnss_host_info_v1>.size), contract_major: UInt16(GNSS_CONTRACT_MAJOR),
                    contract_minor: UInt16(GNSS_CONTRACT_MINOR), name: name, version: version)
                return entry(&host, &refusal)
            }
        }
        guard let table else { throw .refusedHost(refusal.string ?? "it gives no reason") }
        try self.init(table)
    }

    /// Validates a table.
    ///
    /// - Throws: `PluginError` if the table does not conform to this contract.
    public init(_ table: UnsafePointer<gnss_plugin_v1>) throws(PluginError) {
        // Only the size may be read before it is known to cover the rest.
        let size = UnsafeRawPointer(table).load(as: UInt32.self)
        let expected = ContractSizes.plugin
        guard Int(size) >= expected, size < 65_536 else { throw .wrongSize(size, expected: expected) }
        // A copy of the part of the table that the plugin declares.
        let c = gnss_plugin_v1(UnsafeRawPointer(table), size: Int(size))
        guard c.contract_major == UInt16(GNSS_CONTRACT_MAJOR) else {
            throw .otherContract("\(c.contract_major).\(c.contract_minor)")
        }
        guard c.create != nil, c.run != nil, c.stop != nil, c.destroy != nil else {
            throw .malformed("create, run, stop or destroy is missing")
        }
        pointer = table
        description = try PluginDescription(c)
    }
}

extension PluginDescription {
    fileprivate init(_ c: gnss_plugin_v1) throws(PluginError) {
        kind = try Self.text(c.kind, "kind")
        guard Self.isKind(kind) else {
            throw .malformed("kind '\(kind)' does not consist of 1 to 40 lower-case letters, digits and hyphens")
        }
        version = try Self.text(c.version, "version")
        summary = try Self.text(c.summary, "summary")
        sampleConfiguration = try Self.text(c.sample_configuration, "sample_configuration")
        configurationSchema = try Self.text(c.configuration_schema, "configuration_schema")
        contract = "\(c.contract_major).\(c.contract_minor)"
        delivers = Self.kinds(c.delivers)
        abilities = try Self.abilities(c)
    }

    /// The kinds in a mask `gnss_plugin_v1.delivers`.
    static func kinds(_ mask: UInt64) -> [ObservationKind] {
        (1..<64).filter { mask & 1 << UInt64($0) != 0 }.map { ObservationKind(rawValue: $0) }
    }

    /// Returns true if a text is a valid plugin name.
    static func isKind(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count) && text.utf8.allSatisfy(isKindByte)
    }

    /// The bits `GNSS_CAN_…` and their names.
    static let abilityNames: [(bit: UInt64, name: String)] = [
        (UInt64(GNSS_CAN_BE_FLOW_CONTROLLED), flowControl), (UInt64(GNSS_CAN_PROBE), "probe"),
        (UInt64(GNSS_CAN_DISCOVER), "discover"), (UInt64(GNSS_CAN_WRITE), write),
    ]

    private static func abilities(_ c: gnss_plugin_v1) throws(PluginError) -> [String] {
        let functions = ["probe": c.probe != nil, "discover": c.discover != nil, "write": c.write != nil]
        var names: [String] = []
        for ability in abilityNames {
            let isDeclared = c.capabilities & ability.bit != 0
            if let isThere = functions[ability.name], isThere != isDeclared {
                throw .malformed("\(ability.name) is \(isThere ? "present but not declared" : "declared but missing")")
            }
            if isDeclared { names.append(ability.name) }
        }
        return names
    }

    /// A copy of a text in the table; the contract requires a terminating NUL.
    private static func text(_ pointer: UnsafePointer<CChar>?, _ field: String) throws(PluginError) -> String {
        guard let pointer else { throw .malformed("\(field) is missing") }
        guard let text = String(validatingCString: pointer) else { throw .malformed("\(field) is not UTF-8") }
        return text
    }

    private static func isKindByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "-")
    }
}

extension gnss_message_v1 {
    /// An empty message buffer, as a host creates it.
    static var empty: gnss_message_v1 {
        var message = gnss_message_v1()
        message.size = UInt32(MemoryLayout<gnss_message_v1>.size)
        return message
    }

    /// The message with invalid UTF-8 repaired and control characters replaced with spaces; nil if nothing
    /// else is left.
    var string: String? {
        let count = min(Int(length), MemoryLayout<gnss_message_v1>.size - 8)
        guard count > 0 else { return nil }
        return withUnsafeBytes(of: text) { bytes in
            let shown = bytes.prefix(count).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
            return shown.allSatisfy { $0 == 0x20 } ? nil : String(decoding: shown, as: UTF8.self)
        }
    }
}
