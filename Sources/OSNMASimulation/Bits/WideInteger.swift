// SPDX-License-Identifier: Apache-2.0

/// Arithmetic modulo an odd modulus of up to 576 bits, limited to the operations that signatures need. Its timing
/// depends on the values, which is acceptable because the keys of a simulation are not secret.
struct ResidueClass {
    /// Digits of 64 bits each, the least significant first.
    typealias Limbs = [UInt64]

    private let modulus: Limbs

    /// - Parameter modulus: An odd number, big-endian.
    init(modulus: [UInt8]) { self.modulus = Self.limbs(modulus) + [0] }

    /// Converts a big-endian number.
    static func limbs(_ bytes: [UInt8]) -> Limbs {
        var limbs = Limbs(repeating: 0, count: (bytes.count + 7) / 8)
        for (index, byte) in bytes.reversed().enumerated() {
            limbs[index / 8] |= UInt64(byte) << UInt64(8 * (index % 8))
        }
        return limbs
    }

    /// Converts a number to big-endian bytes.
    static func bytes(_ limbs: Limbs, count: Int) -> [UInt8] {
        (0..<count).reversed().map { index in
            index / 8 < limbs.count ? UInt8(truncatingIfNeeded: limbs[index / 8] >> UInt64(8 * (index % 8))) : 0
        }
    }

    /// The residue of a number by repeated subtraction; efficient for numbers that have no more bits than the
    /// modulus.
    func reduced(_ value: Limbs) -> Limbs {
        var value = value + Limbs(repeating: 0, count: max(0, modulus.count - value.count))
        while !isLess(value, modulus) { value = difference(value, modulus) }
        return value
    }

    func sum(_ a: Limbs, _ b: Limbs) -> Limbs { reduced(added(a, b)) }

    func product(_ a: Limbs, _ b: Limbs) -> Limbs {
        var result = Limbs(repeating: 0, count: modulus.count)
        for bit in (0..<64 * (modulus.count - 1)).reversed() {
            result = reduced(added(result, result))
            if b[bit / 64] >> UInt64(bit % 64) & 1 == 1 { result = reduced(added(result, a)) }
        }
        return result
    }

    /// The inverse of a residue that is coprime to the modulus (binary extended Euclidean algorithm).
    func inverse(_ value: Limbs) -> Limbs {
        let one = reduced([1])
        var (u, v) = (value, modulus)
        var (a, b) = (one, Limbs(repeating: 0, count: modulus.count))
        while u != one && v != one {
            while u[0] & 1 == 0 { (u, a) = (halved(u), halvedResidue(a)) }
            while v[0] & 1 == 0 { (v, b) = (halved(v), halvedResidue(b)) }
            if isLess(u, v) {
                (v, b) = (difference(v, u), subtracted(b, a))
            } else {
                (u, a) = (difference(u, v), subtracted(a, b))
            }
            // Reached only if the value is 0 or not coprime to the modulus.
            if u.allSatisfy({ $0 == 0 }) || v.allSatisfy({ $0 == 0 }) { return u }
        }
        return u == one ? a : b
    }

    /// Returns true if a number is greater than 0 and less than the modulus.
    func isProper(_ value: Limbs) -> Bool {
        let value = value + Limbs(repeating: 0, count: max(0, modulus.count - value.count))
        return isLess(value, modulus) && value.contains { $0 != 0 }
    }

    private func subtracted(_ a: Limbs, _ b: Limbs) -> Limbs {
        isLess(a, b) ? difference(added(a, modulus), b) : difference(a, b)
    }

    private func halvedResidue(_ a: Limbs) -> Limbs { halved(a[0] & 1 == 0 ? a : added(a, modulus)) }

    private func added(_ a: Limbs, _ b: Limbs) -> Limbs {
        var (sum, carry) = (a, false)
        for index in a.indices {
            let (first, over) = a[index].addingReportingOverflow(b[index])
            let (second, more) = first.addingReportingOverflow(carry ? 1 : 0)
            (sum[index], carry) = (second, over || more)
        }
        return sum
    }

    private func difference(_ a: Limbs, _ b: Limbs) -> Limbs {
        var (result, borrow) = (a, false)
        for index in a.indices {
            let (first, under) = a[index].subtractingReportingOverflow(b[index])
            let (second, more) = first.subtractingReportingOverflow(borrow ? 1 : 0)
            (result[index], borrow) = (second, under || more)
        }
        return result
    }

    private func halved(_ a: Limbs) -> Limbs {
        a.indices.map { a[$0] >> 1 | ($0 + 1 < a.count ? a[$0 + 1] << 63 : 0) }
    }

    private func isLess(_ a: Limbs, _ b: Limbs) -> Bool {
        for index in a.indices.reversed() where a[index] != b[index] { return a[index] < b[index] }
        return false
    }
}
