// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import GNSSTypes

extension PluginDescription {
    /// The version of the pipe protocol. Both ends belong to the same program, so a mismatch is an error.
    private static let pipeVersion: UInt32 = 1

    init(_ reader: inout PipeBodyReader) throws(PipeError) {
        guard try reader.number(UInt32.self) == Self.pipeVersion else {
            throw reader.error("the driver's process runs another version of the program")
        }
        let delivered = try reader.number(UInt64.self)
        let capable = try reader.number(UInt64.self)
        kind = try reader.words()
        guard Self.isKind(kind) else { throw reader.error("a plugin without a valid name") }
        version = try reader.words()
        summary = try reader.words()
        contract = try reader.words()
        sampleConfiguration = try reader.document()
        configurationSchema = try reader.document()
        delivers = Self.kinds(delivered)
        abilities = Self.abilityNames.filter { capable & $0.bit != 0 }.map(\.name)
    }

    func write(to writer: inout PipeFrameWriter) {
        writer.append(Self.pipeVersion)
        writer.append(delivers.reduce(UInt64(0)) { $0 | 1 << UInt64($1.rawValue) })
        let known = Self.abilityNames.filter { abilities.contains($0.name) }
        writer.append(known.reduce(UInt64(0)) { $0 | $1.bit })
        for text in [kind, version, summary, contract] { writer.append(text) }
        writer.append(sampleConfiguration, limit: PipeLimits.document)
        writer.append(configurationSchema, limit: PipeLimits.document)
    }
}
