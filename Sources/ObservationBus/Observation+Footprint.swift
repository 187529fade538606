// SPDX-License-Identifier: Apache-2.0

package import GNSSTypes

extension Observation {
    /// Approximate number of bytes in memory. A flat rate per observation covers the allocation of its arrays.
    package var footprint: Int { MemoryLayout<Observation>.stride + payload.footprint }
}

extension Payload {
    /// Without a default case: a new payload must specify its size, otherwise the bounds in bytes would be
    /// ineffective. Texts count with their real sizes, because drivers choose them.
    fileprivate var footprint: Int {
        let rate = 64
        switch self {
        case .fix(let fix):
            return MemoryLayout<Fix>.size + rate + fix.sources.footprint + (fix.datum?.footprint ?? 0)
        case .satellites(let sky):
            return MemoryLayout<SkyView>.size + rate + sky.sources.footprint
                + sky.satellites.count * MemoryLayout<Satellite>.stride
        case .signals(let view):
            return MemoryLayout<SignalView>.size + rate + view.sources.footprint
                + view.signals.count * MemoryLayout<TrackedSignal>.stride
        case .navigationPage(let page):
            return MemoryLayout<NavigationPage>.size + rate + page.sources.footprint + page.bytes.count
        case .measurements(let epoch):
            return MemoryLayout<MeasurementEpoch>.size + rate + epoch.sources.footprint
                + epoch.measurements.count * MemoryLayout<SignalMeasurement>.stride
        case .attitude(let attitude): return MemoryLayout<Attitude>.size + rate + attitude.sources.footprint
        case .timing(let timing): return MemoryLayout<Timing>.size + rate + timing.sources.footprint
        case .sentence(let sentence): return MemoryLayout<Sentence>.size + 32 + sentence.bytes.count
        case .receiver(let identity):
            let texts = [identity.vendor, identity.model, identity.firmware, identity.serial].compactMap { $0 }
            return MemoryLayout<ReceiverIdentity>.size + rate + texts.footprint
        case .result(let result): return 2 * rate + result.weight
        case .corrections(let data):
            return MemoryLayout<CorrectionData>.size + rate + data.origin.footprint + data.bytes.count
        case .driverState(let report): return MemoryLayout<DriverStateReport>.size + 32 + report.reason.utf8.count
        }
    }
}

extension String {
    /// The approximate number of bytes outside the string itself, which holds up to 15 bytes.
    fileprivate var footprint: Int { utf8.count > 15 ? 32 + utf8.count : 0 }
}

extension [String] {
    /// The approximate number of bytes of the elements.
    fileprivate var footprint: Int { reduce(count * MemoryLayout<String>.stride) { $0 + $1.footprint } }
}
