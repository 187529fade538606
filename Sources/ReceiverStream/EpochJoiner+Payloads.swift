// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// What a closed epoch is made of.
extension EpochJoiner {
    /// The instant of an epoch, where its messages or sentences state one.
    mutating func instant(of closing: EpochDraft) -> (UTCTime, TimeOrigin)? {
        memory.countedLeapSeconds = closing.ubx.countedLeapSeconds ?? memory.countedLeapSeconds
        memory.statedLeapSeconds = closing.ubx.statedLeapSeconds ?? memory.statedLeapSeconds
        if let time = closing.ubx.time(leapSeconds: memory.statedLeapSeconds) {
            return dates.instant(at: time.timeOfDay, stated: time.date, host: closing.hostTime)
        }
        guard let key = closing.key, !closing.isKeyOfWeek else { return nil }
        return dates.instant(at: key, stated: closing.statedDate, host: closing.hostTime)
    }

    /// The fix of an epoch, of its messages and its sentences.
    mutating func makeFix(_ draft: EpochDraft, _ instant: (UTCTime, TimeOrigin)?) -> Fix {
        var fix = draft.ubx.hasPosition ? draft.ubx.fix : makeSentenceFix(draft)
        if draft.ubx.hasPosition, draft.hasPositionSentence {
            let decimals = draft.best?.decimals ?? 0
            fix.complete(with: makeSentenceFix(draft), isFiner: decimals > draft.ubx.decimalsOfMinute)
        }
        if fix.quality == .rtkFixed || fix.quality == .rtkFloat, fix.corrections?.station == nil,
            let station = memory.station
        {
            fix.corrections = CorrectionsUsed(age: fix.corrections?.age, station: station)
        }
        fix.leapSeconds = fix.leapSeconds ?? draft.ubx.statedLeapSeconds
        fix.sources = draft.sources
        if let (time, origin) = instant {
            fix.time = time
            fix.timeOrigin = origin
        }
        return fix
    }

    private mutating func makeSentenceFix(_ draft: EpochDraft) -> Fix {
        if let kind = draft.gsaKind {
            memory.kind = kind == .none ? nil : kind
            memory.kindAge = 0
        } else {
            memory.kindAge += 1
            if memory.kindAge > Self.longestMemory { memory.kind = nil }
        }
        let fix =
            draft.isStuck
            ? draft.stuckFix : draft.fix(lastKind: memory.kind, wasThreeDimensional: memory.isCountedThree)
        memory.isCountedThree = memory.kind == nil && fix.kind == .threeDimensional
        if fix.kind == .none { memory.kind = nil }
        return fix
    }

    /// The signals that sentences name, where the receiver has no message of its own for them.
    func makeSignals(_ draft: EpochDraft, _ time: UTCTime?) -> SignalView? {
        guard sky.isFresh, let raw, !raw.statesSignals else { return nil }
        let signals = sky.signals
        guard !signals.isEmpty else { return nil }
        return SignalView(time: time, signals: signals, sources: draft.skySources.filter { $0.hasSuffix("GSV") })
    }

    /// The sky view of an epoch, where satellites were listed in it.
    mutating func makeView(_ draft: EpochDraft, _ time: UTCTime?, isFix: Bool) -> SkyView? {
        let hasUsed = draft.gsaKind != nil || !draft.used.isEmpty
        if hasUsed {
            memory.used = draft.used
        } else if !isFix {
            memory.used = []
        }
        let dop = draft.ubx.dop.completed(by: draft.dop)
        if let satellites = draft.ubx.view {
            return SkyView(time: time, satellites: satellites, dop: dop, sources: draft.skySources)
        }
        guard sky.isFresh || hasUsed else { return nil }
        return SkyView(
            time: time, satellites: sky.satellites(used: memory.used), dop: dop, sources: draft.skySources)
    }
}
