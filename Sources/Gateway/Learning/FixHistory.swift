// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Synchronization

/// The last hour of each receiver, one epoch a second: 48 bytes each.
final class FixHistory: Sendable {
    /// An hour, and the second that has begun.
    static let capacity = 3601
    /// The receivers that are kept; beyond it the one that has been silent longest is dropped.
    static let receiverLimit = 8

    /// An epoch. What is unknown is NaN, or 255 satellites.
    struct Sample: Sendable {
        /// When it came, in seconds of the daemon's clock since 1970.
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

    /// The samples of a receiver, in the order of their seconds.
    private struct Ring {
        var samples: [Sample] = []
        /// Where the oldest is, once there are as many as there can be.
        var first = 0

        var newest: Int64? {
            samples.isEmpty ? nil : samples[(first + samples.count - 1) % samples.count].second
        }

        mutating func add(_ sample: Sample) {
            // A clock that was set back would mix times.
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

    /// The samples by receiver; drivers' threads add to them, requests read them.
    private let rings = Mutex<[SourceID: Ring]>([:])

    /// Takes what one receiver delivered.
    ///
    /// - Parameter now: by the daemon's clock.
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

    /// The last while of a receiver.
    ///
    /// - Parameters:
    ///   - seconds: how far back, 1 or more.
    ///   - points: how many steps there are at most, 1 or more.
    ///   - now: by the daemon's clock.
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
    /// The number; nil for one that stands for the unknown.
    fileprivate var known: Double? { isFinite ? self : nil }
}

extension Float {
    /// The number to a thousandth; nil for one that stands for the unknown.
    fileprivate var known: Double? { isFinite ? (Double(self) * 1000).rounded() / 1000 : nil }
}
