// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// An epoch whose lines were not needed when it ended, but can still be written.
struct UnwrittenEpoch {
    /// The reporter's state at the end of the epoch, including the epoch.
    let reporter: GPSDReporter

    var hasTPV: Bool { reporter.epoch.hasFix }
    var hasSky: Bool { reporter.hasSky }
    var hasGST: Bool { reporter.epoch.fix?.errorStatistics != nil }
    /// True if the epoch has any lines.
    var hasLines: Bool { hasTPV || hasSky || reporter.epoch.attitude != nil }

    /// The lines.
    var lines: [UInt8] {
        var reporter = reporter
        var lines: [UInt8] = []
        reporter.flush(into: &lines)
        return lines
    }
}
