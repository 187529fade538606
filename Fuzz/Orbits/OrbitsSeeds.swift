// SPDX-License-Identifier: Apache-2.0

/// The seeds: two-line elements, both almanac formats, and pages of each kind.
func seeds() -> [[UInt8]] {
    let elements = """
        GPS (PRN 16)
        1 28129U 03058A   06175.57071136 -.00000104  00000-0  10000-3 0   459
        2 28129  54.7298 324.8098 0048506 266.2640  93.1663  2.00562768 18443
        C01
        1 24208U 96044A   06177.04061740 -.00000094  00000-0  10000-3 0  1600
        2 24208   3.8536  80.0121 0026640 311.0977  48.3000  1.00778054 36119
        """
    let yuma = """
        ID:                         02
        Eccentricity:               0.1534700394E-001
        Time of Applicability(s):  147456.0000
        Orbital Inclination(rad):   0.9655437960
        Rate of Right Ascen(r/s):  -0.7783181343E-008
        SQRT(A)  (m 1/2):           5153.602051
        Right Ascen at Week(rad):  -0.2190487236E+001
        Argument of Perigee(rad):  -1.162540693
        Mean Anom(rad):            -0.1487226890E+001
        week:                        360
        """
    let sem = "1 X\n360 147456\n\n2\n61\n0\n1.5E-02 7.3E-03 -2.4E-09\n5.15E+03 -6.9E-01 -3.7E-01\n-4.7E-01 0 0\n0\n11\n"
    // The parity of zeros is correct in D1 and GLONASS. LNAV begins with a preamble, and I/NAV with a word type.
    let kinds: [[UInt8]] = [
        [0, 5, 1, 0x8B], [1, 2, 1, 0x8B], [2, 11, 3, 1], [3, 20, 1, 0xE2, 0x40], [4, 7, 1, 0x08],
    ]
    let pages = kinds.map { $0 + [UInt8](repeating: 0, count: 40 - $0.count) + [0] }
    return [elements, yuma, sem].map { Array($0.utf8) + [1] } + pages
}
