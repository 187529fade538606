// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// Receives the sentences found by an `NMEAFramer`.
public protocol NMEASink {
    /// Handles a sentence.
    ///
    /// - Parameters:
    ///   - frame: Its bytes as received, from the start mark to the line ending.
    ///   - bodyEnd: The index in `frame` of the `*`, or of the end of the text if there is no checksum.
    ///   - offset: The position of its start mark, in bytes from the beginning of the stream.
    mutating func take(_ frame: Span<UInt8>, bodyEnd: Int, at offset: Int)
}

/// Finds NMEA 0183 sentences in a stream of bytes that may also contain arbitrary other data.
///
/// On its own, the framer treats the bytes of binary frames as noise and a `$` among them as a start mark. If the
/// stream also contains binary frames, a demultiplexer calls `consumeText(_:into:)` instead.
///
/// The sentences found do not depend on how the bytes are split into calls. Memory is bounded by
/// `longestProprietaryFrame`. A start mark within a sentence begins a new sentence (a lost line ending is more common
/// than a literal `$`); a byte that is not printable ASCII ends a sentence. The last `*` of a sentence begins its
/// checksum; characters between the checksum and the line ending are tolerated.
public struct NMEAFramer: Sendable {
    /// Maximum number of bytes from the start mark to the line ending. The standard allows 82; receivers have been
    /// seen to send 134.
    public static let longestFrame = 256

    /// The maximum for a proprietary sentence, `$P…`: u-blox's `PUBX,03` has about 20 bytes per satellite.
    public static let longestProprietaryFrame = 1024

    /// True if sentences without a checksum are passed on. They are counted even if they are not.
    public var allowsMissingChecksum: Bool

    /// The counters since the creation.
    public private(set) var statistics = FramerStatistics()

    /// Number of bytes consumed from the stream.
    public private(set) var position = 0

    private var state = State.header
    /// The bytes of a frame that has begun but not ended.
    private var partial: [UInt8] = []
    /// The position of the first byte of `partial` in the stream.
    private var partialOffset = 0
    /// Number of bytes of `partial` already examined.
    private var scanned = 0

    private enum State: Sendable, Equatable {
        /// At the beginning of a line of the comment header with which a recording may start.
        case header
        /// Within a line of that header.
        case comment
        case hunting
        /// Within a TAG block; the associated value is the number of bytes seen.
        case tag(Int)
        case frame
    }

    /// Creates a framer at the beginning of a stream.
    ///
    /// - Parameter allowsMissingChecksum: True if sentences without a checksum are passed on.
    public init(allowsMissingChecksum: Bool = false) {
        self.allowsMissingChecksum = allowsMissingChecksum
        partial.reserveCapacity(Self.longestFrame + 4)
    }

    /// Processes the next bytes of the stream; bytes that are not text are noise.
    ///
    /// - Parameters:
    ///   - bytes: Any number of bytes.
    ///   - sink: Receives the sentences that end within `bytes`.
    public mutating func consume(_ bytes: Span<UInt8>, into sink: inout some NMEASink) {
        _ = run(bytes, stopsAtBinary: false, into: &sink)
    }

    /// Processes the next bytes of a stream that also contains frames of other formats.
    ///
    /// Between sentences, it stops before a byte of 0x80 or more, before `$@`, and before a `$` at the end of
    /// `bytes`. The caller determines which frame begins there and continues with `pass(frame:)` or `passNoise()`.
    ///
    /// - Parameters:
    ///   - bytes: Any number of bytes.
    ///   - sink: Receives the sentences that end within `bytes`.
    /// - Returns: The number of bytes consumed: all, or those before the byte at which it stopped.
    public mutating func consumeText(_ bytes: Span<UInt8>, into sink: inout some NMEASink) -> Int {
        run(bytes, stopsAtBinary: true, into: &sink)
    }

    /// Skips a frame of a different format at the position where `consumeText` stopped.
    ///
    /// - Parameter count: Its length in bytes.
    public mutating func pass(frame count: Int) {
        // A recording may begin with a comment; the first frame ends it.
        state = .hunting
        position &+= count
    }

    /// Counts one byte at the position where `consumeText` stopped as noise, because no frame begins with it.
    public mutating func passNoise() {
        if state != .comment { statistics.noiseBytes &+= 1 }
        position &+= 1
    }

    private mutating func run(_ bytes: Span<UInt8>, stopsAtBinary: Bool, into sink: inout some NMEASink) -> Int {
        var index = 0
        loop: while index < bytes.count {
            switch state {
            case .header, .comment:
                index = skipHeader(bytes, from: index, stopsAtBinary)
                if state == .comment { break loop }
            case .hunting:
                index = hunt(bytes, from: index, stopsAtBinary)
                if state == .hunting { break loop }
            case .tag(let length): index = skipTag(bytes, from: index, seen: length)
            case .frame: index = scan(bytes, from: index, into: &sink)
            }
        }
        position &+= index
        return index
    }

