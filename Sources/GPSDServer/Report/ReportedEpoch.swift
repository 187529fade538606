// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The payloads of one epoch, collected as they come.
struct ReportedEpoch {
    private(set) var fix: Fix?
    private(set) var sky: SkyView?
    private(set) var attitude: Attitude?
    private(set) var timing: Timing?
    private var time: UTCTime?

    /// True while nothing was taken.
    var isEmpty: Bool { fix == nil && sky == nil && attitude == nil && timing == nil }

    /// Takes a payload; false where it belongs to another epoch: its kind is there already, or its time differs.
    mutating func add(_ payload: Payload) -> Bool {
        switch payload {
        case .fix(let new):
            guard fix == nil, accept(new.time) else { return false }
            fix = new
        case .satellites(let new):
            guard sky == nil, accept(new.time) else { return false }
            sky = new
        case .attitude(let new):
            guard attitude == nil, accept(new.time) else { return false }
            attitude = new
        case .timing(let new):
            guard timing == nil, accept(new.time) else { return false }
            timing = new
        case .signals, .navigationPage, .measurements, .sentence, .receiver, .driverState, .corrections,
            .result:
            break
        }
        return true
    }

    private mutating func accept(_ new: UTCTime?) -> Bool {
        guard let new else { return true }
        guard let time else {
            self.time = new
            return true
        }
        return time == new
    }
}
