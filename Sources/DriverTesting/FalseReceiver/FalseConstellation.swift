// SPDX-License-Identifier: Apache-2.0

/// A satellite system that can be enabled in a simulated receiver.
struct FalseConstellation: Sendable {
    /// The number in UBX-CFG-GNSS.
    let number: UInt8
    /// The configuration key that enables it.
    let key: UInt32
    /// The initial value of the key: 1 if the system is enabled when the receiver starts.
    let initial: UInt64
    /// The range of the number of channels: from the reserved to the maximum number.
    let channels: ClosedRange<UInt8>

    static let table = [
        FalseConstellation(number: 0, key: 0x1031_001F, initial: 1, channels: 8...16),
        FalseConstellation(number: 1, key: 0x1031_0020, initial: 1, channels: 1...3),
        FalseConstellation(number: 2, key: 0x1031_0021, initial: 1, channels: 4...8),
        FalseConstellation(number: 3, key: 0x1031_0022, initial: 0, channels: 8...16),
        FalseConstellation(number: 5, key: 0x1031_0024, initial: 1, channels: 0...3),
        FalseConstellation(number: 6, key: 0x1031_0025, initial: 1, channels: 8...14),
    ]
}