    /// Checks an incomplete sentence at the end of the stream, or after silence on the line.
    public mutating func flush(into sink: inout some NMEASink) {
        guard case .frame = state else { return }
        state = .hunting
        let frame = partial
        partial.removeAll(keepingCapacity: true)
        scanned = 0
        let text = frame.count - frame.reversed().prefix { $0 == .carriageReturn }.count
        judge(frame.span, textEnd: text, at: partialOffset, into: &sink)
    }

    // MARK: Frames

    private mutating func scan(_ bytes: Span<UInt8>, from start: Int, into sink: inout some NMEASink) -> Int {
        guard partial.isEmpty else { return resume(bytes, from: start, into: &sink) }
        let window = bytes.extracting(start..<min(bytes.count, start + Self.longestProprietaryFrame + 3))
        guard let ending = FrameEnding(in: window, from: 1) else {
            for index in 0..<window.count { partial.append(window[index]) }
            partialOffset = position &+ start
            scanned = window.count
            return start + window.count
        }
        state = .hunting
        judge(window.extracting(0..<ending.end), textEnd: ending.text, at: position &+ start, into: &sink)
        return start + ending.end
    }

    /// Continues a frame that began in an earlier call.
    private mutating func resume(_ bytes: Span<UInt8>, from start: Int, into sink: inout some NMEASink) -> Int {
        let known = partial.count
        // Take bytes up to the maximum frame length, and the line ending.
        let limit = min(bytes.count, start + max(0, Self.longestProprietaryFrame - known))
        let end = min(bytes.count, FrameEnding.skipInner(bytes, from: start, to: limit) + 3)
        for index in start..<end { partial.append(bytes[index]) }
        // The last bytes may be the beginning of a line ending: examine them again.
        guard let ending = FrameEnding(in: partial.span, from: max(1, min(scanned, known) - 2)) else {
            let taken = partial.count - known
            scanned = partial.count
            return start + taken
        }
        state = .hunting
        // Move the bytes out of the property and back: the sink must not see the framer change, and nothing is
        // copied.
        var frame: [UInt8] = []
        swap(&frame, &partial)
        judge(frame.span.extracting(0..<ending.end), textEnd: ending.text, at: partialOffset, into: &sink)
        frame.removeAll(keepingCapacity: true)
        swap(&frame, &partial)
        scanned = 0
        return start + ending.end - known
    }

    private mutating func judge(_ frame: Span<UInt8>, textEnd: Int, at offset: Int, into sink: inout some NMEASink) {
        switch FrameVerdict(frame, textEnd: textEnd) {
        case .valid(let bodyEnd):
            statistics.valid &+= 1
            sink.take(frame, bodyEnd: bodyEnd, at: offset)
        case .missingChecksum where textEnd < frame.count:
            statistics.missingChecksum &+= 1
            if allowsMissingChecksum {
                sink.take(frame, bodyEnd: textEnd, at: offset)
            } else {
                statistics.noiseBytes &+= textEnd
            }
        case .badChecksum:
            statistics.badChecksum &+= 1
            statistics.noiseBytes &+= textEnd
        case .missingChecksum, .noise:
            statistics.noiseBytes &+= textEnd
            if textEnd >= FrameEnding.limit(of: frame) { statistics.overlong &+= 1 }
        }
    }

    // MARK: Between frames

    private mutating func hunt(_ bytes: Span<UInt8>, from start: Int, _ stopsAtBinary: Bool) -> Int {
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == .dollar || byte == .exclamationMark {
                if stopsAtBinary, byte == .dollar, index + 1 == bytes.count || bytes[index + 1] == .at { return index }
                state = .frame
                return index
            }
            if stopsAtBinary, byte >= 0x80 { return index }
            index &+= 1
            if byte == .backslash {
                state = .tag(1)
                return index
            }
            if byte != .lineFeed && byte != .carriageReturn { statistics.noiseBytes &+= 1 }
        }
        return index
    }

    /// Skips a TAG block: printable characters between two backslashes. Anything else is counted as noise.
    private mutating func skipTag(_ bytes: Span<UInt8>, from start: Int, seen: Int) -> Int {
        var index = start
        var length = seen
        while index < bytes.count {
            let byte = bytes[index]
            if byte == .backslash {
                state = .hunting
                return index + 1
            }
            if byte == .dollar || byte == .exclamationMark || !byte.isPrintable || length >= Self.longestFrame {
                statistics.noiseBytes &+= length
                state = .hunting
                return index
            }
            length &+= 1
            index &+= 1
        }
        state = .tag(length)
        return index
    }

    /// Skips the comment lines with which a recording may begin; a `$` within them does not begin a sentence.
    private mutating func skipHeader(_ bytes: Span<UInt8>, from start: Int, _ stopsAtBinary: Bool) -> Int {
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if state == .comment {
                if stopsAtBinary, byte >= 0x80 { return index }
                if byte == .lineFeed { state = .header }
            } else if byte == .numberSign {
                state = .comment
            } else if byte != .lineFeed && byte != .carriageReturn {
                state = .hunting
                return index
            }
            index &+= 1
        }
        return index
    }
}
