// SPDX-License-Identifier: Apache-2.0

/// Gathers paths while a file is read, and keeps the limits.
struct PathCollector {
    let limits: PathReader.Limits
    private(set) var paths: [ImportedPath] = []
    private var points = 0

    init(_ limits: PathReader.Limits) { self.limits = limits }

    /// Counts a point that was read, wherever it is kept.
    ///
    /// - Throws: where it is one too many.
    mutating func count() throws(PathFormatError) {
        points += 1
        guard points <= limits.points else {
            throw PathFormatError("there are more than \(limits.points) points, the most that are read")
        }
    }

    /// Adds a path.
    ///
    /// - Throws: where it is one too many.
    mutating func add(_ path: ImportedPath) throws(PathFormatError) {
        guard paths.count < limits.paths else {
            throw PathFormatError("there are more than \(limits.paths) paths, the most that are read")
        }
        paths.append(path)
    }
}

extension ImportedPath {
    /// Takes what a file says of the path as a whole; what has another form is left.
    mutating func set(_ field: PathField, _ text: String) {
        switch field {
        case .started: started = TimeText.read(text) ?? started
        case .ended: ended = TimeText.read(text) ?? ended
        // Whoever imports computes these again.
        case .length, .area, .crossesItself: break
        }
    }
}

extension String {
    /// Without blanks, tabs and line ends at both ends; nil where nothing is left.
    var trimmedName: String? {
        let bytes = Array(utf8)
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }) else { return nil }
        guard let last = bytes.lastIndex(where: { !isBlank($0) }) else { return nil }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}
