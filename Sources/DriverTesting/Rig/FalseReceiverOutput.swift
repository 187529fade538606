// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import UBX

/// The output of a simulated receiver: an endless series of bursts.
public struct FalseReceiverOutput: Sendable {
    /// The interval between bursts in microseconds.
    public var interval: Int
    /// Returns the bytes of a burst; the parameter counts bursts from 0.
    public var burst: @Sendable (Int) -> [UInt8]
    /// The number of bursts after which the output repeats; nil if it never does.
    public var length: Int?

    public init(interval: Int = 20_000, burst: @escaping @Sendable (Int) -> [UInt8]) {
        (self.interval, self.burst) = (interval, burst)
    }

    /// Repeats a receiver's recorded output endlessly: text line by line, other bytes in pieces.
    ///
    /// - Parameter bytes: The recorded output; the result is nil if it is empty.
    public init?(repeating bytes: [UInt8]) {
        let bursts = Self.pieces(of: bytes)
        guard !bursts.isEmpty else { return nil }
        self.init { bursts[$0 % bursts.count] }
        length = bursts.count
    }

    /// A u-blox receiver that sends its position in UBX and NMEA.
    public static var ordinary: FalseReceiverOutput {
        var receiver = FalseUBXReceiver(.f9)
        for id in [FalseMessage.gga, FalseMessage.rmc, .navPVT, .navSAT, .navEOE] { receiver.setInterval(of: id, 1) }
        let state = SharedReceiver(receiver)
        return FalseReceiverOutput(interval: 30_000) { _ in state.nextEpoch() }
    }

    /// Pieces of at most 512 bytes that end after a line end, or of 128 bytes if it has no line end.
    private static func pieces(of bytes: [UInt8]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = rest.prefix(512).firstIndex(of: UInt8(ascii: "\n")).map { $0 - rest.startIndex + 1 } ?? 128
            pieces.append(Array(rest.prefix(end)))
            rest = rest.dropFirst(end)
        }
        return pieces
    }
}

private final class SharedReceiver: Sendable {
    /// Guards the receiver: each epoch is generated once and in order.
    private let receiver: Mutex<FalseUBXReceiver>

    init(_ receiver: FalseUBXReceiver) { self.receiver = Mutex(receiver) }

    func nextEpoch() -> [UInt8] { receiver.withLock { $0.nextEpoch() } }
}

/// Generates reproducible bytes that no receiver sends.
struct Noise {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 2 &+ 1 }

    /// A number in 0...`limit`.
    mutating func number(upTo limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(truncatingIfNeeded: state >> 11) % (limit + 1)
    }

    /// A block of random bytes, of one repeated byte, or of text without a line end.
    mutating func block() -> [UInt8] {
        let count = 256 + number(upTo: 2048)
        switch number(upTo: 4) {
        case 0: return [UInt8](repeating: 0, count: count)
        case 1: return [UInt8](repeating: 0xFF, count: count)
        case 2: return (0..<count).map { _ in UInt8(0x20 + number(upTo: 94)) }
        default: return (0..<count).map { _ in UInt8(number(upTo: 255)) }
        }
    }

    /// A damaged message: with bytes changed, lost, duplicated or inserted, or truncated.
    mutating func damaged(_ message: [UInt8]) -> [UInt8] {
        var bytes = message
        for _ in 0...number(upTo: 3) where !bytes.isEmpty {
            let place = number(upTo: bytes.count - 1)
            switch number(upTo: 5) {
            case 0: bytes[place] = UInt8(number(upTo: 255))
            case 1: bytes[place] ^= 1 << UInt8(number(upTo: 7))
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(UInt8(number(upTo: 255)), at: place)
            case 4: bytes.removeSubrange(place...)
            default: bytes.insert(contentsOf: bytes[place...].prefix(64), at: place)
            }
        }
        return bytes
    }
}
