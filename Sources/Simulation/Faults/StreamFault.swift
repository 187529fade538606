// SPDX-License-Identifier: Apache-2.0

/// A fault on the line between a receiver and its reader.
public struct StreamFault: Hashable, Sendable {
    /// A kind of fault on the line.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Decodable {
        /// Bytes are lost.
        case drop
        /// Bits are flipped.
        case corrupt
        /// A burst is delivered twice.
        case duplicate
        /// Nothing is delivered for a while, and then everything at once.
        case stall
        /// Bursts are delivered in small pieces.
        case split
        /// Meaningless bytes appear between bursts.
        case noise
        /// The line is disconnected.
        case unplug

        /// The meaning of the number that a fault may have.
        enum Number {
            case share, bytes
        }

        /// The meaning of this kind's number; nil if it has none.
        var number: Number? {
            switch self {
            case .drop, .corrupt, .duplicate: .share
            case .split, .noise: .bytes
            case .stall, .unplug: nil
            }
        }
    }

    /// The start, in seconds of the scenario.
    public var at: Double
    /// The duration in seconds; nil for the rest of the scenario.
    public var duration: Double?
    public var kind: Kind
    /// The share of affected bytes (drop, corrupt) or bursts (duplicate), 0...1.
    public var share: Double
    /// The length of a piece (split) or of the noise, in bytes.
    public var bytes: Int

    /// Creates a fault.
    ///
    /// - Parameters:
    ///   - at: The start, in seconds of the scenario.
    ///   - duration: The duration in seconds; nil for the rest of the scenario.
    ///   - kind: The kind of fault.
    ///   - share: The affected share; nil for 0.01 of bytes or 0.5 of bursts.
    ///   - bytes: The length of a piece or of the noise, 1...65536; nil for 16.
    public init(at: Double, duration: Double? = nil, _ kind: Kind, share: Double? = nil, bytes: Int? = nil) {
        (self.at, self.duration, self.kind) = (at, duration, kind)
        self.share = share ?? (kind == .duplicate ? 0.5 : 0.01)
        self.bytes = min(65_536, max(1, bytes ?? 16))
    }

    /// Parses a fault from a command line: `KIND[=NUMBER]@AT[+DURATION]`, where the number is the share (0...1) or the
    /// bytes (1...65536).
    ///
    /// Nil if the text is invalid, or has a number that the kind of fault does not use.
    public init?(_ text: String) {
        let halves = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let words = halves[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let times = halves[1].split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = words.first.flatMap({ Kind(rawValue: String($0)) }), let at = Double(times[0]), at >= 0 else {
            return nil
        }
        let duration = times.count > 1 ? Double(times[1]) : nil
        let number = words.count > 1 ? Double(words[1]) : nil
        guard (times.count > 1) == (duration != nil), (words.count > 1) == (number != nil) else { return nil }
        guard duration.map({ $0 >= 0 }) ?? true else { return nil }
        guard let number else {
            self.init(at: at, duration: duration, kind)
            return
        }
        switch kind.number {
        case .share where (0...1).contains(number): self.init(at: at, duration: duration, kind, share: number)
        case .bytes:
            guard let bytes = Int(exactly: number), (1...65_536).contains(bytes) else { return nil }
            self.init(at: at, duration: duration, kind, bytes: bytes)
        default: return nil
        }
    }

    /// Returns true if the fault is active at an instant.
    func isOn(_ elapsed: Double) -> Bool { elapsed >= at && elapsed < at + (duration ?? .infinity) }
}

/// Applies faults to a receiver's output. The same seed yields the same result.
public struct FaultyLine: Sendable {
    /// The result of sending a burst.
    public struct Delivery: Hashable, Sendable {
        /// The delivered bytes, in the pieces in which they arrive.
        public var pieces: [[UInt8]]
        /// True if the line is disconnected.
        public var isUnplugged: Bool
    }

    private let faults: [StreamFault]
    private var random: SplitMix64
    /// The bytes held back during a stall; if there are more than 1 MiB, the oldest are lost.
    private var held: [UInt8] = []

    private static let mostHeld = 1 << 20

    /// Creates a line with faults.
    public init(_ faults: [StreamFault], seed: UInt64) {
        self.faults = faults
        random = SplitMix64(seed: seed ^ 0xFA17)
    }

    /// Sends a burst.
    ///
    /// - Parameters:
    ///   - burst: The receiver's output.
    ///   - elapsed: The time, in seconds of the scenario.
    public mutating func send(_ burst: [UInt8], at elapsed: Double) -> Delivery {
        let present = faults.filter { $0.isOn(elapsed) }
        guard !present.contains(where: { $0.kind == .unplug }) else {
            held = []
            return Delivery(pieces: [], isUnplugged: true)
        }
        var bytes = burst
        for fault in present { spoil(&bytes, fault) }
        guard !present.contains(where: { $0.kind == .stall }) else {
            held += bytes
            if held.count > Self.mostHeld { held.removeFirst(held.count - Self.mostHeld) }
            return Delivery(pieces: [], isUnplugged: false)
        }
        bytes = held + bytes
        held = []
        guard let split = present.first(where: { $0.kind == .split }) else {
            return Delivery(pieces: bytes.isEmpty ? [] : [bytes], isUnplugged: false)
        }
        let pieces = stride(from: 0, to: bytes.count, by: split.bytes).map {
            Array(bytes[$0..<min($0 + split.bytes, bytes.count)])
        }
        return Delivery(pieces: pieces, isUnplugged: false)
    }

    private mutating func spoil(_ bytes: inout [UInt8], _ fault: StreamFault) {
        switch fault.kind {
        case .drop:
            var kept: [UInt8] = []
            kept.reserveCapacity(bytes.count)
            for byte in bytes where random.unit() >= fault.share { kept.append(byte) }
            bytes = kept
        case .corrupt:
            for index in bytes.indices where random.unit() < fault.share {
                bytes[index] ^= 1 << UInt8(truncatingIfNeeded: random.next() & 7)
            }
        case .duplicate: if random.unit() < fault.share { bytes += bytes }
        case .noise: for _ in 0..<fault.bytes { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
        case .stall, .split, .unplug: break
        }
    }
}
