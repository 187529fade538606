// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NIOCore

/// The source whose reports are sent to clients that name no device.
struct ActiveFilter: Equatable {
    /// The active receiver; nil if none is active yet, in which case the reports of all receivers are needed.
    var source: SourceID?

    init(_ source: SourceID? = nil) { self.source = source }

    func admits(_ source: SourceID) -> Bool { self.source == nil || self.source == source }
}

/// The kinds of data that at least one client wants. The server produces no others.
struct Wishes {
    /// Reports in JSON.
    var reports = false
    /// Frames as received.
    var frames = false
    /// NMEA sentences created from the reports of receivers that send none.
    var madeSentences = false
    /// Binary frames as hexadecimal lines.
    var hexadecimal = false
    /// The keys of `timing` in TPV.
    var timing = false
    /// TOFF.
    var offsets = false

    init(_ policies: some Sequence<WatchPolicy>) {
        for policy in policies where policy.enable {
            if policy.json { reports = true }
            if policy.nmea || policy.raw > 0 { frames = true }
            if policy.nmea { madeSentences = true }
            if policy.raw == 1 { hexadecimal = true }
            if policy.json && policy.timing { timing = true }
            if policy.pps { offsets = true }
        }
    }
}

/// Whole lines or frames, formatted once for all clients that want them.
struct Segment {
    enum Content {
        /// DEVICE, for all clients that receive JSON, regardless of the device that they want.
        case notice
        /// JSON lines of an epoch.
        case reports
        /// TOFF.
        case offset
        /// NMEA sentences as received.
        case sentences
        /// NMEA sentences created from reports.
        case madeSentences
        /// Frames of another protocol.
        case frames
    }

    var content: Content
    var source: SourceID
    var device: String
    var buffer: ByteBuffer
    /// The alternative form of `buffer`: reports with the keys of `timing`, frames as hexadecimal lines.
    var variant: ByteBuffer?

    /// Returns the form that a client receives; nil if the client does not want the segment.
    func share(for policy: WatchPolicy, _ active: ActiveFilter) -> ByteBuffer? {
        guard policy.enable else { return nil }
        if let wanted = policy.device {
            guard wanted == device else { return nil }
        } else if content != .notice {
            guard active.admits(source) else { return nil }
        }
        switch content {
        case .notice: return policy.json ? buffer : nil
        case .reports: return policy.json ? (policy.timing ? variant ?? buffer : buffer) : nil
        case .offset: return policy.pps ? buffer : nil
        case .sentences: return policy.nmea || policy.raw > 0 ? buffer : nil
        case .madeSentences: return policy.nmea ? buffer : nil
        case .frames: return policy.raw > 1 ? buffer : policy.raw == 1 ? variant : nil
        }
    }

    /// Appends another frame of the same kind, with a line ending if it is text.
    mutating func append(_ bytes: [UInt8], _ wishes: Wishes) {
        buffer.writeBytes(bytes)
        guard content == .frames else {
            if bytes.last != 0x0A { buffer.writeStaticString("\r\n") }
            return
        }
        guard wishes.hexadecimal else { return }
        var line = variant ?? ByteBuffer()
        line.writeHexadecimal(bytes)
        variant = line
    }
}

extension ByteBuffer {
    fileprivate mutating func writeHexadecimal(_ bytes: [UInt8]) {
        reserveCapacity(minimumWritableBytes: bytes.count * 2 + 2)
        for byte in bytes {
            writeInteger(Self.digit(byte >> 4))
            writeInteger(Self.digit(byte & 15))
        }
        writeStaticString("\r\n")
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
