// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX

/// Builds the payloads of the open epoch when it is closed, in place and without a copy of the epoch.
extension EpochJoiner {
    /// The instant of an epoch; nil if its messages and sentences state none.
    mutating func instant() -> (UTCTime, TimeOrigin)? {
        memory.countedLeapSeconds = draft.ubx.countedLeapSeconds() ?? memory.countedLeapSeconds
        memory.statedLeapSeconds = draft.ubx.statedLeapSeconds() ?? memory.statedLeapSeconds
        if let time = draft.ubx.time(leapSeconds: memory.statedLeapSeconds, dates) {
            return dates.instant(at: time.timeOfDay, stated: time.date, isSolved: true, host: draft.hostTime)
        }
        guard let key = draft.key, !draft.isKeyOfWeek else { return nil }
        return dates.instant(
            at: key, stated: draft.statedDate(), isSolved: draft.isSolved(), host: draft.hostTime)
    }

    /// The fix of an epoch, from its messages and its sentences.
    mutating func makeFix(_ instant: (UTCTime, TimeOrigin)?) -> Fix {
        var fix = draft.ubx.hasPosition ? draft.ubx.fix() : makeSentenceFix()
        if draft.ubx.hasPosition, draft.hasPositionSentence {
            let decimals = draft.best?.decimals ?? 0
            fix.complete(with: makeSentenceFix(), isFiner: decimals > draft.ubx.decimalsOfMinute())
        }
        if fix.quality == .rtkFixed || fix.quality == .rtkFloat, fix.corrections?.station == nil,
            let station = memory.station
        {
            fix.corrections = CorrectionsUsed(age: fix.corrections?.age, station: station)
        }
        fix.leapSeconds = fix.leapSeconds ?? draft.ubx.statedLeapSeconds()
        fix.sources = draft.sources()
        memory.interference.write(to: &fix, at: draft.hostTime, draft.ubx.status)
        if let (time, origin) = instant {
            (fix.time, fix.timeOrigin) = (time, origin)
        }
        return fix
    }

    private mutating func makeSentenceFix() -> Fix {
        if let kind = draft.gsaKind {
            memory.kind = kind == .none ? nil : kind
            memory.kindAge = 0
        } else {
            memory.kindAge += 1
            if memory.kindAge > Self.longestMemory { memory.kind = nil }
        }
        let fix =
            draft.isStuck
            ? Fix(kind: .none, quality: .invalid)
            : draft.fix(lastKind: memory.kind, wasThreeDimensional: memory.isCountedThree)
        memory.isCountedThree = memory.kind == nil && fix.kind == .threeDimensional
        if fix.kind == .none { memory.kind = nil }
        return fix
    }

    /// The signals that sentences name, if the receiver sends no separate message for signals.
    mutating func makeSignals(_ time: UTCTime?) -> SignalView? {
        guard sky.isFresh, let raw, !raw.statesSignals else { return nil }
        let signals = sky.signals
        guard !signals.isEmpty else { return nil }
        return SignalView(time: time, signals: signals, sources: draft.skySources().filter { $0.hasSuffix("GSV") })
    }

    /// The sky view of an epoch with a fix of the given kind, nil without a fix; nil if it lists no satellites.
    mutating func makeView(_ time: UTCTime?, _ kind: FixKind?) -> SkyView? {
        let hasUsed = draft.gsaKind != nil || !draft.used.isEmpty
        if hasUsed || kind != nil { memory.usedAge = 0 } else if sky.isFresh { memory.usedAge += 1 }
        if hasUsed {
            memory.used = draft.used
        } else if kind == FixKind.none || memory.usedAge > Self.longestMemory {
            memory.used = []
        }
        let dop = draft.ubx.dop().completed(by: draft.dop)
        if let satellites = draft.ubx.view() {
            return SkyView(time: time, satellites: satellites, dop: dop, sources: draft.skySources())
        }
        guard sky.isFresh || hasUsed else { return nil }
        return SkyView(
            time: time, satellites: sky.satellites(used: memory.used), dop: dop, sources: draft.skySources())
    }
}
