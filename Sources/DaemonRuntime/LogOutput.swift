// SPDX-License-Identifier: Apache-2.0

internal import Glibc
public import Logging
internal import Synchronization

/// Writes log messages to standard error, one per line. The level can be changed at any time.
///
/// On a terminal or in a file: `2026-11-21 05:20:01 warning rover: no data for 10 s`. If standard error is the systemd
/// journal, the time is omitted, because the journal adds it, and each line begins with its priority (`<4>`,
/// sd-daemon(3)).
public final class LogOutput: Sendable {
    /// The format of log lines.
    public enum Style: Sendable {
        /// The format for people.
        case plain
        /// The format for the journal.
        case journal
    }

    private let style: Style
    private let rawLevel: Atomic<Int>
    private let write: @Sendable (String) -> Void

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - level: The lowest severity that is written.
    ///   - style: The format of lines; nil to choose it for standard error.
    ///   - write: Writes complete lines with line ends; by default to standard error.
    public init(
        level: Logger.Level, style: Style? = nil, write: @escaping @Sendable (String) -> Void = LogOutput.standardError
    ) {
        self.style = style ?? (Self.isJournal(STDERR_FILENO) ? .journal : .plain)
        self.write = write
        rawLevel = Atomic(Self.levels.firstIndex(of: level) ?? 0)
    }

    /// Creates an output that never waits for the reader of the log.
    package convenience init(level: Logger.Level, writer: LogWriter) {
        self.init(level: level, style: writer.style) { writer.write($0) }
    }

    /// The lowest severity that is written.
    public var level: Logger.Level {
        get { Self.levels[rawLevel.load(ordering: .relaxed)] }
        set { rawLevel.store(Self.levels.firstIndex(of: newValue) ?? 0, ordering: .relaxed) }
    }

    /// Creates a logger that writes to this output.
    public func logger(label: String = "gnss-gateway") -> Logger {
        Logger(label: label) { _ in LogLineHandler(output: self) }
    }

    private static let levels = Logger.Level.allCases

    /// Writes a message.
    package func log(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata) {
        var metadata = metadata
        let receiver = metadata.removeValue(forKey: "receiver").map { "\($0): " } ?? ""
        let rest = metadata.map { "\($0.key)=\($0.value)" }.sorted()
        let tail = rest.isEmpty ? "" : " (\(rest.joined(separator: ", ")))"
        write(Self.lines(level, receiver + message + tail, style))
    }

    /// The lines of a message. Each gets the prefix, so that none can be mistaken for another message.
    static func lines(_ level: Logger.Level, _ text: String, _ style: Style) -> String {
        let head = style == .journal ? "<\(level.priority)>" : "\(Self.time()) \(level) "
        return text.split(whereSeparator: \.isNewline).map { head + $0.visible + "\n" }.joined()
    }

    /// Writes to standard error; waits for its reader.
    public static let standardError: @Sendable (String) -> Void = { lines in
        LogWriter.write(Array(lines.utf8), to: STDERR_FILENO)
    }

    /// True if a descriptor belongs to the journal: systemd sets its device and inode in `JOURNAL_STREAM`.
    static func isJournal(_ descriptor: Int32) -> Bool {
        guard let stream = getenv("JOURNAL_STREAM") else { return false }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }

    private static func time() -> String {
        var now = Glibc.time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    }
}

/// The handler of a logger. It uses the level of the output unless the logger has its own level.
private struct LogLineHandler: LogHandler {
    let output: LogOutput
    var ownLevel: Logger.Level?
    var metadata = Logger.Metadata()

    init(output: LogOutput) { self.output = output }

    var logLevel: Logger.Level {
        get { ownLevel ?? output.level }
        set { ownLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        output.log(event.level, event.message.description, metadata.merging(event.metadata ?? [:]) { $1 })
    }
}

extension Logger.Level {
    /// The priority as in syslog(3).
    fileprivate var priority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}

extension Substring {
    /// The text with control characters escaped, because data from a device must not control the terminal.
    fileprivate var visible: String {
        guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return String(self) }
        return unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control && scalar != "\t"
                ? scalar.escaped(asASCII: true) : String(scalar)
        }.joined()
    }
}
