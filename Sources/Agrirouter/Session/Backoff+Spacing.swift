// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

extension Backoff {
    /// From the spacing of requests, which is never undercut, up to 25 seconds. A service or a network that returns is
    /// therefore found within half a minute, by at most five requests of a kind in two minutes.
    public init(spacing: Duration) {
        self.init(first: spacing, longest: max(spacing, .seconds(25)), least: spacing)
    }
}
