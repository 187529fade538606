// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Records

/// Finds values that a driver must not publish although a gateway accepts them: values that are outside the contract's
/// ranges or impossible on Earth, and placeholders for unknown values.
enum PayloadAudit {
    /// The defect, with the field's name in the contract; nil if none exists.
    static func fault(_ payload: Payload) -> String? {
        switch payload {
        case .fix(let fix): fault(fix)
        case .satellites(let sky): fault(sky)
        case .attitude(let attitude): fault(attitude)
        default: nil
        }
    }

    private static func fault(_ fix: Fix) -> String? {
        if let fault = place(fix.position) ?? heights(fix.height) { return fault }
        if let fault = motion(fix) ?? accuracy(fix) { return fault }
        return dilutions(fix.dop, "fix") ?? solution(fix)
    }

    /// Fields of a fix and their allowed ranges.
    private typealias Rules = [(field: String, value: Double?, allowed: ClosedRange<Double>)]

    private static func first(_ rules: Rules, _ kind: String = "fix") -> String? {
        for rule in rules {
            if let fault = range(rule.field, kind, rule.value, rule.allowed) { return fault }
        }
        return nil
    }

    private static func motion(_ fix: Fix) -> String? {
        let velocity = fix.velocity
        let rules: Rules = [
            ("speed_mps", fix.speed?.metresPerSecond, speeds),
            ("speed_accuracy_mps", fix.speedAccuracy?.metresPerSecond, speeds),
            ("magnetic_variation_deg", fix.magneticVariation?.degrees, -180...180),
            ("velocity_north_mps", velocity?.north.metresPerSecond, velocities),
            ("velocity_east_mps", velocity?.east.metresPerSecond, velocities),
            ("velocity_up_mps", velocity?.up.metresPerSecond, velocities),
            ("ecef_vx_mps", fix.earthFixedVelocity?.x.metresPerSecond, velocities),
            ("ecef_vy_mps", fix.earthFixedVelocity?.y.metresPerSecond, velocities),
            ("ecef_vz_mps", fix.earthFixedVelocity?.z.metresPerSecond, velocities),
            ("ecef_speed_accuracy_mps", fix.earthFixedVelocity?.accuracy?.metresPerSecond, speeds),
        ]
        return first(rules) ?? bearing("course_deg", "fix", fix.course)
    }

    private static func accuracy(_ fix: Fix) -> String? {
        let errors = fix.errorStatistics
        let rules: Rules = [
            ("horizontal_accuracy_m", fix.horizontalAccuracy?.value.metres, accuracies),
            ("vertical_accuracy_m", fix.verticalAccuracy?.value.metres, accuracies),
            ("ecef_accuracy_m", fix.earthFixedPosition?.accuracy?.metres, accuracies),
            ("range_residual_m", errors?.rangeResidual?.metres, accuracies),
            ("semi_major_m", errors?.semiMajor?.metres, accuracies),
            ("semi_minor_m", errors?.semiMinor?.metres, accuracies),
            ("sigma_latitude_m", errors?.latitude?.metres, accuracies),
            ("sigma_longitude_m", errors?.longitude?.metres, accuracies),
            ("sigma_height_m", errors?.height?.metres, accuracies),
        ]
        return first(rules) ?? bearing("orientation_deg", "fix", errors?.orientation)
    }

    private static func solution(_ fix: Fix) -> String? {
        let rules: Rules = [
            ("satellites_used", fix.satellitesUsed.map(Double.init), 0...255),
            ("leap_seconds", fix.leapSeconds.map(Double.init), 0...60),
            ("correction_age_s", fix.corrections?.age, 0...1e6),
            ("correction_station", fix.corrections?.station.map(Double.init), 0...4095),
        ]
        return first(rules)
    }

    /// The speeds for which the gateway is designed, in metres per second.
    private static let speeds = 0.0...10_000.0
    private static let velocities = -10_000.0...10_000.0
    /// u-blox reports up to 4,294,967 m while the accuracy is unknown.
    private static let accuracies = 0.0...1e7
    /// From the deepest mine to the highest balloon, with a margin.
    private static let altitudes = -15_000.0...100_000.0

    private static func place(_ position: GeodeticPosition?) -> String? {
        guard let position, position.latitude.degrees == 0, position.longitude.degrees == 0 else { return nil }
        return "latitude_deg and longitude_deg of a fix are both exactly 0, which no receiver measures: publish "
            + "kind 1 while the receiver has no position"
    }

