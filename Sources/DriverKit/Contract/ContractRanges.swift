// SPDX-License-Identifier: Apache-2.0

/// The ranges that a reader of records asks for. A writer leaves out what is outside of them: it would cost the batch.
enum ContractRanges {
    /// Every number: finite, and no larger than anything that can be meant.
    static let any = -1e12...1e12
    /// Accuracies, dilutions, ages: never below 0.
    static let magnitude = 0...1e12
    /// In metres per second.
    static let speed = 0...1e6
    /// In degrees. The header says below 360; who rounds up to it is not refused.
    static let bearing = 0.0...360.0
    /// In degrees.
    static let elevation = -90.0...90.0
    /// In dB-Hz. More than a receiver can see; some write 99 for unknown.
    static let cn0 = 0.0...255.0
}
