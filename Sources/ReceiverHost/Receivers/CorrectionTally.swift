// SPDX-License-Identifier: Apache-2.0

package import GNSSTypes

/// The counters of corrections for one receiver.
package struct CorrectionTally: Hashable, Sendable {
    /// Number of messages that its driver accepted.
    package var messages: UInt64 = 0
    package var bytes: UInt64 = 0
    /// Number of messages that were accepted but dropped, because the receiver was too slow.
    package var givenUp: UInt64 = 0
    /// Number of messages that the driver refused.
    package var refused: UInt64 = 0
    /// The time of the last accepted message.
    package var last: HostTime?
}
