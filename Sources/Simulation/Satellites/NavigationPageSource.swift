// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A source of the I/NAV pages that the simulated Galileo satellites transmit on E1-B.
public protocol NavigationPageSource: Sendable {
    /// Returns the nominal page that a satellite transmits at an instant.
    ///
    /// Pages of one satellite are requested in chronological order; several satellites take turns. The orbit in the
    /// words is the satellite's ``SimulatedSatellite/ephemeris(at:leapSeconds:)`` at the start of the subframe.
    ///
    /// - Parameters:
    ///   - satellite: A Galileo satellite.
    ///   - time: The time of transmission of its first bit, by a correct clock: an odd second of Galileo time; each
    ///     page lasts two seconds.
    /// - Returns: 30 bytes: the even and the odd part of 120 bits each, including their tails, with the first bit in
    ///   the most significant bit of the first byte. Nil if nothing is received from the satellite.
    mutating func page(of satellite: SimulatedSatellite, at time: GST) -> [UInt8]?

    /// The number of seconds by which the page delivered at an instant is dated later than that instant; negative if
    /// earlier.
    func datingError(of satellite: SimulatedSatellite, at time: GST) -> Int
}

extension NavigationPageSource {
    /// Pages are dated correctly by default.
    public func datingError(of satellite: SimulatedSatellite, at time: GST) -> Int { 0 }
}
