// SPDX-License-Identifier: Apache-2.0

/// Reads what a caster answers with: corrections, or why there are none. It is told the head of an HTTP answer where
/// there is one; casters of version 1 begin with a line of their own, which arrives as the first of the data.
struct CasterReply: Sendable {
    /// What has become of it.
    enum Verdict: Hashable, Sendable {
        /// Corrections may follow: the caster has refused nothing yet.
        case open
        /// The caster sends its list of streams instead; it is read to its end.
        case table
        /// There will be none.
        case failed(CasterError)
    }

    private enum Phase {
        /// The first line of a caster of version 1 may come.
        case beginning
        /// Lines of a head, as some of them have one.
        case head
        case data
        case table
    }

    /// More that is no message, before the first one, is something else.
    static let mostNoise = 8192
    private static let longestLine = 512

    let stream: String
    private(set) var verdict = Verdict.open
    private(set) var table: [UInt8] = []
    private var phase = Phase.beginning
    private var line: [UInt8] = []
    private var frames = RTCMStream()
    private var beginning: [UInt8] = []

    init(stream: String) { self.stream = stream }

    /// Messages that were found.
    var messages: Int { frames.messages }
    /// Bytes that belong to none.
    var noise: Int { frames.noise }

    /// Takes the head of an HTTP answer.
    ///
    /// - Parameters:
    ///   - status: of HTTP.
    ///   - contentType: as it stands there.
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

    /// Takes the next bytes.
    ///
    /// - Returns: the messages that are whole now.
    mutating func consume(_ bytes: Span<UInt8>) -> [RTCMMessage] {
        var start = 0
        while phase == .beginning || phase == .head, start < bytes.count, isPromising {
            // What follows the line of an old caster may be a message at once.
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

    /// A byte of a line.
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

    /// It is no line: data, from its first byte on.
    private mutating func abandonLine() {
        let bytes = line
        (line, phase) = ([], .data)
        // No message is lost that a caster without any answer begins with.
        for message in frames.consume(bytes.span) { early.append(message) }
    }

    /// Messages in what was taken for a line.
    private var early: [RTCMMessage] = []

    private mutating func begin(_ text: String) {
        let lower = text.lowercased()
        if lower.hasPrefix("icy 200") {
            phase = .head
        } else if lower.hasPrefix("sourcetable 200") {
            (phase, verdict) = (.table, .table)
        } else if lower.contains("password") || lower.contains("unauthorized") || lower.contains("401") {
            verdict = .failed(CasterError(status: 401, stream: stream))
        } else if lower.hasPrefix("icy ") || lower.hasPrefix("error") || lower.hasPrefix("sourcetable") {
            verdict = .failed(CasterError(words: text, stream: stream))
        } else if lower.hasPrefix("<") {
            verdict = .failed(.html(stream))
        } else {
            verdict = .failed(
                CasterError(.notCaster, "\(stream): the answer does not come from an NTRIP caster: “\(text.shown)”"))
        }
    }

    /// A line behind the first; an empty one ends them.
    private mutating func headLine(_ text: String) {
        if text.isEmpty { phase = .data }
    }

    private mutating func data(_ rest: inout Span<UInt8>) -> [RTCMMessage] {
        if beginning.count < 64, messages == 0 {
            rest.withUnsafeBufferPointer { beginning.append(contentsOf: $0.prefix(64 - beginning.count)) }
        }
        let found = early + frames.consume(rest)
        early = []
        if messages == 0 { doubt() }
        return found
    }

    /// Nothing that was understood has come yet.
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
    /// Fit to be shown: one line, not too long.
    var shown: String {
        let scalars = unicodeScalars.prefix(120).filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        return String(String.UnicodeScalarView(scalars))
    }

    fileprivate var trimmedStart: String {
        String(drop { $0 == " " || $0 == "\r" || $0 == "\n" || $0 == "\r\n" || $0 == "\t" || $0 == "\u{FEFF}" })
    }
}
