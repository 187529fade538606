// SPDX-License-Identifier: Apache-2.0

/// Writes the digits of numbers to memory that the caller has reserved. Writing a report spends half of its time here,
/// so this code is optimised for speed.
enum DecimalDigits {
    /// The length of the longest number: twenty digits, a point, and the zero before it.
    static let longest = 22

    /// 10 to the power of a number of decimals: 0...4 or 9.
    @inline(__always)
    static func scale(_ decimals: Int) -> UInt64 {
        switch decimals {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1000
        case 4: 10_000
        default: 1_000_000_000
        }
    }

    /// The number of bytes that a number in units of its last decimal needs.
    static func length(_ units: UInt64, _ decimals: Int) -> Int {
        decimals > 0 ? length(of: units / scale(decimals)) + 1 + decimals : length(of: units)
    }

    /// Writes a number that is given in units of its last decimal, with at least one digit before the point.
    ///
    /// - Parameter start: Memory for `length(units, decimals)` bytes.
    /// - Returns: The end of the written text.
    @inline(__always)
    static func write(
        _ units: UInt64, _ decimals: Int, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let (whole, rest) = divide(units, decimals)
        let digits = length(of: whole)
        write(whole, count: digits, to: start)
        guard decimals > 0 else { return start + digits }
        start[digits] = 0x2E
        write(rest, count: decimals, to: start + digits + 1)
        return start + digits + 1 + decimals
    }

    /// The pairs of digits from 00 to 99.
    private static var pairs: StaticString {
        """
        0001020304050607080910111213141516171819\
        2021222324252627282930313233343536373839\
        4041424344454647484950515253545556575859\
        6061626364656667686970717273747576777879\
        8081828384858687888990919293949596979899
        """
    }

    /// Writes the last `count` decimal digits of a number, with leading zeros.
    ///
    /// - Parameter start: Memory for `count` bytes.
    @inline(__always)
    static func write(_ value: UInt64, count: Int, to start: UnsafeMutablePointer<UInt8>) {
        var (rest, at) = (value, count)
        // Each division yields two digits.
        while at >= 2 {
            at &-= 2
            let (others, pair) = rest.quotientAndRemainder(dividingBy: 100)
            // The index is below 200, and the text has 200 characters.
            let digits = pairs.utf8Start + Int(truncatingIfNeeded: pair &* 2)
            (start[at], start[at &+ 1]) = (digits[0], digits[1])
            rest = others
        }
        if at == 1 { start[0] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10) }
    }

    /// Divides by a constant, which is much faster than by a number known only at run time.
    @inline(__always)
    private static func divide(_ units: UInt64, _ decimals: Int) -> (quotient: UInt64, remainder: UInt64) {
        switch decimals {
        case 0: (units, 0)
        case 1: units.quotientAndRemainder(dividingBy: 10)
        case 2: units.quotientAndRemainder(dividingBy: 100)
        case 3: units.quotientAndRemainder(dividingBy: 1000)
        case 4: units.quotientAndRemainder(dividingBy: 10_000)
        default: units.quotientAndRemainder(dividingBy: 1_000_000_000)
        }
    }

    /// The number of digits of a number.
    @inline(__always)
    private static func length(of value: UInt64) -> Int {
        if value < 10 { return 1 }
        if value < 100 { return 2 }
        if value < 1000 { return 3 }
        var (length, bound) = (4, UInt64(10_000))
        while value >= bound, length < 20 {
            length &+= 1
            bound = length < 20 ? bound &* 10 : .max
        }
        return length
    }
}
