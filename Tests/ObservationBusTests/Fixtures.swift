// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import ObservationBus

/// A sentence observation whose text is its number.
func sentence(_ sequence: Int, from source: String = "rover", bytes: Int = 8) -> Observation {
    observation(
        sequence, from: source,
        .sentence(Sentence(format: .nmea, bytes: Array("\(sequence)".utf8) + Array(repeating: 0, count: bytes))))
}

/// A fix observation.
func fix(_ sequence: Int, from source: String = "rover") -> Observation {
    observation(sequence, from: source, .fix(Fix(kind: .threeDimensional, quality: .simulated)))
}

func observation(_ sequence: Int, from source: String, _ payload: Payload) -> Observation {
    Observation(
        source: SourceID(rawValue: source), sequence: UInt64(sequence),
        hostTime: HostTime(monotonicNanoseconds: Int64(sequence), wallNanoseconds: 0), payload: payload)
}

/// A batch of sentences numbered by the range.
func sentences(_ range: ClosedRange<Int>, from source: String = "rover") -> [Observation] {
    range.map { sentence($0, from: source) }
}

/// Runs the body on a thread of its own, as a driver would, and waits for it without holding up other tasks.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { done in
        Thread.detachNewThread { done.resume(returning: body()) }
    }
}

/// All sequence numbers that a subscription yields until it ends.
func allSequences(of subscription: Subscription) async -> [UInt64] {
    var sequences: [UInt64] = []
    for await batch in subscription { sequences += batch.map(\.sequence) }
    return sequences
}

extension Array where Element == Observation {
    var sequences: [Int] { map { Int($0.sequence) } }
}

/// Repeatable noise (xorshift64*).
struct Noise: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 2_685_821_657_736_338_717
    }
}
