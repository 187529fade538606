// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import GNSSTypes

extension gnss_fix_v1 {
    mutating func setEarthFixed(_ fix: Fix) {
        if let position = fix.earthFixedPosition { setEarthFixed(position) }
        if let velocity = fix.earthFixedVelocity { setEarthFixed(velocity) }
        if earth_fixed != 0 { present |= UInt64(GNSS_FIX_EARTH_FIXED) }
    }

    private mutating func setEarthFixed(_ position: EarthFixedPosition) {
        let (x, y, z) = (position.x.metres, position.y.metres, position.z.metres)
        let range = ContractRanges.any
        guard range.contains(x), range.contains(y), range.contains(z) else { return }
        earth_fixed |= UInt64(GNSS_EARTH_FIXED_POSITION)
        (ecef_x_m, ecef_y_m, ecef_z_m) = (x, y, z)
        guard let accuracy = position.accuracy?.metres, ContractRanges.magnitude.contains(accuracy) else { return }
        earth_fixed |= UInt64(GNSS_EARTH_FIXED_POSITION_ACCURACY)
        ecef_accuracy_m = accuracy
    }

    private mutating func setEarthFixed(_ velocity: EarthFixedVelocity) {
        let (x, y, z) = (velocity.x.metresPerSecond, velocity.y.metresPerSecond, velocity.z.metresPerSecond)
        let range = ContractRanges.any
        guard range.contains(x), range.contains(y), range.contains(z) else { return }
        earth_fixed |= UInt64(GNSS_EARTH_FIXED_VELOCITY)
        (ecef_vx_mps, ecef_vy_mps, ecef_vz_mps) = (x, y, z)
        guard let accuracy = velocity.accuracy?.metresPerSecond, ContractRanges.magnitude.contains(accuracy)
        else { return }
        earth_fixed |= UInt64(GNSS_EARTH_FIXED_VELOCITY_ACCURACY)
        ecef_speed_accuracy_mps = accuracy
    }
}

extension RecordBody {
    func readEarthFixed(_ c: gnss_fix_v1, into fix: inout Fix) throws(RecordError) {
        // Without this bit, the struct may be shorter, and the bytes in its place are text.
        guard c.present & UInt64(GNSS_FIX_EARTH_FIXED) != 0 else { return }
        // With the bit, a shorter struct would have text in the place of the coordinates.
        let end = RecordLimits.header + ContractSizes.fixWithEarthFixed
        guard size >= end, [c.datum, c.sources].allSatisfy({ $0.count == 0 || Int($0.offset) >= end }) else {
            throw error("the bit GNSS_FIX_EARTH_FIXED of present is set, but the struct ends before the coordinates")
        }
        fix.earthFixedPosition = try earthFixedPosition(c)
        fix.earthFixedVelocity = try earthFixedVelocity(c)
    }

    private func earthFixedPosition(_ c: gnss_fix_v1) throws(RecordError) -> EarthFixedPosition? {
        let bit = Int(GNSS_EARTH_FIXED_POSITION)
        guard let x = try number(c.earth_fixed, bit, c.ecef_x_m, "ecef_x_m"),
            let y = try number(c.earth_fixed, bit, c.ecef_y_m, "ecef_y_m"),
            let z = try number(c.earth_fixed, bit, c.ecef_z_m, "ecef_z_m")
        else { return nil }
        let accuracy = try number(
            c.earth_fixed, Int(GNSS_EARTH_FIXED_POSITION_ACCURACY), c.ecef_accuracy_m, "ecef_accuracy_m",
            in: ContractRanges.magnitude)
        return EarthFixedPosition(
            x: Length(metres: x), y: Length(metres: y), z: Length(metres: z),
            accuracy: accuracy.map { Length(metres: $0) })
    }

    private func earthFixedVelocity(_ c: gnss_fix_v1) throws(RecordError) -> EarthFixedVelocity? {
        let bit = Int(GNSS_EARTH_FIXED_VELOCITY)
        guard let x = try number(c.earth_fixed, bit, c.ecef_vx_mps, "ecef_vx_mps"),
            let y = try number(c.earth_fixed, bit, c.ecef_vy_mps, "ecef_vy_mps"),
            let z = try number(c.earth_fixed, bit, c.ecef_vz_mps, "ecef_vz_mps")
        else { return nil }
        let accuracy = try number(
            c.earth_fixed, Int(GNSS_EARTH_FIXED_VELOCITY_ACCURACY), c.ecef_speed_accuracy_mps,
            "ecef_speed_accuracy_mps", in: ContractRanges.magnitude)
        return EarthFixedVelocity(
            x: Speed(metresPerSecond: x), y: Speed(metresPerSecond: y), z: Speed(metresPerSecond: z),
            accuracy: accuracy.map { Speed(metresPerSecond: $0) })
    }
}
