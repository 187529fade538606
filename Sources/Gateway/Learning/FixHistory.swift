// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Synchronization

/// The last hour of each receiver's fixes: one sample per second, 48 bytes each.
final class FixHistory: Sendable {
    /// The number of samples per receiver: one hour, and the current second.
    static let capacity = 3601
    /// The maximum number of receivers; beyond it, the one that has been silent longest is dropped.
    static let receiverLimit = 8

    /// An epoch. Unknown values are NaN, an unknown number of satellites is 255.
    struct Sample: Sendable {
        /// The time of arrival in seconds since 1970, on the daemon's clock.
        var second: Int64
        var latitude = Double.nan
        var longitude = Double.nan
        var height = Double.nan
        var accuracy = Float.nan
        var correctionAge = Float.nan
        var satellites: UInt8 = .max

        init(_ fix: Fix, second: Int64) {
            self.second = second
            if let position = fix.position {
                (latitude, longitude) = (position.latitude.degrees, position.longitude.degrees)
            }
            if let metres = fix.height.ellipsoidal?.metres { height = metres }
            if let metres = fix.horizontalAccuracy?.value.metres { accuracy = Float(metres) }
            if let age = fix.corrections?.age { correctionAge = Float(age) }
            if let used = fix.satellitesUsed { satellites = UInt8(clamping: min(used, 254)) }
        }
    }

    /// The samples of a receiver in chronological order.
    private struct Ring {
        var samples: [Sample] = []
        /// The index of the oldest sample, once the ring is full.
        var first = 0

        var newest: Int64? {
            samples.isEmpty ? nil : samples[(first + samples.count - 1) % samples.count].second
        }

        mutating func add(_ sample: Sample) {
            // If the clock was set back, the older samples are dropped.
            if let newest, sample.second < newest { self = Ring() }
            if newest == sample.second {
                samples[(first + samples.count - 1) % samples.count] = sample
            } else if samples.count < FixHistory.capacity {
                samples.append(sample)
            } else {
                samples[first] = sample
                first = (first + 1) % samples.count
            }
        }

        var inOrder: [Sample] { Array(samples[first...] + samples[..<first]) }
    }

    /// The samples by receiver; written by the drivers' threads, read by requests.
    private let rings = Mutex<[SourceID: Ring]>([:])

    /// Adds a receiver's observations.
    ///
    /// - Parameter now: The current time of the daemon's clock.
    func take(_ batch: [Observation], at now: HostTime) {
        let second = now.wallNanoseconds.flooringDivision(by: 1_000_000_000)
        for observation in batch {
            guard case .fix(let fix) = observation.payload else { continue }
            let sample = Sample(fix, second: second)
            rings.withLock { rings in
                if rings[observation.source] == nil, rings.count >= Self.receiverLimit,
                    let oldest = rings.min(by: { $0.value.newest ?? 0 < $1.value.newest ?? 0 })
                {
                    rings[oldest.key] = nil
                }
                rings[observation.source, default: Ring()].add(sample)
            }
        }
    }

    /// The recent history of a receiver in equal steps.
    ///
    /// - Parameters:
    ///   - seconds: The length of the history, 1 or more.
    ///   - points: The maximum number of steps, 1 or more.
    ///   - now: The current time of the daemon's clock.
    func report(of receiver: String?, seconds: Int, points: Int, now: HostTime) -> HistoryReport {
        let end = now.wallNanoseconds.flooringDivision(by: 1_000_000_000) + 1
        let step = (seconds + points - 1) / points
        let count = (seconds + step - 1) / step
        let start = end - Int64(count * step)
        var report = HistoryReport(
            receiver: receiver, start: Timestamp(milliseconds: start * 1000), step: step)
        var steps = [Sample?](repeating: nil, count: count)
        let samples = receiver.flatMap { id in rings.withLock { $0[SourceID(rawValue: id)] } }?.inOrder ?? []
        for sample in samples where sample.second >= start && sample.second < end {
            steps[Int(sample.second - start) / step] = sample
        }
        report.latitude = steps.map { $0?.latitude.known }
        report.longitude = steps.map { $0?.longitude.known }
        report.ellipsoidalHeight = steps.map { $0?.height.known }
        report.horizontalAccuracy = steps.map { $0?.accuracy.known }
        report.correctionAge = steps.map { $0?.correctionAge.known }
        report.satellitesUsed = steps.map { $0.flatMap { $0.satellites == .max ? nil : Int($0.satellites) } }
        return report
    }
}

extension Double {
    /// The value; nil if unknown.
    fileprivate var known: Double? { isFinite ? self : nil }
}

extension Float {
    /// The value, rounded to a thousandth; nil if unknown.
    fileprivate var known: Double? { isFinite ? (Double(self) * 1000).rounded() / 1000 : nil }
}
