// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The payloads of one epoch, collected as they arrive.
struct ReportedEpoch {
    private(set) var fix: Fix?
    private(set) var sky: SkyView?
    private(set) var attitude: Attitude?
    private(set) var timing: Timing?
    private var time: UTCTime?

    /// True while the epoch has no payloads.
    var isEmpty: Bool { taken.isEmpty }

    /// The kinds of the collected payloads. They are stored separately because checking a large optional copies it.
    private var taken: Kinds = []

    private struct Kinds: OptionSet {
        let rawValue: UInt8
        static var fix: Kinds { Kinds(rawValue: 1) }
        static var sky: Kinds { Kinds(rawValue: 2) }
        static var attitude: Kinds { Kinds(rawValue: 4) }
        static var timing: Kinds { Kinds(rawValue: 8) }
    }

    /// Adds a payload. Returns false if it belongs to another epoch, because the epoch already has a payload of its
    /// kind or because its time differs.
    mutating func add(_ payload: Payload) -> Bool {
        switch payload {
        case .fix(let new):
            guard accept(.fix, new.time) else { return false }
            fix = new
        case .satellites(let new):
            guard accept(.sky, new.time) else { return false }
            sky = new
        case .attitude(let new):
            guard accept(.attitude, new.time) else { return false }
            attitude = new
        case .timing(let new):
            guard accept(.timing, new.time) else { return false }
            timing = new
        case .signals, .navigationPage, .measurements, .sentence, .receiver, .driverState, .corrections,
            .result:
            break
        }
        return true
    }

    private mutating func accept(_ kind: Kinds, _ new: UTCTime?) -> Bool {
        guard !taken.contains(kind) else { return false }
        if let new {
            if let time, time != new { return false }
            time = new
        }
        taken.insert(kind)
        return true
    }
}
