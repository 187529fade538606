// SPDX-License-Identifier: Apache-2.0

/// Something that happens to the bytes of a receiver on their way.
public struct StreamFault: Hashable, Sendable {
    /// A kind of fault on the line.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Decodable {
        /// Bytes are lost.
        case drop
        /// Bits are turned.
        case corrupt
        /// A burst comes twice.
        case duplicate
        /// Nothing comes, and then all at once.
        case stall
        /// Bursts come in small pieces.
        case split
        /// There are bytes between bursts that mean nothing.
        case noise
        /// The line is gone.
        case unplug
    }

    /// When, in seconds of the scenario.
    public var at: Double
    /// Duration in seconds; nil until the end.
    public var duration: Double?
    public var kind: Kind
    /// The share of bytes (drop, corrupt) or bursts (duplicate) that it happens to, 0...1.
    public var share: Double
    /// The length of a piece (split), or of noise.
    public var bytes: Int

    /// A fault.
    ///
    /// - Parameters:
    ///   - at: when, in seconds of the scenario.
    ///   - duration: how long; nil: to the end.
    ///   - kind: what happens.
    ///   - share: nil: of bytes 0.01, of bursts 0.5.
    ///   - bytes: nil: 16.
    public init(at: Double, duration: Double? = nil, _ kind: Kind, share: Double? = nil, bytes: Int? = nil) {
        (self.at, self.duration, self.kind) = (at, duration, kind)
        self.share = share ?? (kind == .duplicate ? 0.5 : 0.01)
        self.bytes = min(65_536, max(1, bytes ?? 16))
    }

    /// A fault as it stands on a command line: `KIND[=NUMBER]@AT[+DURATION]`, where the number is the share or the bytes;
    /// nil where it is none.
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
        guard duration.map({ $0 >= 0 }) ?? true, number.map({ $0 >= 0 && $0 <= 65_536 }) ?? true else { return nil }
        let isCount = kind == .split || kind == .noise
        if !isCount, let number, number > 1 { return nil }
        self.init(
            at: at, duration: duration, kind, share: isCount ? nil : number,
            bytes: isCount ? number.map { Int($0) } : nil)
    }

    /// Whether it goes on at an instant.
    func isOn(_ elapsed: Double) -> Bool { elapsed >= at && elapsed < at + (duration ?? .infinity) }
}

/// Does to bytes what faults have in store for them. The same seed does the same.
public struct FaultyLine: Sendable {
    /// What the line does with a burst.
    public struct Delivery: Hashable, Sendable {
        /// The bytes in the pieces that they come in.
        public var pieces: [[UInt8]]
        /// Whether the line is gone.
        public var isUnplugged: Bool
    }

    private let faults: [StreamFault]
    private var random: SplitMix64
    /// What waits for the end of a stall; of more than a MiB the oldest is lost.
    private var held: [UInt8] = []

    private static let mostHeld = 1 << 20

    /// A line with those faults.
    public init(_ faults: [StreamFault], seed: UInt64) {
        self.faults = faults
        random = SplitMix64(seed: seed ^ 0xFA17)
    }

    /// Sends a burst.
    ///
    /// - Parameters:
    ///   - burst: as the receiver sends it.
    ///   - elapsed: when, in seconds of the scenario.
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
