// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Word type 16: orbit and clock in brief (Galileo OS SIS ICD 2.1, section 5.1.9.4), for the first fix.
struct ReducedEphemeris {
    private let content: INAVContent

    init(_ content: INAVContent) { self.content = content }

    /// The word, its reference time being one second after the beginning of the subframe; nil where the orbit does not
    /// fit into its fields.
    ///
    /// - Parameter tow: the second of the week at which the subframe begins.
    func word(tow: Int) -> INAVWord? {
        let axis = Double(content.sqrtA) * 0x1p-19
        let e = Double(content.e) * 0x1p-33
        let perigee = Double(content.omega) * 0x1p-31
        var elapsed = Double(tow + 1 - 60 * content.t0e)
        if elapsed > 302_400 { elapsed -= 604_800 } else if elapsed < -302_400 { elapsed += 604_800 }
        // In semicircles, as the message has it.
        let motion = (INAVContent.gravitation / pow(axis, 6)).squareRoot() / .pi + Double(content.deltaN) * 0x1p-43
        let anomaly = Double(content.m0) * 0x1p-31 + motion * elapsed
        let node = Double(content.omega0) * 0x1p-31 + Double(content.omegaDot) * 0x1p-43 * elapsed
        let inclination = Double(content.i0) * 0x1p-31 + Double(content.iDot) * 0x1p-43 * elapsed
        let bias = Double(content.af0) * 0x1p-34 + Double(content.af1) * 0x1p-46 * elapsed
        let fields: [(value: Double, bits: Int)] = [
            ((axis * axis - 29_600_000) * 0x1p-8, 5),
            (e * cos(perigee * .pi) * 0x1p22, 13),
            (e * sin(perigee * .pi) * 0x1p22, 13),
            ((inclination - 56.0 / 180) * 0x1p22, 17),
            (Self.wrapped(node) * 0x1p22, 23),
            (Self.wrapped(anomaly + perigee) * 0x1p22, 23),
            (bias * 0x1p26, 22),
            (Double(content.af1) * 0x1p-46 * 0x1p35, 6),
        ]
        var word = WordWriter(type: 16)
        for field in fields {
            let limit = 1 << (field.bits - 1)
            guard let value = Int(exactly: field.value.rounded()), (-limit...limit).contains(value) else { return nil }
            // The highest is one less than the lowest.
            word.add(min(value, limit - 1), field.bits)
        }
        return word.word
    }

    /// Semicircles in -1..<1.
    private static func wrapped(_ angle: Double) -> Double { angle - (angle / 2).rounded() * 2 }
}
