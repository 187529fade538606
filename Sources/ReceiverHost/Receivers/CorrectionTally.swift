// SPDX-License-Identifier: Apache-2.0

package import GNSSTypes

/// What became of the corrections for one receiver.
package struct CorrectionTally: Hashable, Sendable {
    /// Messages that its driver took.
    package var messages: UInt64 = 0
    package var bytes: UInt64 = 0
    /// Messages that were taken and given up, because the receiver was too slow for them.
    package var givenUp: UInt64 = 0
    /// Messages that the driver did not take.
    package var refused: UInt64 = 0
    /// When it took one last.
    package var last: HostTime?
}
