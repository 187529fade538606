// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// An epoch whose lines no client needed when it ended, and what the reporter knew then: they can still be written.
struct UnwrittenEpoch {
    let epoch: ReportedEpoch
    /// As it was before this epoch.
    let reporter: GPSDReporter

    var hasTPV: Bool { epoch.fix != nil }
    var hasSky: Bool { reporter.hasSky(epoch) }
    var hasGST: Bool { epoch.fix?.errorStatistics != nil }
    /// Whether it has lines at all.
    var hasLines: Bool { hasTPV || hasSky || epoch.attitude != nil }

    /// The lines.
    var lines: [UInt8] {
        var reporter = reporter
        var lines: [UInt8] = []
        reporter.write(epoch, to: &lines)
        return lines
    }
}
