// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Who makes the I/NAV pages that the simulated Galileo satellites send on E1-B.
public protocol NavigationPageSource: Sendable {
    /// The nominal page that a satellite sends at an instant.
    ///
    /// Pages of a satellite are asked for in the order of time; several satellites take turns. The orbit in the words is
    /// the satellite's ``SimulatedSatellite/ephemeris(at:leapSeconds:)`` at the start of the subframe.
    ///
    /// - Parameters:
    ///   - satellite: a satellite of Galileo.
    ///   - time: when its first bit leaves the satellite, by a clock that is right: an odd second of Galileo time; each
    ///     page lasts two seconds.
    /// - Returns: 30 bytes: the even part of 120 bits, then the odd part of 120 bits, tails included, the first bit sent
    ///   the highest of the first byte. Nil: nothing is received of it.
    mutating func page(of satellite: SimulatedSatellite, at time: GST) -> [UInt8]?

    /// By how many seconds the page that is handed over at an instant is dated later than that; negative: earlier.
    func datingError(of satellite: SimulatedSatellite, at time: GST) -> Int
}

extension NavigationPageSource {
    /// Pages are dated as they are handed over.
    public func datingError(of satellite: SimulatedSatellite, at time: GST) -> Int { 0 }
}
