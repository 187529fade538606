// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// The almanac of a GLONASS satellite (ICD L1, L2, edition 5.1, 4.5), in whole units of the broadcast.
struct GLONASSAlmanac {
    let slot: Int
    let channel: Int
    /// τ^A, 2⁻¹⁸ s.
    let clockOffset: Int
    /// λ^A: longitude of the day's first ascending node, 2⁻²⁰ semicircles; and t_λ^A: its time, 2⁻⁵ s of the day.
    let node: Int, nodeTime: Int
    /// Δi^A: inclination minus 63°, 2⁻²⁰ semicircles.
    let inclination: Int
    /// ΔT^A: the draconic period minus 43 200 s, 2⁻⁹ s.
    let period: Int

    /// Computes a satellite's almanac.
    ///
    /// - Parameters:
    ///   - satellite: A GLONASS satellite.
    ///   - midnight: The start of the day in Moscow, in whole seconds since the start of GPS time.
    init(_ satellite: SimulatedSatellite, midnight: Int) {
        let orbit = satellite.elements.glonassOrbit
        let begin = GPSTime(wholeSeconds: midnight).seconds(since: OrbitalElements.epoch)
        let passage = orbit.ascendingNode(after: begin)
        func whole(_ value: Double) -> Int { Int(value.rounded()) }
        slot = Int(satellite.id.number)
        channel = satellite.frequencyChannel ?? 0
        clockOffset = whole(-Double(satellite.elements.clockOffset) * 0x1p-12)
        node = whole((passage.longitude / .pi).remainder(dividingBy: 2) * 0x1p20)
        nodeTime = whole((passage.elapsed - begin) * 0x1p5)
        inclination = whole((orbit.inclination / .pi - 63.0 / 180) * 0x1p20)
        period = whole((orbit.period - 43_200) * 0x1p9)
    }

    /// Writes the string with an even number, from bit 80 down to bit 9.
    func first(_ data: inout BitWriter) {
        data.write(1, 1)  // in operation
        data.write(1, 2)  // GLONASS-M
        data.write(slot, 5)
        data.write(signAndMagnitude: clockOffset, 10)
        data.write(signAndMagnitude: node, 21)
        data.write(signAndMagnitude: inclination, 18)
        data.write(0, 15)  // a circle
    }

    /// Writes the string with an odd number, in the same way.
    func second(_ data: inout BitWriter) {
        data.write(0, 16)
        data.write(nodeTime, 21)
        data.write(signAndMagnitude: period, 22)
        data.write(0, 7)
        data.write(channel < 0 ? channel + 32 : channel, 5)
        data.write(0, 1)
    }
}
