// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// What became of the corrections for one receiver.
struct CorrectionTally: Hashable, Sendable {
    /// Messages that its driver took.
    var messages: UInt64 = 0
    /// Their bytes.
    var bytes: UInt64 = 0
    /// Messages that were taken and given up, because the receiver was too slow for them.
    var givenUp: UInt64 = 0
    /// Messages that the driver did not take.
    var refused: UInt64 = 0
    /// When it took one last.
    var last: HostTime?
}
