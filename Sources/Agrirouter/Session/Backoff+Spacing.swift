// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

extension Backoff {
    /// Creates a backoff from the request spacing, which is also its minimum, to 25 seconds. The gateway therefore
    /// detects within half a minute that the service or the network is back, with at most five requests of a kind in
    /// two minutes.
    public init(spacing: Duration) {
        self.init(first: spacing, longest: max(spacing, .seconds(25)), least: spacing)
    }
}