    private static func heights(_ height: Height) -> String? {
        let rules: Rules = [
            ("ellipsoidal_height_m", height.ellipsoidal?.metres, altitudes),
            ("orthometric_height_m", height.orthometric?.metres, altitudes),
            ("geoid_separation_m", height.geoidSeparation?.metres, -200...200),
        ]
        return first(rules)
    }

    private static func dilutions(_ dop: DilutionOfPrecision, _ kind: String) -> String? {
        let values = [
            ("gdop", dop.gdop), ("pdop", dop.pdop), ("hdop", dop.hdop), ("vdop", dop.vdop), ("tdop", dop.tdop),
        ]
        for (name, value) in values {
            // Receivers write 99.99, 99.9 or 100 for an unknown dilution.
            guard let value, value == 0 || value >= 99.9 else { continue }
            return "\(name) of a \(kind) is \(value), which means unknown: clear its bit in 'present'"
        }
        return nil
    }

    private static func fault(_ sky: SkyView) -> String? {
        for satellite in sky.satellites {
            let name = "satellite \(satellite.id)"
            let fault =
                bearing("azimuth_deg", name, satellite.azimuth)
                ?? range("cn0_dbhz", name, satellite.cn0, 0...99)
            if let fault { return fault }
        }
        return dilutions(sky.dop, "satellites record")
    }

    private static func fault(_ attitude: Attitude) -> String? {
        let rules: Rules = [
            ("pitch_deg", attitude.pitch?.degrees, -90...90), ("roll_deg", attitude.roll?.degrees, -180...180),
            ("heave_m", attitude.heave?.metres, -100...100),
        ]
        return first(rules, "attitude")
            ?? bearing("heading_deg", "attitude", attitude.heading)
            ?? bearing("magnetic_heading_deg", "attitude", attitude.magneticHeading)
    }

    private static func range(
        _ field: String, _ of: String, _ value: Double?, _ allowed: ClosedRange<Double>
    ) -> String? {
        guard let value, !allowed.contains(value) else { return nil }
        return "\(field) of a \(of) is \(value); allowed: \(allowed.lowerBound) to \(allowed.upperBound)"
    }

    private static func bearing(_ field: String, _ of: String, _ value: Angle?) -> String? {
        guard let degrees = value?.degrees, !(0..<360).contains(degrees) else { return nil }
        return "\(field) of a \(of) is \(degrees); allowed: 0 to below 360"
    }
}

/// Finds defects in the headers of a batch's records: content that readers cannot use, or that drivers must not
/// publish.
enum BatchAudit {
    private static let formats: Set<FrameFormat> = [.nmea, .ubx, .rtcm3, .sbf, .other]

    /// The defect of the first unusable record; nil if none exists.
    ///
    /// - Parameters:
    ///   - batch: Valid records back to back.
    ///   - isNewer: True if the driver was built with a later contract, in which case unknown content may be right.
    static func fault(_ batch: UnsafeRawBufferPointer, isNewer: Bool) -> String? {
        if batch.isEmpty { return "it published an empty batch" }
        var reader = RecordReader([UInt8](batch))
        var offset = 0
        while offset < batch.count, let record = (try? reader.next()) ?? nil {
            let kind = batch.loadUnaligned(fromByteOffset: offset + 4, as: UInt16.self)
            let version = batch.loadUnaligned(fromByteOffset: offset + 6, as: UInt16.self)
            let sequence = batch.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
            if case .unknown(let name) = record.content, !isNewer {
                return version == 1
                    ? "it published a record of kind \(kind), which the contract does not define"
                    : "it published a \(name) of version \(version); the contract defines version 1"
            }
            if sequence != 0 { return "sequence of a record is \(sequence): the host assigns it; write 0" }
            if kind == ObservationKind.fix.rawValue, !isNewer {
                let present = batch.loadUnaligned(fromByteOffset: offset + RecordLimits.header, as: UInt64.self)
                if present >> 31 != 0 { return "'present' of a fix has bits set that the contract does not define" }
            }
            if case .observation(.sentence(let sentence)) = record.content, !isNewer {
                let format = sentence.format
                guard formats.contains(format) else {
                    return "format of a sentence is \(format.rawValue), which the contract does not define"
                }
            }
            if case .observation(.satellites(let sky)) = record.content {
                let bytes = UnsafeRawBufferPointer(rebasing: batch[offset..<reader.offset])
                // The reader has merged the entries of a satellite.
                guard RecordReader.entries(ofSatellites: bytes) == sky.satellites.count else {
                    return "a satellite appears twice in a satellites record: list each once"
                }
            }
            offset = reader.offset
        }
        return nil
    }
}
