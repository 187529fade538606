// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import GNSSTypes

/// A payload of the contract with a mask of the fields that are present.
protocol PresenceMasked {
    var present: UInt64 { get set }
}

extension PresenceMasked {
    /// Sets a field and its bit if the value exists and is in the range that readers require.
    mutating func set(
        _ bit: Int, _ field: WritableKeyPath<Self, Double>, _ value: Double?,
        in range: ClosedRange<Double> = ContractRanges.any
    ) {
        guard let value, range.contains(value) else { return }
        present |= UInt64(bit)
        self[keyPath: field] = value
    }

    /// Sets a field that cannot be negative.
    mutating func setMagnitude(_ bit: Int, _ field: WritableKeyPath<Self, Double>, _ value: Double?) {
        set(bit, field, value, in: ContractRanges.magnitude)
    }
}

/// A payload with dilutions of precision, whose bits are the same in all such payloads.
protocol DilutionCarrying: PresenceMasked {
    var gdop: Double { get set }
    var pdop: Double { get set }
    var hdop: Double { get set }
    var vdop: Double { get set }
    var tdop: Double { get set }
}

extension DilutionCarrying {
    mutating func setDOP(_ dop: DilutionOfPrecision) {
        setMagnitude(Int(GNSS_FIX_GDOP), \.gdop, dop.gdop)
        setMagnitude(Int(GNSS_FIX_PDOP), \.pdop, dop.pdop)
        setMagnitude(Int(GNSS_FIX_HDOP), \.hdop, dop.hdop)
        setMagnitude(Int(GNSS_FIX_VDOP), \.vdop, dop.vdop)
        setMagnitude(Int(GNSS_FIX_TDOP), \.tdop, dop.tdop)
    }
}

extension gnss_fix_v1: DilutionCarrying {}
extension gnss_satellites_v1: DilutionCarrying {}
extension gnss_attitude_v1: PresenceMasked {}
extension gnss_timing_v1: PresenceMasked {}
extension gnss_corrections_v1: PresenceMasked {}
