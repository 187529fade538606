// SPDX-License-Identifier: Apache-2.0

internal import ControlModel

/// Interprets a caster's answer: corrections or a refusal. It receives the head of an HTTP answer if the caster sends
/// one. Casters of version 1 begin with a status line that is not HTTP and arrives as part of the data.
struct CasterReply: Sendable {
    /// The state of the answer.
    enum Verdict: Hashable, Sendable {
        /// The caster has refused nothing so far; corrections may follow.
        case open
        /// The caster sends its source table instead, which is read to its end.
        case table
        /// The answer contains no corrections.
        case failed(CasterError)
    }

    private enum Phase {
        /// Before the status line that casters of version 1 send.
        case beginning
        /// Within the header lines that some casters of version 1 send.
        case head
        case data
        case table
    }

    /// The number of bytes outside messages, before the first message, above which the data are not RTCM 3.
    static let mostNoise = 8192
    private static let longestLine = 512

    let stream: String
    /// The login that was sent, which the texts that are shown must not contain; nil for none.
    private let login: CasterLogin?
    private(set) var verdict = Verdict.open
    private(set) var table: [UInt8] = []
    private var phase = Phase.beginning
    private var line: [UInt8] = []
    private var frames = RTCMStream()
    private var beginning: [UInt8] = []

    init(stream: String, login: CasterLogin? = nil) { (self.stream, self.login) = (stream, login) }

    /// The number of messages found.
    var messages: Int { frames.messages }
    /// The number of bytes that belong to no message.
    var noise: Int { frames.noise }

    /// Processes the head of an HTTP answer.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - contentType: The value of the `Content-Type` header.
    mutating func begin(status: Int, contentType: String, wait: Duration? = nil) {
        phase = .data
        let type = contentType.lowercased()
        guard status == 200 else { return verdict = .failed(CasterError(status: status, stream: stream, wait: wait)) }
        if type.hasPrefix("gnss/sourcetable") {
            (phase, verdict) = (.table, .table)
        } else if type.hasPrefix("text/html") {
            verdict = .failed(.html(stream))
        }
    }

    /// Processes the next bytes.
    ///
    /// - Returns: The messages that are now complete.
    mutating func consume(_ bytes: Span<UInt8>) -> [RTCMMessage] {
        var start = 0
        while phase == .beginning || phase == .head, start < bytes.count, isPromising {
            // A message may directly follow the status line of a caster of version 1.
            if phase == .head, line.isEmpty, bytes[start] == 0xD3 {
                phase = .data
            } else {
                take(bytes[start])
                start += 1
            }
        }
        guard isPromising else { return [] }
        var rest = bytes.extracting(start..<bytes.count)
        if phase == .table {
            rest.withUnsafeBufferPointer { table.append(contentsOf: $0.prefix(SourceTable.limit - table.count)) }
            return []
        }
        return phase == .data ? data(&rest) : []
    }

    private var isPromising: Bool {
        if case .failed = verdict { false } else { true }
    }

    /// Processes a byte of a line.
    private mutating func take(_ byte: UInt8) {
        guard byte != UInt8(ascii: "\n") else {
            while line.last == UInt8(ascii: "\r") { line.removeLast() }
            let text = String(decoding: line, as: UTF8.self)
            line = []
            phase == .beginning ? begin(text) : headLine(text)
            return
        }
        line.append(byte)
        let isText = byte >= 0x20 && byte < 0x7F || byte == 9 || byte == 13
        if !isText || line.count > Self.longestLine { abandonLine() }
    }

    /// Processes the collected bytes as data, because they are not a line of text.
    private mutating func abandonLine() {
        let bytes = line
        (line, phase) = ([], .data)
        // Keep messages from a caster that sends data without a status line.
        for message in frames.consume(bytes.span) { early.append(message) }
    }

    /// Messages found in bytes that were first collected as a line.
    private var early: [RTCMMessage] = []

    private mutating func begin(_ line: String) {
        // The words are read before the password is hidden, which may be a part of them.
        let lower = line.lowercased()
        let words = words(of: lower)
        let reason = words.joined(separator: " ")
        let text = login?.hidden(in: line) ?? line
        if lower.hasPrefix("icy 200") {
            phase = .head
        } else if lower.hasPrefix("sourcetable 200") {
            (phase, verdict) = (.table, .table)
        } else if reason.contains("password") || reason.contains("unauthorized") || words.contains("401") {
            verdict = .failed(CasterError(status: 401, stream: stream))
        } else if lower.hasPrefix("icy ") || lower.hasPrefix("error") || lower.hasPrefix("sourcetable") {
            verdict = .failed(CasterError(reason: reason, words: text, stream: stream))
        } else if lower.hasPrefix("<") {
            verdict = .failed(.html(stream))
        } else {
            verdict = .failed(
                CasterError(.notCaster, "\(stream): the answer does not come from an NTRIP caster: “\(text.shown)”"))
        }
    }

    /// The words of a line without the name of the mount point, which casters repeat: `VRS401` is no status.
    private func words(of line: String) -> [Substring] {
        let name = stream.lowercased().split(separator: "/").last
        return line.split { " \t,:;!?/()[]'\"“”".contains($0) }
            .map { $0.last == "." ? $0.dropLast() : $0 }
            .filter { $0 != name }
    }

    /// Processes a header line; an empty line ends the header.
    private mutating func headLine(_ text: String) {
        if text.isEmpty { phase = .data }
    }

    /// True if the source table is longer than the part that is kept.
    var isTableCut: Bool { table.count >= SourceTable.limit }

    /// True if the answer is a source table whose last line has arrived, or as much of one as is kept. The caster may
    /// leave the connection open nevertheless.
    var isTableComplete: Bool { verdict == .table && (isTableCut || SourceTable.isComplete(table)) }

    private mutating func data(_ rest: inout Span<UInt8>) -> [RTCMMessage] {
        let before = beginning
        if beginning.count < 64, messages == 0 {
            rest.withUnsafeBufferPointer { beginning.append(contentsOf: $0.prefix(64 - beginning.count)) }
        }
        let found = early + frames.consume(rest)
        early = []
        if messages == 0 { doubt() }
        if phase == .table {
            table = before
            rest.withUnsafeBufferPointer { table.append(contentsOf: $0.prefix(SourceTable.limit - table.count)) }
        }
        return found
    }

    /// Checks data in which no message has been found yet.
    private mutating func doubt() {
        let text = String(decoding: beginning, as: UTF8.self).trimmedStart.lowercased()
        if ["<!doctype", "<html", "<?xml", "<head"].contains(where: text.hasPrefix) {
            verdict = .failed(.html(stream))
        } else if text.hasPrefix("sourcetable 200") || text.hasPrefix("str;") || text.hasPrefix("cas;") {
            (phase, verdict) = (.table, .table)
        } else if noise > Self.mostNoise {
            verdict = .failed(.notRTCM(stream, noise))
        }
    }
}

extension String {
    /// The text in a form for display: on one line, with at most 120 characters.
    var shown: String {
        let scalars = unicodeScalars.prefix(120).filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        return String(String.UnicodeScalarView(scalars))
    }

    fileprivate var trimmedStart: String {
        String(drop { $0 == " " || $0 == "\r" || $0 == "\n" || $0 == "\r\n" || $0 == "\t" || $0 == "\u{FEFF}" })
    }
}
