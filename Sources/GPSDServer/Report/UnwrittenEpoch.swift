// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// An epoch whose lines no client needed when it ended: they can still be written.
struct UnwrittenEpoch {
    /// As it was when the epoch ended, which it holds.
    let reporter: GPSDReporter

    var hasTPV: Bool { reporter.epoch.fix != nil }
    var hasSky: Bool { reporter.hasSky }
    var hasGST: Bool { reporter.epoch.fix?.errorStatistics != nil }
    /// Whether it has lines at all.
    var hasLines: Bool { hasTPV || hasSky || reporter.epoch.attitude != nil }

    /// The lines.
    var lines: [UInt8] {
        var reporter = reporter
        var lines: [UInt8] = []
        reporter.flush(into: &lines)
        return lines
    }
}
