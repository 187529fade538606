// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Hands the paths of a file on while it is read, in batches of bounded size, and keeps the limits.
struct PathCollector {
    /// How much is gathered before it is handed on, in bytes.
    static let batch = 1 << 21

    let limits: PathReader.Limits
    private let sink: any PathSink
    private var events: [PathEvent] = []
    private var weight = 0
    private var points = 0
    /// How many paths were begun, and how many of these were dropped.
    private var begun = 0
    private var dropped = 0
    /// How many paths are complete.
    private(set) var complete = 0
    private var receivers: Set<String> = []
    private var lastReceiver: String?

    init(_ limits: PathReader.Limits, _ sink: any PathSink) { (self.limits, self.sink) = (limits, sink) }

    /// Counts a point that was read, wherever it goes.
    ///
    /// - Throws: where it is one too many.
    mutating func count() throws(PathFormatError) {
        points += 1
        guard points <= limits.points else {
            throw PathFormatError("the file has more than \(limits.points) points, which is the limit")
        }
    }

    /// Begins a path.
    ///
    /// - Returns: its number.
    /// - Throws: where it is one too many.
    mutating func begin() throws(PathFormatError) -> Int {
        guard begun - dropped < limits.paths else {
            throw PathFormatError("the file has more than \(limits.paths) paths, which is the limit")
        }
        begun += 1
        return begun - 1
    }

    /// The number of a path, which is begun where it has none.
    ///
    /// - Throws: where it is one too many.
    mutating func number(_ path: inout Int?) throws(PathFormatError) -> Int {
        if let path { return path }
        let begun = try begin()
        path = begun
        return begun
    }

    /// Adds a point to a path.
    mutating func append(_ point: PathPoint, to path: Int) throws(PathFormatError) {
        if let receiver = point.receiver { try note(receiver) }
        let last = eventIndex(of: path)
        events[last].points.append(point)
        weight += MemoryLayout<PathPoint>.stride + (point.receiver?.utf8.count ?? 0)
        if weight >= Self.batch { try flush() }
    }

    /// Completes a path.
    ///
    /// - Parameter description: what is known of it as a whole, its points left out.
    mutating func end(_ path: Int, _ description: ImportedPath) throws(PathFormatError) {
        var description = description
        description.name = description.name?.shortened
        complete += 1
        let last = eventIndex(of: path)
        events[last].end = .complete(description)
        weight += 200 + (description.name?.utf8.count ?? 0)
        if weight >= Self.batch { try flush() }
    }

    /// Forgets a path.
    mutating func drop(_ path: Int) {
        dropped += 1
        events[eventIndex(of: path)].end = .dropped
    }

    /// Hands on what waits.
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
    /// Takes what a file says of the path as a whole; what has another form is left.
    mutating func set(_ field: PathField, _ text: String) {
        switch field {
        case .started: started = UTCTime(iso8601: text, .any) ?? started
        case .ended: ended = UTCTime(iso8601: text, .any) ?? ended
        // An import computes these again.
        case .length, .area, .crossesItself: break
        }
    }
}

extension String {
    /// The longest name that is read, in characters and in bytes.
    static let longestName = (characters: 200, bytes: 800)

    /// Without what is beyond 200 characters or 800 bytes.
    var shortened: String {
        guard utf8.count > Self.longestName.characters else { return self }
        var short = String(prefix(Self.longestName.characters))
        // A character may have marks without end.
        if short.utf8.count > Self.longestName.bytes {
            short = String(decoding: short.utf8.prefix(Self.longestName.bytes), as: UTF8.self)
            while short.unicodeScalars.last == "\u{FFFD}" { short.unicodeScalars.removeLast() }
        }
        return short
    }

    /// Without blanks, tabs and line ends at both ends; nil where nothing is left.
    var trimmedName: String? {
        let bytes = Array(utf8)
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }) else { return nil }
        guard let last = bytes.lastIndex(where: { !isBlank($0) }) else { return nil }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}
