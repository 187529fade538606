// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Passes the paths of a file on in batches of limited size while the file is read, and enforces the limits.
struct PathCollector {
    /// The approximate size of a batch in bytes.
    static let batch = 1 << 21

    let limits: PathReader.Limits
    private let sink: any PathSink
    private var events: [PathEvent] = []
    private var weight = 0
    private var points = 0
    /// The number of paths that have begun, and how many of them were dropped.
    private var begun = 0
    private var dropped = 0
    /// The number of complete paths.
    private(set) var complete = 0
    private var receivers: Set<String> = []
    private var lastReceiver: String?

    init(_ limits: PathReader.Limits, _ sink: any PathSink) { (self.limits, self.sink) = (limits, sink) }

    /// Counts a point, whichever path it belongs to.
    ///
    /// - Throws: `PathFormatError` if the file has too many points.
    mutating func count() throws(PathFormatError) {
        points += 1
        guard points <= limits.points else {
            throw PathFormatError("the file has more than \(limits.points) points, which is the limit")
        }
    }

    /// Begins a path.
    ///
    /// - Returns: The path's number in the file.
    /// - Throws: `PathFormatError` if the file has too many paths.
    mutating func begin() throws(PathFormatError) -> Int {
        guard begun - dropped < limits.paths else {
            throw PathFormatError("the file has more than \(limits.paths) paths, which is the limit")
        }
        begun += 1
        return begun - 1
    }

    /// Returns the number of a path, and begins the path if it has none yet.
    ///
    /// - Throws: `PathFormatError` if the file has too many paths.
    mutating func number(_ path: inout Int?) throws(PathFormatError) -> Int {
        if let path { return path }
        let begun = try begin()
        path = begun
        return begun
    }

    /// Adds a point to a path.
    ///
    /// - Throws: `PathFormatError` if the points name too many receivers; the sink's error.
    mutating func append(_ point: PathPoint, to path: Int) throws(PathFormatError) {
        if let receiver = point.receiver { try note(receiver) }
        let last = eventIndex(of: path)
        events[last].points.append(point)
        weight += MemoryLayout<PathPoint>.stride + (point.receiver?.utf8.count ?? 0)
        if weight >= Self.batch { try flush() }
    }

    /// Completes a path.
    ///
    /// - Parameter description: The properties of the whole path, without points.
    /// - Throws: The sink's error.
    mutating func end(_ path: Int, _ description: ImportedPath) throws(PathFormatError) {
        var description = description
        description.name = description.name?.shortened
        complete += 1
        let last = eventIndex(of: path)
        events[last].end = .complete(description)
        weight += 200 + (description.name?.utf8.count ?? 0)
        if weight >= Self.batch { try flush() }
    }

    /// Drops a path and its points.
    mutating func drop(_ path: Int) {
        dropped += 1
        events[eventIndex(of: path)].end = .dropped
    }

    /// Passes the collected events on.
    ///
    /// - Throws: The sink's error.
    mutating func flush() throws(PathFormatError) {
        guard !events.isEmpty else { return }
        let batch = events
        (events, weight) = ([], 0)
        try sink.take(batch)
    }

    private mutating func eventIndex(of path: Int) -> Int {
        if let last = events.last, last.path == path, last.end == nil { return events.count - 1 }
        weight += MemoryLayout<PathEvent>.stride + 64
        events.append(PathEvent(path: path))
        return events.count - 1
    }

    private mutating func note(_ receiver: String) throws(PathFormatError) {
        guard receiver != lastReceiver else { return }
        lastReceiver = receiver
        receivers.insert(receiver)
        guard receivers.count <= limits.receivers else {
            throw PathFormatError(
                "the file names more than \(limits.receivers) different receivers, which is the limit")
        }
    }
}

extension ImportedPath {
    /// Sets a property of the whole path; a value that cannot be parsed is ignored.
    mutating func set(_ field: PathField, _ text: String) {
        switch field {
        case .started: started = UTCTime(iso8601: text, .any) ?? started
        case .ended: ended = UTCTime(iso8601: text, .any) ?? ended
        // An import computes these values itself, and marks every path.
        case .length, .area, .crossesItself, .isImported: break
        }
    }
}

extension String {
    /// The limits for a name, in characters and in bytes.
    static let longestName = (characters: 200, bytes: 800)

    /// The text limited to 200 characters and 800 bytes.
    var shortened: String {
        guard utf8.count > Self.longestName.characters else { return self }
        var short = String(prefix(Self.longestName.characters))
        // One character can have any number of combining marks.
        if short.utf8.count > Self.longestName.bytes {
            short = String(decoding: short.utf8.prefix(Self.longestName.bytes), as: UTF8.self)
            while short.unicodeScalars.last == "\u{FFFD}" { short.unicodeScalars.removeLast() }
        }
        return short
    }

    /// The text without blanks, tabs and line ends at both ends; nil if nothing remains.
    var trimmedName: String? {
        let bytes = Array(utf8)
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }) else { return nil }
        guard let last = bytes.lastIndex(where: { !isBlank($0) }) else { return nil }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}
