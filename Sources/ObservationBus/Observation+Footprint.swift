// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

extension Observation {
    /// Approximate number of bytes in memory. Strings and small arrays are estimated at a flat rate.
    var footprint: Int { MemoryLayout<Observation>.stride + payload.footprint }
}

extension Payload {
    /// Without a default case: a new payload must specify its size, otherwise the bounds in bytes would be
    /// ineffective.
    fileprivate var footprint: Int {
        let names = 128
        switch self {
        case .fix: return MemoryLayout<Fix>.size + names
        case .satellites(let sky):
            return MemoryLayout<SkyView>.size + names + sky.satellites.count * MemoryLayout<Satellite>.stride
        case .signals(let view):
            return MemoryLayout<SignalView>.size + names + view.signals.count * MemoryLayout<TrackedSignal>.stride
        case .navigationPage(let page): return MemoryLayout<NavigationPage>.size + 32 + page.bytes.count
        case .measurements(let epoch):
            let each = MemoryLayout<SignalMeasurement>.stride
            return MemoryLayout<MeasurementEpoch>.size + names + epoch.measurements.count * each
        case .attitude: return MemoryLayout<Attitude>.size + names
        case .timing: return MemoryLayout<Timing>.size + names
        case .sentence(let sentence): return MemoryLayout<Sentence>.size + 32 + sentence.bytes.count
        case .receiver: return MemoryLayout<ReceiverIdentity>.size + names
        case .result(let result): return names + result.weight
        case .corrections(let data): return MemoryLayout<CorrectionData>.size + names + data.bytes.count
        case .driverState(let report): return MemoryLayout<DriverStateReport>.size + 32 + report.reason.utf8.count
        }
    }
}
