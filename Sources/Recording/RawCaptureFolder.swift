// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import GNSSTypes
internal import ObservationBus

/// The files of a capture, such as `capture-20260504T123005Z.gnss`. The order of their names is chronological, unless
/// the host's clock was set back.
struct RawCaptureFolder {
    let path: String

    /// Creates the folder if it does not exist, for the user and the group.
    ///
    /// - Throws: The system's error.
    func make() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o750])
    }

    /// Returns a name for a new file, after those of the same second.
    ///
    /// - Throws: The system's error if the folder is unreadable.
    func unusedName(for time: HostTime) throws -> String {
        let name = Self.stem(for: time)
        let last = try files().last { $0.name.hasPrefix(name) }
        guard let last else { return "\(name).gnss" }
        // "_" sorts after ".".
        let number = Int(last.name.dropFirst(name.count + 1).prefix { $0 != "." }) ?? 0
        return "\(name)_" + String(100_001 + number).dropFirst() + ".gnss"
    }

    /// Returns the files, the oldest first, with their sizes in bytes.
    ///
    /// - Throws: The system's error if the folder is unreadable.
    func files() throws -> [(name: String, size: Int)] {
        let names = try FileManager.default.contentsOfDirectory(atPath: path).filter(Self.isCapture).sorted()
        return names.compactMap { name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
            guard let attributes, attributes[.type] as? FileAttributeType == .typeRegular else { return nil }
            return (name, (attributes[.size] as? UInt64).map { Int($0) } ?? 0)
        }
    }

    /// Removes the oldest files until there is enough room below a limit. Files with names after `latest` count as the
    /// oldest: they were written while the host's clock was ahead.
    ///
    /// - Parameters:
    ///   - limit: The largest total size of all files in bytes; 0 for no limit.
    ///   - latest: The last name that a file can have by the host's clock; nil if the clock is not known.
    ///   - room: The size in bytes that the file about to begin may reach.
    ///   - last: The name of the file that was written before it and always stays; nil if unknown.
    /// - Returns: The names of the removed files.
    /// - Throws: The system's error if a file cannot be removed.
    func trim(to limit: Int, latest: String?, room: Int, keeping last: String?) throws -> [String] {
        guard limit > 0 else { return [] }
        let files = try files()
        let later = latest.flatMap { latest in files.firstIndex { $0.name > latest } } ?? files.endIndex
        var total = files.reduce(room) { $0 + $1.size }
        var removed: [String] = []
        for file in files[later...] + files[..<later] where total > limit && file.name != last {
            try FileManager.default.removeItem(atPath: "\(path)/\(file.name)")
            total -= file.size
            removed.append(file.name)
        }
        return removed
    }

    /// Returns the beginning of the names of files that begin in the second of a time.
    static func stem(for time: HostTime) -> String {
        let digits = Timestamp(time).description.prefix(19).filter { $0 != "-" && $0 != ":" }
        return "capture-\(digits)Z"
    }

    static func isCapture(_ name: String) -> Bool { name.hasPrefix("capture-") && name.hasSuffix(".gnss") }
}
