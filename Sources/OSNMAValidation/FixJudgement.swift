// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Assesses the extent to which a fix is based on authenticated satellites.
struct FixJudgement {
    /// A published fix.
    struct Subject {
        var fix: Fix
        var sequence: UInt64
    }

    /// - Parameters:
    ///   - subject: The fix.
    ///   - sky: The satellite view of the same time, or the last one if it is recent; nil if there is neither.
    ///   - isAuthenticated: Returns whether a Galileo satellite has authenticated ephemeris.
    static func judge(
        _ subject: Subject, sky: SkyView?, _ isAuthenticated: (SatelliteID) -> Bool
    ) -> FixAuthentication {
        let fix = subject.fix
        var judgement = FixAuthentication(sequence: subject.sequence, time: fix.time)
        guard fix.kind != .none else {
            judgement.extent = .none
            return judgement
        }
        guard let used = sky?.satellites.filter(\.isUsed).map(\.id), !used.isEmpty else { return judgement }
        // A satellite that is listed twice counts once. GLONASS satellites with an unknown slot have the same ID, and each counts.
        let satellites = Set(used.filter { $0.number != 255 })
        judgement.used = satellites.count + used.count { $0.number == 255 }
        for satellite in satellites.sorted() where satellite.constellation == .galileo {
            if isAuthenticated(satellite) {
                judgement.authenticated.append(satellite)
            } else {
                judgement.unauthenticated.append(satellite)
            }
        }
        judgement.extent = extent(judgement, fix)
        return judgement
    }

    /// `.full` only if an autonomous solution without corrections uses authenticated satellites alone, and at least
    /// four of them (three in 2D). A receiver that counts more satellites than it lists uses some that are unknown. Some
    /// sentences count 12 at most, so a smaller number contradicts nothing.
    private static func extent(_ judgement: FixAuthentication, _ fix: Fix) -> FixAuthentication.Extent {
        guard !judgement.authenticated.isEmpty else { return .none }
        let needed = fix.kind == .threeDimensional ? 4 : 3
        let isAlone = judgement.authenticated.count == judgement.used && judgement.used >= needed
        let isListed = fix.satellitesUsed.map { $0 <= judgement.used } ?? true
        return isAlone && isListed && fix.quality == .autonomous && fix.corrections == nil ? .full : .partial
    }
}
