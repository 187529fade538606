// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import GNSSTypes
internal import ObservationBus

/// The files of a capture: `capture-20260504T123005Z.gnss`. Their names are in the order of time.
struct CaptureFolder {
    let path: String

    /// Makes the folder if absent, for the user and the group.
    func make() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o750])
    }

    /// The path of a file that is not there yet, behind those of the same second.
    func unusedPath(for time: HostTime) throws -> String {
        let name = "capture-" + Timestamp(time).description.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
        let last = try files().last { $0.name.hasPrefix(name) }
        guard let last else { return "\(path)/\(name).gnss" }
        // "_" comes after "." in the order of names.
        let number = Int(last.name.dropFirst(name.count + 1).prefix { $0 != "." }) ?? 0
        return "\(path)/\(name)_" + String(100_001 + number).dropFirst() + ".gnss"
    }

    /// Its files, the oldest first, with their sizes in bytes.
    func files() throws -> [(name: String, size: Int)] {
        let names = try FileManager.default.contentsOfDirectory(atPath: path).filter(Self.isCapture).sorted()
        return names.compactMap { name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
            guard let attributes, attributes[.type] as? FileAttributeType == .typeRegular else { return nil }
            return (name, (attributes[.size] as? UInt64).map { Int($0) } ?? 0)
        }
    }

    /// Removes the oldest files until so much room is left below a limit.
    ///
    /// - Parameters:
    ///   - limit: bytes of all files; 0 for no limit.
    ///   - room: bytes of the file that is about to be begun.
    /// - Returns: the names of those removed.
    func trim(to limit: Int, room: Int) throws -> [String] {
        guard limit > 0 else { return [] }
        let files = try files()
        var total = files.reduce(room) { $0 + $1.size }
        var removed: [String] = []
        for file in files where total > limit {
            try FileManager.default.removeItem(atPath: "\(path)/\(file.name)")
            total -= file.size
            removed.append(file.name)
        }
        return removed
    }

    static func isCapture(_ name: String) -> Bool { name.hasPrefix("capture-") && name.hasSuffix(".gnss") }
}
