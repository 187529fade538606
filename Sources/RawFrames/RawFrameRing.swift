// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import ReceiverStream
internal import Wire

/// The frames that a receiver sent in the last minute, and counters of its messages since the ring was created.
///
/// Memory is bounded: `span`, `byteLimit` and `frameLimit` limit the frames kept, and `messageLimit` limits the number
/// of different messages.
struct RawFrameRing {
    /// The age at which a frame is dropped, in nanoseconds of the monotonic clock.
    static let span: Int64 = 60_000_000_000
    /// The maximum number of bytes of all frames.
    static let byteLimit = 4 << 20
    static let frameLimit = 20_000
    /// The maximum number of different messages; all further ones are counted together, as the message "other".
    static let messageLimit = 256
    /// The maximum number of bytes of frames in a report, as JSON.
    static let reportLimit = 256 << 10

    /// A frame as received.
    struct Frame {
        /// The frames are numbered from 1.
        let number: UInt64
        let time: HostTime
        /// The index of its message in `messages`.
        let message: Int
        let format: FrameFormat
        let bytes: [UInt8]
    }

    /// The counters of one message.
    struct Message {
        /// The beginning of a JSON object, without its closing brace: `{"protocol":"UBX","name":"NAV-PVT"`.
        let head: [UInt8]
        /// "ubx nav-pvt", for filters.
        let words: String
        var count: UInt64 = 0
        var bytes: UInt64 = 0
        var last: HostTime
    }

    /// The time since which frames have been kept.
    let since: HostTime
    private(set) var messages: [Message] = []
    private(set) var count: UInt64 = 0
    private(set) var bytes: UInt64 = 0
    /// The frames kept are those from `first` on, oldest first.
    private var slots: [Frame] = []
    private var first = 0
    private var keptBytes = 0
    private var indices: [[UInt8]: Int] = [:]

    init(since: HostTime) { self.since = since }

    /// The frames kept, oldest first.
    var frames: ArraySlice<Frame> { slots[first...] }

    /// Adds a frame, and drops those that are too old or too many.
    mutating func append(_ sentence: Sentence, at time: HostTime) {
        let message = index(of: sentence, at: time)
        messages[message].count += 1
        messages[message].bytes += UInt64(sentence.bytes.count)
        messages[message].last = time
        count += 1
        bytes += UInt64(sentence.bytes.count)
        keptBytes += sentence.bytes.count
        slots.append(
            Frame(number: count, time: time, message: message, format: sentence.format, bytes: sentence.bytes))
        while frames.count > Self.frameLimit || keptBytes > Self.byteLimit { dropFirst() }
        drop(at: time)
    }

    /// Drops the frames that are too old.
    mutating func drop(at now: HostTime) {
        while let frame = frames.first, now.monotonicNanoseconds - frame.time.monotonicNanoseconds > Self.span {
            dropFirst()
        }
    }

    private mutating func dropFirst() {
        keptBytes -= slots[first].bytes.count
        first += 1
        guard first > 64, first > slots.count / 2 else { return }
        slots.removeFirst(first)
        first = 0
    }

    private mutating func index(of sentence: Sentence, at time: HostTime) -> Int {
        var head = FrameText(sentence).head
        if let known = indices[head] { return known }
        if messages.count >= Self.messageLimit {
            head = FrameText.other
            if let known = indices[head] { return known }
        }
        messages.append(Message(head: head, words: FrameText.words(head), last: time))
        indices[head] = messages.count - 1
        return messages.count - 1
    }

    // MARK: Selection

    /// The frames for a report, oldest first, and the number of frames that are left out.
    ///
    /// If there are too many frames, the newest of each message come first, so that a rare message is seen among
    /// frequent ones, and then the newest of all.
    ///
    /// - Parameters:
    ///   - number: Only frames with a higher number are selected; if nil, the newest frames are selected, and none
    ///     counts as left out.
    ///   - only: Text that must occur in the message's words.
    func selection(after number: UInt64?, only: String, limit: Int) -> (frames: [Frame], skipped: UInt64) {
        let filter = only.lowercased()
        let isWanted = messages.map { filter.isEmpty || $0.words.contains(filter) }
        let start = frames.firstIndex { $0.number > number ?? 0 } ?? frames.endIndex
        let wanted = frames[start...].indices.reversed().filter { isWanted[slots[$0].message] }
        guard let number else { return (wanted.prefix(limit).reversed().map { slots[$0] }, 0) }
        // Frames that were dropped before this request count as left out, unless a filter makes that unknown.
        let dropped = filter.isEmpty ? (frames.first?.number ?? count + 1).reduced(by: number + 1) : 0
        guard wanted.count > limit else { return (wanted.reversed().map { slots[$0] }, dropped) }
        var chosen: Set<Int> = []
        var seen: Set<Int> = []
        for index in wanted where chosen.count < limit && seen.insert(slots[index].message).inserted {
            chosen.insert(index)
        }
        for index in wanted where chosen.count < limit { chosen.insert(index) }
        return (chosen.sorted().map { slots[$0] }, dropped + UInt64(wanted.count - chosen.count))
    }

    /// The bytes of all frames kept, as received.
    var file: [UInt8] {
        var file: [UInt8] = []
        file.reserveCapacity(keptBytes)
        for frame in frames { file += frame.bytes }
        return file
    }

    /// The file name suffix by which programs recognise these frames.
    var suffix: String {
        let formats = Set(frames.map(\.format))
        if formats == [.nmea] { return "nmea" }
        if formats.contains(.ubx) { return "ubx" }
        if formats.contains(.sbf) { return "sbf" }
        return formats == [.rtcm3] ? "rtcm3" : "raw"
    }
}

extension UInt64 {
    /// The difference; 0 if the other is larger.
    fileprivate func reduced(by other: UInt64) -> UInt64 { self > other ? self - other : 0 }
}
